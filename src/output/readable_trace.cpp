#include "output/readable_trace.h"

namespace arges::output {

namespace {

using analysis::ActionRole;

/// Collects the actions of one step until it is complete.
class StepMerger {
 public:
  explicit StepMerger(const analysis::System& system) : system_(system) {}

  void add(const analysis::ConcreteStep& part, const ir::Valuation& before) {
    const analysis::Action& action = *part.action;
    if (action.label != last_label_) {
      if (!step_.label.empty() && !action.label.empty()) step_.label += ", ";
      step_.label += action.label;
      last_label_ = action.label;
    }
    if (!step_.position) step_.position = action.location;
    ir::Interpreter interpreter(before, part.decisions);
    interpreter.execute(action.statement);
    for (const SourceLocation branch : interpreter.branches())
      if (branch) step_.branches.push_back(branch);
    step_.control = action.target;
    step_.state = &part.state;
  }
  bool empty() const { return step_.state == nullptr; }

  ReadableStep finish(const ir::Valuation& before) {
    ReadableStep result = std::move(step_);
    for (const ir::Var var : system_.variables())
      if (result.state->get(var) != before.get(var)) result.changed.push_back(var);
    step_ = {};
    last_label_.clear();
    return result;
  }

 private:
  const analysis::System& system_;
  ReadableStep step_;
  std::string last_label_;
};

}  // namespace

std::vector<ir::Var> known_variables(const analysis::System& system, const ir::Valuation& state) {
  std::vector<ir::Var> result;
  for (const ir::Var var : system.variables())
    if (!state.get(var).is_unknown()) result.push_back(var);
  return result;
}

ReadableTrace make_readable(const analysis::ConcreteTrace& trace, const analysis::System& system) {
  ReadableTrace result;
  result.steps.push_back({.label = "",
                          .control = system.initial_control(),
                          .position = {},
                          .branches = {},
                          .state = &trace.initial,
                          .changed = known_variables(system, trace.initial)});
  StepMerger merger(system);
  std::size_t taken = 0;
  const auto finish = [&] {
    if (merger.empty()) return;
    result.steps.push_back(merger.finish(*result.steps.back().state));
    result.steps.back().end = taken;
  };
  const ir::Valuation* before = &trace.initial;
  for (std::size_t k = 0; k < trace.steps.size(); ++k) {
    const analysis::ConcreteStep& part = trace.steps[k];
    if (trace.loop && trace.loop->start == k) result.loop_start = result.steps.size() - 1;
    if (part.action->role == ActionRole::check) {
      result.violation = part.action->location;
      continue;
    }
    merger.add(part, *before);
    taken = k + 1;
    before = &part.state;
    if (part.action->role == ActionRole::step) finish();
  }
  finish();  // a violation in the middle of a step
  return result;
}

}  // namespace arges::output
