#include "engine/trace_replay.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "engine/options.h"
#include "engine/statechart_simulator.h"

namespace arges::engine {

namespace {

using output::Outcome;
using output::RecordedTrace;
using output::TraceComparison;
using output::TraceDifference;
using Kind = TraceDifference::Kind;

/// Replaying costs time, and nobody reads more.
constexpr std::size_t most_replays = 1000;

/// The line that makes a simulation take the step again.
std::string line_of(const std::string& cause) { return cause == "no input" ? "cycle" : cause; }

/// What the last step led to, in the variables that the other version has as well.
Outcome outcome_of(const Simulator& simulator, const Outcome& before) {
  const Simulator::Step& step = simulator.steps().back();
  Outcome result{step.configuration, step.sent, {}};
  std::sort(result.outputs.begin(), result.outputs.end());
  for (const auto& [var, value] : step.variables)
    if (before.variables.contains(var->name))
      result.variables.emplace(var->name, step.words.contains(var)
                                              ? step.words.at(var)
                                              : output::value_text(simulator.chart(), var, value));
  return result;
}

/// Gives the inputs of traces to the model.
class Replays {
 public:
  Replays(Env& env, const LoadRequest& model, const TraceComparison& comparison)
      : simulator_(env, quiet(model)),
        gone_variables_(comparison.gone_variables.begin(), comparison.gone_variables.end()) {}

  /// What became of a trace; nothing: it can't be told.
  std::optional<TraceDifference> replay(const RecordedTrace& trace) {
    TraceDifference result{Kind::kept, {}, {}, {}};
    if (!simulator_.input("---").empty() || differs(trace.front().second)) return {};
    for (std::size_t k = 1; k < trace.size(); ++k) {
      const auto& [cause, outcome] = trace[k];
      result.inputs.push_back(cause);
      result.reason = simulator_.input(line_of(cause));
      if (simulator_.left_a_choice()) return {};
      result.before = restricted(outcome);
      if (!result.reason.empty()) {
        result.kind = Kind::gone;
        return result;
      }
      if (!differs(outcome)) continue;
      result.kind = Kind::changed;
      result.now = outcome_of(simulator_, *result.before);
      return result;
    }
    return result;
  }

 private:
  /// It has been warned already.
  static LoadRequest quiet(LoadRequest model) {
    model.warns = false;
    return model;
  }
  Outcome restricted(Outcome outcome) const {
    std::erase_if(outcome.variables,
                  [&](const auto& entry) { return gone_variables_.contains(entry.first); });
    return outcome;
  }
  bool differs(const Outcome& before) const {
    const Outcome expected = restricted(before);
    return outcome_of(simulator_, expected) != expected;
  }

  StatechartSimulator simulator_;
  std::set<std::string> gone_variables_;
};

/// What became of the traces through one place, each of several outcomes once.
std::vector<TraceDifference> replayed(Replays& replays, const TraceDifference& gone,
                                      const std::vector<RecordedTrace>& traces) {
  std::vector<TraceDifference> result;
  TraceDifference untold = gone;
  untold.traces_before.clear();
  for (const std::size_t trace : gone.traces_before) {
    auto one = replays.replay(traces[trace]);
    if (!one) {
      untold.traces_before.push_back(trace);
      continue;
    }
    // What is kept is told where the sets part, not where the trace ends.
    if (one->kind == Kind::kept) {
      one->inputs = gone.inputs;
      one->ways = gone.ways;
      one->before = gone.before;
    }
    auto same = std::find_if(result.begin(), result.end(), [&](const TraceDifference& known) {
      return known.kind == one->kind && known.inputs == one->inputs && known.now == one->now;
    });
    if (same == result.end()) same = result.insert(same, *std::move(one));
    same->traces_before.push_back(trace);
  }
  if (!untold.traces_before.empty()) result.push_back(std::move(untold));
  return result;
}

TraceComparison replayed_on(Env& env, const LoadRequest& model,
                            const output::RecordedTraces& before, TraceComparison comparison) {
  std::size_t wanted = 0;
  for (const TraceDifference& one : comparison.differences)
    if (one.kind == Kind::gone) wanted += one.traces_before.size();
  const bool is_chart = (statechart_models & only(model_kind(model.path, model.input_format))) != 0;
  if (wanted == 0 || wanted > most_replays || !is_chart) return comparison;
  Replays replays(env, model, comparison);
  std::vector<TraceDifference> result;
  for (const TraceDifference& one : comparison.differences) {
    if (one.kind != Kind::gone) {
      result.push_back(one);
      continue;
    }
    for (TraceDifference& became : replayed(replays, one, before.traces))
      result.push_back(std::move(became));
  }
  comparison.differences = std::move(result);
  return comparison;
}

}  // namespace

TraceComparison with_replays(Env& env, const LoadRequest& model,
                             const output::RecordedTraces& before, TraceComparison comparison) {
  try {
    return replayed_on(env, model, before, comparison);
  } catch (const LimitReached&) {
    // What the sets show stays true; only what became of the missing traces is not told.
    return comparison;
  }
}

}  // namespace arges::engine
