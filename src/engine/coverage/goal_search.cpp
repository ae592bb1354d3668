#include "engine/coverage/goal_search.h"

#include <algorithm>
#include <chrono>

#include "analysis/domain/explicit/explicit_domain.h"
#include "analysis/system/state_variables.h"
#include "analysis/tracegen/trace_generator.h"
#include "engine/checker.h"
#include "engine/options.h"
#include "smt/z3/factory.h"

namespace arges::engine {

namespace {

using analysis::ActionRole;
using model::ControlGraph;

/// Runs of the watched System are runs of the model.
class GoalReplayer : public model::Replayer {
 public:
  explicit GoalReplayer(const model::Replayer& model) : model_(model) {}
  std::optional<model::ReplayError> replay(const analysis::ConcreteTrace& trace) const override {
    return model_.follow(trace);
  }
  std::optional<model::ReplayError> follow(const analysis::ConcreteTrace& trace) const override {
    return model_.follow(trace);
  }

 private:
  const model::Replayer& model_;
};

}  // namespace

GoalSearch::GoalSearch(Env& env, Task& task, const TraceModel& model, const GoalTable& table)
    : env_(env), task_(task), model_(model), watcher_(model, table) {}

GoalSearch::Answer GoalSearch::find(const std::vector<bool>& wanted, double seconds) {
  const auto started = std::chrono::steady_clock::now();
  const auto left = [&] {
    return seconds -
           std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  };
  // All states, if they are few; abstraction, if they are not.
  Answer answer = explore(wanted, seconds / 4);
  const bool saw_all = answer.is_proved;
  if (saw_all) answer = check(wanted, {EngineKind::explicit_states, Purpose::proof}, left() / 2);
  if (answer.run || answer.is_proved) return answer;
  // A run that ends within a step is told if the step never ends, and where runs leave the model,
  // others may not. Who comes last has all the time that is left.
  const bool may_leave = !model_.escapes.empty() && !saw_all;
  answer = check(wanted, {EngineKind::cegar, Purpose::proof}, may_leave ? left() * 0.75 : left());
  const bool may_be_better = answer.run ? !is_whole(*answer.run) : !answer.is_proved && may_leave;
  if (may_be_better && !saw_all && left() > 0) {
    Answer other = check(wanted, {EngineKind::cegar, Purpose::run}, left());
    if (other.run) return other;
  }
  return answer;
}

bool GoalSearch::is_whole(const analysis::ConcreteTrace& run) const {
  return run.steps.empty() || model_.view.rests(run.steps.back().action->target) ||
         model_.system->is_target(run.steps.back().action->target);
}

GoalSearch::Answer GoalSearch::explore(const std::vector<bool>& wanted, double seconds) {
  const std::unique_ptr<ControlGraph> system = watcher_.make_system(wanted, Purpose::run);
  const auto solvers = smt::make_z3_factory(env_, task_.context(), {});
  analysis::ExplicitDomain domain(env_, task_.context(), *solvers,
                                  analysis::ExplicitDomain::most_successors);
  const auto values_of = [&](analysis::StateId state) { return domain.values(state); };
  analysis::Precision precision(analysis::Granularity::global);
  for (const ir::Var var : analysis::state_variables(*system))
    precision.add_variable(system->initial_control(), var);
  const Limits::Share share(env_.limits, seconds);
  analysis::TraceGraph graph(env_, *system, domain, model_.view, values_of);
  graph.build(precision, {0, 0, analysis::Targets::first});
  if (graph.targets().empty()) return {{}, graph.is_complete(), graph.why_incomplete()};
  const analysis::NodeId target = graph.targets().front();
  try {
    analysis::TraceGenerator generator(env_, graph, *solvers, values_of, {});
    Answer answer{generator.run_to(target)};
    if (answer.run) take_over(*answer.run);
    return answer;
  } catch (const LimitReached& limit) {
    return {{}, false, to_string(limit.reason())};
  }
}

/// Makes it a run of the model's System; checks are not of it.
void GoalSearch::take_over(analysis::ConcreteTrace& run) const {
  std::erase_if(run.steps, [](const analysis::ConcreteStep& step) {
    return step.action->role == ActionRole::check;
  });
  for (analysis::ConcreteStep& step : run.steps)
    step.action = model_.system->find_action(step.action->id);
}

GoalSearch::Answer GoalSearch::check(const std::vector<bool>& wanted, const How& how,
                                     double seconds) {
  Property property;
  property.name = "goals";
  property.system = watcher_.make_system(wanted, how.purpose);
  property.replayer = std::make_unique<GoalReplayer>(*model_.replayer);
  if (how.purpose == Purpose::proof) property.escapes = model_.escapes;
  const std::size_t number = task_.add(std::move(property));
  Answer answer;
  {
    const Limits::Share share(env_.limits, seconds);
    output::PropertyResult result =
        check_property(env_, task_, number, defaults_of(how.engine), nullptr, {});
    using Verdict = analysis::Answer;
    if (result.verdict.answer == Verdict::violated) {
      answer.run = std::move(result.verdict.counterexample);
    } else if (result.verdict.answer == Verdict::holds && result.certificate.passed) {
      answer.is_proved = true;
      answer.reason =
          how.engine == EngineKind::explicit_states ? "all states were seen" : "by abstraction";
    } else {
      answer.reason = result.verdict.answer == Verdict::holds
                          ? "a proof could not be checked: " + result.certificate.reason
                          : result.verdict.reason;
    }
  }
  if (answer.run) take_over(*answer.run);
  task_.remove_last();
  return answer;
}

}  // namespace arges::engine
