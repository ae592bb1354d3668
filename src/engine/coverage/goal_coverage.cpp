#include "engine/coverage/goal_coverage.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include <fmt/format.h>

#include "base/invariant.h"
#include "engine/coverage/goal_search.h"
#include "engine/coverage/run_keys.h"

namespace arges::engine {

using output::GoalResult;

namespace {

/// To write traces takes that much of the time that it takes to record them, at most.
constexpr double writing_per_recording = 2;
/// What that may take where no time is left, but for the first trace.
constexpr double seconds_if_late = 0.25;
/// Of the time that is left; a solver does not stop at once.
constexpr double share_of_search = 0.9;

bool is_limit(const std::string& reason) {
  const auto is = [&](StopReason limit) { return reason == to_string(limit); };
  return is(StopReason::timeout) || is(StopReason::memory) || is(StopReason::interrupted);
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

GoalCoverage::GoalCoverage(const TraceModel& model, CoverageRequest request)
    : model_(model),
      request_(std::move(request)),
      table_(make_goals(model, request_)),
      recorder_(make_coverage_recorder(model, table_)) {}

void GoalCoverage::record(const Limits& limits, const analysis::TraceGraph& graph,
                          analysis::TraceGenerator& generator) {
  RunKeys run_keys(graph, generator);
  const auto started = std::chrono::steady_clock::now();
  const bool is_late = limits.reason() != StopReason::none;
  std::size_t nodes = 0;
  const auto is_time_up = [&] {
    if (is_late && seconds_since(started) > seconds_if_late) return true;
    if (nodes <= analysis::TraceGenerator::most_last_nodes) return false;  // takes no time
    if (is_late) return true;
    const auto left = limits.seconds_left();
    return limits.reason() != StopReason::none ||
           (left && *left < writing_per_recording * seconds_since(started));
  };
  for (std::size_t i = 0; i < generator.ends().size(); ++i) {
    if (i > 0 && is_time_up()) {
      const StopReason reason = limits.reason();
      generator.keep_first(i, to_string(reason == StopReason::none ? StopReason::timeout : reason));
      break;
    }
    const std::vector<std::uint32_t> keys = run_keys.of(i);
    note(recorder_->record_rest(generator.trace(i, recorder_->known(keys)), keys));
    nodes += keys.size();
  }
  seconds_recorded_ = seconds_since(started);
  make_room();
}

void GoalCoverage::note(const std::vector<GoalId>& met) {
  for (const GoalId goal : met) {
    if (goal >= traces_of_.size()) {
      traces_of_.resize(goal + 1);
      first_met_.resize(goal + 1);
    }
    if (traces_of_[goal].empty()) first_met_[goal] = recorder_->first_met(goal);
    traces_of_[goal].push_back(num_traces_);
  }
  ++num_traces_;
}

void GoalCoverage::make_room() {
  traces_of_.resize(table_.goals.size());
  first_met_.resize(table_.goals.size());
  outcomes_.resize(table_.goals.size());
}

std::vector<bool> GoalCoverage::open_goals(Number number) const {
  std::vector<bool> result(table_.goals.size());
  for (std::size_t g = 0; g < result.size(); ++g) {
    result[g] = traces_of_[g].empty() && !outcomes_[g].is_settled;
    if (result[g] && number == Number::one) break;
  }
  return result;
}

/// Things that happen within a step in any order may leave the same state behind, and then a run
/// does not show which order it was: where it does not meet what it was found for, goals are looked
/// for one by one, and those that are met only by such runs stay unknown.
void GoalCoverage::search(Env& env, Task& task, const Bounds& bounds) {
  const auto started = std::chrono::steady_clock::now();
  const double seconds = seconds_for_search(env.limits, bounds.seconds);
  GoalSearch goals(env, task, model_, table_);
  Number number = Number::all;
  for (;;) {
    std::vector<bool> wanted = open_goals(number);
    if (std::find(wanted.begin(), wanted.end(), true) == wanted.end()) return;
    const double spent = seconds_since(started);
    GoalSearch::Answer answer;
    if (env.limits.reason() != StopReason::none)
      answer.reason = to_string(env.limits.reason());
    else if (spent >= seconds)
      answer.reason = to_string(StopReason::timeout);
    else
      answer = goals.find(wanted, seconds - spent);
    // Nobody set a limit that short but --goal-time.
    const bool is_bounded = seconds >= bounds.seconds && env.limits.reason() == StopReason::none;
    if (is_bounded && answer.reason == to_string(StopReason::timeout))
      answer.reason = "the bound on the time for goals, --goal-time";
    if (answer.run) {
      std::vector<bool> met = met_by(*answer.run, wanted);
      const std::optional<Cut> cut = out_of_bounds(*answer.run, bounds);
      if (std::find(met.begin(), met.end(), true) == met.end()) {
        INVARIANT(model_.chart != nullptr, "a run that meets a goal should be seen to do so");
        if (std::exchange(number, Number::one) == Number::all) continue;
        answer.reason = "a run does not show in which order things happen";
      } else if (cut) {
        wanted = std::move(met);
        answer.reason = cut->reason;
        why_cut_ = cut->bound;
      } else {
        note(recorder_->record(*answer.run));
        found_.push_back(*std::move(answer.run));
        make_room();
        continue;
      }
    }
    // A limit of the run left out the traces that a search would have brought.
    if (!answer.is_proved && is_limit(answer.reason)) why_cut_ = answer.reason;
    for (std::size_t g = 0; g < wanted.size(); ++g)
      if (wanted[g]) outcomes_[g] = {true, answer.is_proved, answer.reason};
  }
}

void GoalCoverage::leave_open(const std::string& reason) {
  for (std::size_t g = 0; g < outcomes_.size(); ++g)
    if (traces_of_[g].empty()) outcomes_[g].reason = reason;
}

double GoalCoverage::seconds_for_search(const Limits& limits, double wanted) const {
  const auto left = limits.seconds_left();
  if (!left) return wanted;
  return std::min(wanted, *left * share_of_search - writing_per_recording * seconds_recorded_);
}

std::optional<GoalCoverage::Cut> GoalCoverage::out_of_bounds(const analysis::ConcreteTrace& run,
                                                             const Bounds& bounds) const {
  if (bounds.longest != 0 && length_of(run) > bounds.longest)
    return Cut{"the bound on the length of traces",
               fmt::format("met by a trace of {} configurations, longer than --max-length",
                           length_of(run))};
  if (is_one_more(run, bounds))
    return Cut{"the bound on traces", "met by one trace more than --max-traces allows"};
  return std::nullopt;
}

/// To compare traces takes time, so they are counted where it matters.
bool GoalCoverage::is_one_more(const analysis::ConcreteTrace& run, const Bounds& bounds) const {
  if (bounds.most_traces == 0 || num_traces_ < bounds.most_traces) return false;
  std::vector<analysis::ConcreteTrace> found = found_;
  found.push_back(run);
  return bounds.size_with(found) > bounds.most_traces;
}

std::size_t GoalCoverage::length_of(const analysis::ConcreteTrace& run) const {
  const auto rests = [&](const analysis::ConcreteStep& step) {
    return model_.view.rests(step.action->target);
  };
  return (model_.view.rests(model_.system->initial_control()) ? 1U : 0U) +
         static_cast<std::size_t>(std::count_if(run.steps.begin(), run.steps.end(), rests));
}

std::vector<bool> GoalCoverage::met_by(const analysis::ConcreteTrace& run,
                                       const std::vector<bool>& wanted) const {
  // What such a run shows is no goal by that.
  GoalTable copy = table_;
  std::vector<bool> result(wanted.size());
  for (const GoalId goal : make_coverage_recorder(model_, copy)->record(run))
    if (goal < wanted.size() && wanted[goal]) result[goal] = true;
  return result;
}

std::vector<output::CriterionResult> GoalCoverage::results() && {
  std::vector<output::CriterionResult> results;
  for (const Criterion criterion : request_.criteria) {
    output::CriterionResult result{name_of(criterion), {}};
    for (std::size_t g = 0; g < table_.goals.size(); ++g) {
      if (table_.goals[g].criterion != criterion) continue;
      GoalResult one{table_.goals[g].name, table_.goals[g].position};
      one.traces = std::move(traces_of_[g]);
      if (!one.traces.empty()) one.action = first_met_[g];
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
