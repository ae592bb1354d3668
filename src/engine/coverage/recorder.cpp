#include "engine/coverage/recorder.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/invariant.h"
#include "engine/coverage/chart_recorder.h"
#include "engine/coverage/recorded_path.h"
#include "ir/interpreter.h"
#include "ir/reference_evaluator.h"

namespace arges::engine {

namespace {

using analysis::ConcreteTrace;

/// The state of each object.
std::vector<std::string> states_of(const model::machines::Lowering& machines,
                                   const ir::Valuation& state) {
  const model::machines::Model& model = machines.model();
  std::vector<std::string> result;
  for (model::machines::ObjectId o = 0; o < model.objects.size(); ++o) {
    const auto at = static_cast<std::size_t>(state.get(machines.layout().state(o)).as_small());
    result.push_back(
        fmt::format("{}.{}", model.objects[o].name, model.class_of(o).states[at].name));
  }
  std::sort(result.begin(), result.end());
  return result;
}

/// Executes traces of other models by the interpreter of statements.
class SystemRecorder : public CoverageRecorder {
 public:
  SystemRecorder(const TraceModel& model, GoalTable& table)
      : model_(model), table_(table), sites_(table.sites) {}

  /// A model that can't be followed from within a run is followed from its start.
  std::size_t known(std::span<const std::uint32_t> keys) const override {
    return model_.follow_on ? known_actions(path_, keys) : 0;
  }

  std::vector<GoalId> record(const ConcreteTrace& trace) override {
    const std::vector<std::uint32_t> keys(trace.steps.size() + 1, key_of_its_own);
    return record_rest(trace, keys);
  }

  std::vector<GoalId> record_rest(const ConcreteTrace& rest,
                                  std::span<const std::uint32_t> keys) override {
    const std::size_t from = keys.size() - 1 - rest.steps.size();
    if (from == 0) {
      Position start{keys[0], rest.initial, Progress(table_)};
      const analysis::Control first = model_.system->initial_control();
      if (model_.view.rests(first)) come_to_rest(first, rest.initial, start);
      path_.shorten(0);
      path_.push(std::move(start));
    }
    path_.shorten(from + 1);
    for (const ir::Var var : model_.system->variables())
      INVARIANT(path_.back().state.get(var) == rest.initial.get(var),
                fmt::format("what is left of a run should begin where it was, in {}", var->name));
    follow(rest, from);
    const ir::Valuation* before = &rest.initial;
    for (const analysis::ConcreteStep& step : rest.steps) {
      push(keys[path_.size()], *before, step);
      before = &step.state;
    }
    return path_.met();
  }

  std::size_t first_met(GoalId goal) const override { return path_.first_met(goal); }

 private:
  /// A point of the run being recorded.
  struct Position {
    std::uint32_t key;
    ir::Valuation state;
    Progress progress;
    std::vector<GoalId> met = {};  ///< by the action that leads here
    bool rests = true;             ///< at the end of a step
  };

  /// On the model itself, of which the System's statements may be only a part or a rearrangement.
  void follow(const ConcreteTrace& rest, std::size_t from) const {
    const auto wrong = from == 0 ? model_.replayer->follow(rest) : model_.follow_on(rest);
    INVARIANT(!wrong || wrong->undecided,
              fmt::format("a trace should be a run of the model: {}", wrong ? wrong->message : ""));
  }

  /// Executes an action, which must lead where the trace says.
  void push(std::uint32_t key, const ir::Valuation& before, const analysis::ConcreteStep& step) {
    Position next{key, step.state, path_.back().progress};
    ir::Interpreter interpreter(before, step.decisions);
    interpreter.watch([&](ir::Stmt statement, std::uint32_t way) {
      if (const auto site = sites_.find(statement, way))
        next.progress.pass(table_, {Mark::Kind::executed, 0, *site}, next.met);
    });
    const auto error = interpreter.execute(step.action->statement);
    INVARIANT(!error || error->undecided,
              fmt::format("a trace should be a run of the model: {}", error ? error->message : ""));
    for (const ir::Var var : model_.system->variables())
      INVARIANT(error || interpreter.state().get(var) == step.state.get(var),
                fmt::format("a trace should be a run of the model, also in {}", var->name));
    const Mark taken{Mark::Kind::taken, 0, step.action->id};
    if (counts(taken, before)) next.progress.pass(table_, taken, next.met);
    next.rests = model_.view.rests(step.action->target);
    if (next.rests) come_to_rest(step.action->target, step.state, next);
    path_.push(std::move(next));
  }

  bool counts(const Mark& mark, const ir::Valuation& before) const {
    const auto found = table_.marks.find(mark);
    if (found == table_.marks.end() || !found->second.when) return true;
    const auto value = ir::reference_evaluate(found->second.when, before);
    return value && value->is_true();
  }

  void come_to_rest(analysis::Control control, const ir::Valuation& state, Position& at) {
    meet_at_rest(table_, control, state, at.met);
    if (table_.tells_configurations && model_.machines != nullptr)
      at.met.push_back(configurations_.goal_of(states_of(*model_.machines, state), table_));
  }

  const TraceModel& model_;
  GoalTable& table_;
  SiteIndex sites_;
  ConfigurationGoals configurations_;
  RecordedPath<Position> path_;  ///< of the last trace
};

}  // namespace

std::unique_ptr<CoverageRecorder> make_coverage_recorder(const TraceModel& model,
                                                         GoalTable& table) {
  if (model.chart != nullptr) return make_chart_recorder(model, table);
  return std::make_unique<SystemRecorder>(model, table);
}

}  // namespace arges::engine
