#include "engine/coverage/goal_coverage.h"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include "base/invariant.h"
#include "engine/coverage/goal_search.h"
#include "engine/coverage/run_keys.h"

namespace arges::engine {

using output::GoalResult;

GoalCoverage::GoalCoverage(const TraceModel& model, CoverageRequest request)
    : model_(model),
      request_(std::move(request)),
      table_(make_goals(model, request_)),
      recorder_(make_coverage_recorder(model, table_)) {}

void GoalCoverage::record(const analysis::TraceGraph& graph, analysis::TraceGenerator& generator) {
  RunKeys run_keys(graph, generator);
  for (std::size_t i = 0; i < generator.ends().size(); ++i) {
    const std::vector<std::uint32_t> keys = run_keys.of(i);
    note(recorder_->record_rest(generator.trace(i, recorder_->known(keys)), keys));
  }
  make_room();
}

void GoalCoverage::note(const std::vector<GoalId>& met) {
  for (const GoalId goal : met) {
    if (goal >= traces_of_.size()) traces_of_.resize(goal + 1);
    traces_of_[goal].push_back(num_traces_);
  }
  ++num_traces_;
}

void GoalCoverage::make_room() {
  traces_of_.resize(table_.goals.size());
  outcomes_.resize(table_.goals.size());
}

std::vector<bool> GoalCoverage::open_goals(bool only_one) const {
  std::vector<bool> result(table_.goals.size());
  for (std::size_t g = 0; g < result.size(); ++g) {
    result[g] = traces_of_[g].empty() && !outcomes_[g].is_settled;
    if (result[g] && only_one) break;
  }
  return result;
}

/// Things that happen within a step in any order may leave the same state behind, and then a run
/// does not show which order it was: where it does not meet what it was found for, goals are looked
/// for one by one, and those that are met only by such runs stay unknown.
void GoalCoverage::search(Env& env, Task& task, const Bounds& bounds) {
  const auto started = std::chrono::steady_clock::now();
  GoalSearch goals(env, task, model_, table_);
  bool one_by_one = false;
  for (;;) {
    std::vector<bool> wanted = open_goals(one_by_one);
    if (std::find(wanted.begin(), wanted.end(), true) == wanted.end()) return;
    const double spent =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
    GoalSearch::Answer answer;
    if (env.limits.reason() != StopReason::none)
      answer.reason = to_string(env.limits.reason());
    else if (bounds.most_traces != 0 && num_traces_ >= bounds.most_traces)
      answer.reason = "the bound on traces";
    else if (spent >= bounds.seconds)
      answer.reason = "timeout";
    else
      answer = goals.find(wanted, bounds.seconds - spent);
    if (answer.run && bounds.longest != 0 && length_of(*answer.run) > bounds.longest) {
      answer.reason = fmt::format("met by a trace of {} configurations, longer than --max-length",
                                  length_of(*answer.run));
      keep_met(*answer.run, wanted);
      answer.run.reset();
    }
    if (answer.run) {
      const std::vector<GoalId> met = recorder_->record(*answer.run);
      // Configurations that are seen for the first time are goals from now on.
      if (std::any_of(met.begin(), met.end(),
                      [&](GoalId goal) { return goal < wanted.size() && wanted[goal]; })) {
        found_.push_back(*std::move(answer.run));
        note(met);
        make_room();
        continue;
      }
      INVARIANT(model_.chart != nullptr, "a run that meets a goal should be seen to do so");
      if (!one_by_one) {
        one_by_one = true;
        continue;
      }
      answer.reason = "a run does not show in which order things happen";
    }
    for (std::size_t g = 0; g < wanted.size(); ++g)
      if (wanted[g]) outcomes_[g] = {true, answer.is_proved, answer.reason};
  }
}

std::size_t GoalCoverage::length_of(const analysis::ConcreteTrace& run) const {
  const auto rests = [&](const analysis::ConcreteStep& step) {
    return model_.view.rests(step.action->target);
  };
  return (model_.view.rests(model_.system->initial_control()) ? 1U : 0U) +
         static_cast<std::size_t>(std::count_if(run.steps.begin(), run.steps.end(), rests));
}

void GoalCoverage::keep_met(const analysis::ConcreteTrace& run, std::vector<bool>& wanted) const {
  // What such a run shows is no goal by that.
  GoalTable copy = table_;
  std::vector<bool> is_met(wanted.size());
  for (const GoalId goal : make_coverage_recorder(model_, copy)->record(run))
    if (goal < wanted.size() && wanted[goal]) is_met[goal] = true;
  if (std::find(is_met.begin(), is_met.end(), true) != is_met.end()) wanted = std::move(is_met);
}

std::vector<output::CriterionResult> GoalCoverage::results() && {
  std::vector<output::CriterionResult> results;
  for (const Criterion criterion : request_.criteria) {
    output::CriterionResult result{name_of(criterion), {}};
    for (std::size_t g = 0; g < table_.goals.size(); ++g) {
      if (table_.goals[g].criterion != criterion) continue;
      GoalResult one{table_.goals[g].name, table_.goals[g].position};
      one.traces = std::move(traces_of_[g]);
      one.reason = outcomes_[g].reason;
      one.status = !one.traces.empty()      ? GoalResult::Status::covered
                   : outcomes_[g].is_proved ? GoalResult::Status::infeasible
                                            : GoalResult::Status::unknown;
      result.goals.push_back(std::move(one));
    }
    if (!result.goals.empty() || request_.chosen == CoverageRequest::Chosen::by_name)
      results.push_back(std::move(result));
  }
  return results;
}

}  // namespace arges::engine
