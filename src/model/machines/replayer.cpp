#include "model/machines/replayer.h"

#include <fmt/format.h>

namespace arges::model::machines {

MachineReplayer::MachineReplayer(const Lowering& lowering, const Question* question)
    : MachineReplayer(lowering, question == nullptr ? std::vector<const Question*>{}
                                                    : std::vector<const Question*>{question}) {}

MachineReplayer::MachineReplayer(const Lowering& lowering, std::vector<const Question*> questions)
    : lowering_(lowering),
      questions_(std::move(questions)),
      evaluator_(lowering.model()),
      execution_(lowering.model(), evaluator_) {}

std::optional<ReplayError> MachineReplayer::compare(const End& at, const ir::Valuation& state,
                                                    std::size_t number) const {
  const Layout& layout = lowering_.layout();
  const ir::Valuation expected = layout.encode(at.configuration, at.fault);
  for (const ir::Var var : layout.variables()) {
    // What an event did before its fault is no configuration.
    if (at.fault != Fault::nothing && var != layout.fault()) continue;
    const ir::Value value = state.get(var);
    if (value == expected.get(var)) continue;
    return ReplayError{fmt::format("step {}: {} is {}, not {}", number, var->name,
                                   ir::to_string(expected.get(var), var->type),
                                   ir::to_string(value, var->type))};
  }
  return {};
}

std::optional<ReplayError> MachineReplayer::step(End& at, const ModelStep& step) const {
  const std::uint32_t origin = step.end.action->origin;
  const auto failed = [&](const std::string& why) {
    return ReplayError{fmt::format("step {}: {}", step.number, why)};
  };
  if (origin > lowering_.events().size()) return failed("there is no such event");
  if (at.fault != Fault::nothing) return failed("nothing happens after a fault");
  const Resolution nothing;
  FixedChooser chooser(nothing);
  if (origin == lowering_.events().size()) {  // the end
    for (const Event& event : lowering_.events())
      if (execution_.enabled(at.configuration, event, chooser) != Enabled::no)
        return failed(fmt::format("'{}' is enabled", to_string(lowering_.model(), event)));
    return compare(at, step.end.state, step.number);
  }
  const Event& event = lowering_.events()[origin];
  const Enabled enabled = execution_.enabled(at.configuration, event, chooser);
  if (enabled == Enabled::no)
    return failed(fmt::format("'{}' is not enabled", to_string(lowering_.model(), event)));
  Execution::Outcome outcome = execution_.execute(at.configuration, event, chooser);
  at = {std::move(outcome.configuration), outcome.fault,
        enabled == Enabled::yes ? std::optional(event) : std::nullopt};
  return compare(at, step.end.state, step.number);
}

MachineReplayer::End MachineReplayer::walk(const analysis::ConcreteTrace& trace,
                                           Configuration from) const {
  End at{std::move(from)};
  at.error = compare(at, trace.initial, 0);
  for (const ModelStep& one : model_steps(trace)) {
    if (at.error) break;
    const std::optional<ReplayError> error = step(at, one);
    at.error = error;
  }
  return at;
}

std::optional<ReplayError> MachineReplayer::follow(const analysis::ConcreteTrace& trace) const {
  return walk(trace, execution_.initial()).error;
}

std::optional<ReplayError> MachineReplayer::follow_on(const analysis::ConcreteTrace& rest) const {
  // Nothing happens after a fault.
  if (rest.initial.get(lowering_.layout().fault()).as_small() !=
      static_cast<std::int64_t>(Fault::nothing))
    return rest.steps.empty() ? std::nullopt
                              : std::optional(ReplayError{"nothing happens after a fault"});
  return walk(rest, lowering_.layout().decode(rest.initial)).error;
}

std::optional<ReplayError> MachineReplayer::replay(const analysis::ConcreteTrace& trace) const {
  const End end = walk(trace, execution_.initial());
  if (end.error) return end.error;
  if (questions_.empty()) return ReplayError{"there is no property"};
  const Resolution nothing;
  FixedChooser chooser(nothing);
  const bool is_violated =
      std::any_of(questions_.begin(), questions_.end(), [&](const Question* question) {
        return question->asks_for(end.fault) ||
               (end.last && question->asks_for(*end.last, end.fault)) ||
               (end.fault == Fault::nothing &&
                violates(execution_, *question, end.configuration, chooser));
      });
  if (is_violated) return std::nullopt;
  return ReplayError{"the property is not violated in the last state"};
}

}  // namespace arges::model::machines
