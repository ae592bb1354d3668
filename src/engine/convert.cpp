#include "engine/convert.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include <fmt/format.h>

#include "base/error.h"
#include "engine/machine_task.h"
#include "engine/property_request.h"
#include "engine/statechart_goals.h"
#include "engine/statechart_model.h"
#include "frontend/statechart/sentence.h"
#include "output/machine_diagram.h"
#include "output/promela.h"
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
    {"promela", "processes for spin, of state machines that send messages",
     "to compare with spin, or for what it can do besides",
     static_cast<std::uint32_t>(ConversionFormat::promela)},
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

/// A file's own properties are not all written.
void note_other_properties(Env& env, const LoadRequest& request) {
  const SourcePtr source = request.text ? request.text : read_source(request.path);
  const frontend::MachineSystem system = read_machines(source, &env.limits);
  const auto others = std::count_if(
      system.properties.begin(), system.properties.end(),
      [](const frontend::MachineSystem::Property& one) { return one.text != "assertions"; });
  if (others > 0)
    env.log.note(
        "arges: only assertions are written, not the {} other propert{} of the file: --check and "
        "--property name another one",
        others, others == 1 ? "y" : "ies");
}

/// With the one property that is asked for, or else its assertions.
std::string to_promela(Env& env, LoadRequest request) {
  if (!request.names_properties()) {
    request.checks = {"assertions"};
    note_other_properties(env, request);
  }
  const std::unique_ptr<Task> task = load(env, request);
  if (task->num_properties() != 1)
    throw UsageError("a Promela model has one property, and several are given",
                     "give one --property or --check");
  const MachineQuestion machines = task->machines(0);
  if (machines.question == nullptr)
    throw UsageError("a formula can't be converted", "spin has its own: add it to the file");
  return output::promela(
      machines.lowering->model(), *machines.question,
      fmt::format("{}: {}", std::filesystem::path(request.path).filename().string(),
                  task->property_name(0)));
}

std::string convert_machines(Env& env, const LoadRequest& request, ConversionFormat format) {
  if (format == ConversionFormat::promela) return to_promela(env, request);
  if (request.names_properties())
    throw UsageError("--property and --check have no effect on a drawing", "leave them out");
  const SourcePtr source = request.text ? request.text : read_source(request.path);
  const frontend::MachineSystem system = read_machines(source, &env.limits);
  if (request.warns) warn_about(system, env.log);
  switch (format) {
    case ConversionFormat::dot:
      return output::machines_dot(system.model);
    case ConversionFormat::plantuml:
      return output::machines_plantuml(system.model);
    case ConversionFormat::xsts:
    case ConversionFormat::promela:
      break;
  }
  throw UsageError("state machines with messages can't be written as XSTS",
                   "available: dot, plantuml, promela");
}

}  // namespace

const Choices& conversion_formats() { return format_choices; }

std::string convert(Env& env, const LoadRequest& request, ConversionFormat format) {
  if (model_kind(request.path, request.input_format) == ModelKind::machines)
    return convert_machines(env, request, format);
  if (format == ConversionFormat::promela)
    throw UsageError("only state machines with messages can be converted to promela",
                     "use --to xsts, dot or plantuml");
  if (!request.checks.empty())
    throw UsageError("--check has no effect on a statechart", "give a --property");
  ir::Context context;
  const SourcePtr source = request.text ? request.text : read_source(request.path);
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
    case ConversionFormat::promela:
      break;
  }
  return output::statechart_plantuml(model.system);
}

}  // namespace arges::engine
