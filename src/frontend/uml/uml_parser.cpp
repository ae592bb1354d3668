#include "frontend/uml/uml_parser.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/error.h"
#include "base/syntax/suggest.h"
#include "frontend/uml/pssm_reader.h"
#include "frontend/uml/uml_chart.h"
#include "frontend/uml/uml_inline.h"
#include "frontend/uml/uml_objects.h"
#include "frontend/uml/xmi_reader.h"

namespace arges::frontend {

using uml::ChartRequest;
using uml::Fragments;
using uml::Index;
using uml::nothing;
using uml::Outline;

namespace {

Outline read(const scxml::Document& document, Diagnostics& diagnostics) {
  if (uml::is_pssm(document)) return uml::read_pssm(document, diagnostics);
  const std::string_view root = document.root().name();
  if (root != "Model" && root != "Package" && root != "XMI")
    throw InputError(document.root().location(),
                     fmt::format("{} is no model of UML", document.root().label()),
                     "expected <uml:Model>, as Papyrus and Eclipse UML2 write it");
  return uml::read_xmi(document, diagnostics);
}

/// Instances of classes that have state machines.
std::vector<Index> active_instances(const Outline& outline) {
  std::vector<Index> result;
  for (Index i = 0; i < outline.instances.size(); ++i) {
    const Index type = outline.instances[i].type;
    if (type != nothing && outline.classes[type].machine != nothing) result.push_back(i);
  }
  return result;
}

UmlTarget target_of(const Outline& outline) {
  const std::vector<Index> active = active_instances(outline);
  if (active.empty()) return UmlTarget::chart;
  const Index machine = outline.classes[outline.instances[active.front()].type].machine;
  return active.size() == 1 && uml::beyond_objects(outline, machine) ? UmlTarget::chart
                                                                     : UmlTarget::objects;
}

/// Which machine is meant, and whose attributes it has.
ChartRequest chart_request(const Outline& outline, const std::string& name,
                           Diagnostics& diagnostics) {
  ChartRequest result;
  std::set<Index> inside;
  for (const uml::Vertex& vertex : outline.vertices)
    if (vertex.submachine != nothing) inside.insert(vertex.submachine);
  syntax::Suggestion suggestion(name);
  for (Index m = 0; m < outline.machines.size(); ++m) {
    suggestion.consider(outline.machines[m].name);
    const bool is_meant = name.empty() ? !inside.contains(m) : outline.machines[m].name == name;
    if (is_meant && result.machine == nothing) result.machine = m;
  }
  if (name.empty() && result.machine == nothing && !outline.machines.empty()) result.machine = 0;
  const std::vector<Index> active = active_instances(outline);
  if (active.size() == 1 && name.empty()) {
    result.instance = active.front();
    result.machine = outline.classes[outline.instances[active.front()].type].machine;
  }
  if (result.machine == nothing) {
    diagnostics.error(outline.location,
                      name.empty() ? "there is no state machine in it"
                                   : fmt::format("there is no state machine '{}'", name),
                      suggestion.hint());
    diagnostics.throw_if_errors();
  }
  for (Index c = 0; c < outline.classes.size(); ++c)
    if (outline.classes[c].machine == result.machine) result.type = c;
  return result;
}

}  // namespace

UmlTarget uml_target(const SourcePtr& source) try {
  const scxml::Document document(source);
  Diagnostics diagnostics;
  return target_of(read(document, diagnostics));
} catch (const InputError&) {
  return UmlTarget::chart;
}

model::statechart::System parse_uml_chart(ir::Context& context, const SourcePtr& source,
                                          const std::string& machine, const Limits* limits) {
  const scxml::Document document(source);
  Diagnostics diagnostics;
  Outline outline = read(document, diagnostics);
  diagnostics.throw_if_errors();
  const ChartRequest request = chart_request(outline, machine, diagnostics);
  uml::inline_submachines(outline, diagnostics);
  diagnostics.throw_if_errors();
  Fragments fragments(source, diagnostics, limits);
  model::statechart::System result =
      uml::ChartBuilder(context, outline, request, fragments, diagnostics).build();
  result.sources.push_back(source);
  return result;
}

MachineSystem parse_uml_objects(const SourcePtr& source, const Limits* limits) {
  const scxml::Document document(source);
  Diagnostics diagnostics;
  const Outline outline = read(document, diagnostics);
  diagnostics.throw_if_errors();
  Fragments fragments(source, diagnostics, limits);
  MachineSystem result = uml::build_objects(outline, fragments, diagnostics);
  diagnostics.throw_if_errors();
  result.sources = {source};
  return result;
}

}  // namespace arges::frontend
