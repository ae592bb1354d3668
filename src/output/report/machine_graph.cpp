#include <fmt/format.h>

#include "model/machines/execution.h"
#include "output/drawing_text.h"
#include "output/machine_diagram.h"
#include "output/report/report_graph.h"

namespace arges::output {

namespace {

using model::machines::Class;
using model::machines::Event;
using model::machines::ObjectId;
using model::machines::State;
using model::machines::Transition;
using model::machines::TransitionId;

constexpr std::size_t longest_label = 160;

}  // namespace

ReportGraph graph_of(const model::machines::Model& model) {
  ReportGraph graph;
  for (ObjectId object = 0; object < model.objects.size(); ++object) {
    const Class& type = model.class_of(object);
    const auto group = static_cast<std::uint32_t>(graph.nodes.size());
    graph.nodes.push_back({.label = fmt::format("{}: {}", model.objects[object].name, type.name),
                           .location = model.objects[object].location});
    for (const State& state : type.states)
      graph.nodes.push_back({.label = state.name,
                             .parent = group,
                             .location = state.location,
                             .name = fmt::format("{}.{}", model.objects[object].name, state.name)});
    if (!type.states.empty())
      graph.nodes[group + 1 + type.initial].kind = ReportGraph::Kind::initial;
    for (TransitionId t = 0; t < type.transitions.size(); ++t) {
      const Transition& transition = type.transitions[t];
      const Event event{Event::Kind::transition, object, t};
      graph.edges.push_back(
          {group + 1 + transition.source, group + 1 + transition.target,
           shortened(fmt::format("{}", fmt::join(transition_lines(model, type, transition), " ")),
                     longest_label),
           ReportGraph::EdgeKind::step, transition.location, unique_text(model, event)});
    }
  }
  return graph;
}

}  // namespace arges::output
