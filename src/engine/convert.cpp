#include "engine/convert.h"

#include <optional>

#include "base/error.h"
#include "engine/property_request.h"
#include "engine/statechart_goals.h"
#include "engine/statechart_model.h"
#include "frontend/machines/sm_parser.h"
#include "frontend/statechart/sentence.h"
#include "output/machine_diagram.h"
#include "output/statechart_diagram.h"
#include "output/xsts_text.h"

namespace arges::engine {

namespace {

constexpr Choice formats[] = {
    {"xsts", "extended symbolic transition system", "for Theta, or to see what is analysed",
     static_cast<std::uint32_t>(ConversionFormat::xsts)},
    {"dot", "states and transitions for Graphviz", "to look at",
     static_cast<std::uint32_t>(ConversionFormat::dot)},
    {"plantuml", "state diagrams for PlantUML", "for documents",
     static_cast<std::uint32_t>(ConversionFormat::plantuml)},
};
constexpr Choices format_choices{"to", "the format to convert into", formats};

std::string to_xsts(ir::Context& context, const model::statechart::System& system,
                    const LoadRequest& request) {
  output::XstsProperty property;
  const auto asked = read_properties(request);
  if (asked.size() > 1)
    throw UsageError("an XSTS has one property, and several are given", "give one --property");
  std::optional<frontend::Sentence> sentence;
  if (!asked.empty()) sentence = frontend::parse_sentence(context, system, *asked.front().text);
  const model::statechart::Lowering chart(
      context, system,
      sentence ? observers_for(*sentence, system) : model::statechart::Observers{});
  if (sentence) {
    const StatechartGoal goal = goal_of(*sentence, asked.front().name, chart.layout());
    // After a problem nothing is followed any more, which no proof may ignore.
    property.invariant = ir::and_(goal.invariant, chart.layout().no_problem());
    property.check_points = goal.check_points;
    property.comment = goal.polarity == output::Polarity::existential
                           ? goal.name + " if and only if this is violated"
                           : goal.name;
  }
  if (property.invariant && chart.layout().has_problems())
    property.comment += ", and no queue overflows";
  return output::xsts_text(chart, property);
}

}  // namespace

const Choices& conversion_formats() { return format_choices; }

namespace {

std::string convert_machines(Env& env, const SourcePtr& source, ConversionFormat format) {
  const frontend::MachineSystem system = frontend::parse_machines(source, &env.limits);
  switch (format) {
    case ConversionFormat::dot:
      return output::machines_dot(system.model);
    case ConversionFormat::plantuml:
      return output::machines_plantuml(system.model);
    case ConversionFormat::xsts:
      break;
  }
  throw UsageError("communicating state machines are not written in this format",
                   "available: dot, plantuml");
}

}  // namespace

std::string convert(Env& env, const LoadRequest& request, ConversionFormat format) {
  ir::Context context;
  const SourcePtr source = request.text ? request.text : read_source(request.path);
  if (model_kind(request.path, request.input_format) == ModelKind::machines)
    return convert_machines(env, source, format);
  const StatechartModel model = read_statechart(context, source, request, &env.limits);
  if (request.warns) warn_about(model.system, env.log);
  if (format != ConversionFormat::xsts && !request.properties.empty())
    throw UsageError("--property has no effect on a drawing", "leave it out");
  switch (format) {
    case ConversionFormat::xsts:
      return to_xsts(context, model.system, request);
    case ConversionFormat::dot:
      return output::statechart_dot(model.system);
    case ConversionFormat::plantuml:
      break;
  }
  return output::statechart_plantuml(model.system);
}

}  // namespace arges::engine
