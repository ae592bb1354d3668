#include "engine/coverage/chart_recorder.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "base/invariant.h"
#include "engine/coverage/chart_goals.h"
#include "engine/coverage/recorded_path.h"
#include "model/statechart/follower.h"

namespace arges::engine {

namespace {

using analysis::ConcreteTrace;
using model::ModelStep;
using model::statechart::Follower;
using model::statechart::Machine;
using model::statechart::Occurrence;
using model::statechart::Phase;
using model::statechart::State;
using model::statechart::Transition;
using model::statechart::Trigger;

void sort_unique(std::vector<GoalId>& goals) {
  std::sort(goals.begin(), goals.end());
  goals.erase(std::unique(goals.begin(), goals.end()), goals.end());
}

/// Executes traces of statecharts by the Interpreter and reads what happened from its occurrences.
class ChartRecorder : public CoverageRecorder {
 public:
  ChartRecorder(const TraceModel& model, GoalTable& table)
      : chart_(*model.chart),
        table_(table),
        sites_(table.sites),
        follower_(*model.chart),
        rests_(model.view.rests) {}

  std::vector<GoalId> record(const ConcreteTrace& trace) override {
    const std::vector<std::uint32_t> keys(trace.steps.size() + 1, key_of_its_own);
    return record_rest(trace, keys);
  }

  std::size_t known(std::span<const std::uint32_t> keys) const override {
    return known_actions(path_, keys);
  }

  std::vector<GoalId> record_rest(const ConcreteTrace& rest,
                                  std::span<const std::uint32_t> keys) override {
    const std::size_t from = keys.size() - 1 - rest.steps.size();
    if (from == 0) {
      Position start(table_);
      start.key = keys[0];
      start.at = std::make_shared<Follower::Position>(follower_.start(rest.initial));
      path_.shorten(0);
      path_.push(std::move(start));
    }
    path_.shorten(from + 1);
    for (const ModelStep& step : model::model_steps(rest)) {
      // Within a step nothing has happened yet.
      while (path_.size() < from + step.number) repeat(keys[path_.size()]);
      push(keys[from + step.number], step);
    }
    return path_.met();
  }

  std::size_t first_met(GoalId goal) const override { return path_.first_met(goal); }

 private:
  /// A point of the run being recorded.
  struct Position {
    explicit Position(const GoalTable& table) : progress(table) {}
    std::uint32_t key = 0;
    bool rests = true;  ///< at the end of a step; within one, equal keys may have other inputs
    std::shared_ptr<const Follower::Position> at = {};  ///< points within a step share it
    Progress progress;
    std::vector<GoalId> met = {};  ///< by the step that leads here
  };

  void repeat(std::uint32_t key) {
    Position next = path_.back();
    next.key = key;
    next.rests = false;
    next.met.clear();
    path_.push(std::move(next));
  }

  void push(std::uint32_t key, const ModelStep& step) {
    Position next(table_);
    next.key = key;
    next.progress = path_.back().progress;
    test_guards(path_.back().at->states.front(), next);
    next.at = std::make_shared<Follower::Position>(follower_.step(*path_.back().at, step));
    INVARIANT(!next.at->error, fmt::format("a trace should be a run of the model: {}",
                                           next.at->error ? next.at->error->message : ""));
    pass_all(next);
    next.rests = rests_(step.end.action->target);
    if (next.rests) {
      meet_at_rest(table_, step.end.action->target, step.end.state, next.met);
      if (table_.tells_configurations) meet_configuration(next);
    }
    sort_unique(next.met);
    path_.push(std::move(next));
  }

  /// What fires in one reaction fires at once, so that what came before it counts for all of it.
  void pass_all(Position& next) const {
    std::vector<Mark> fired;
    for (const Occurrence& occurrence : next.at->occurrences) {
      const auto mark = mark_of(occurrence);
      if (!mark) continue;
      if (mark->kind == Mark::Kind::fired && table_.fire_at_once) {
        next.progress.read(table_, *mark, next.met);
        fired.push_back(*mark);
      } else {
        next.progress.pass(table_, *mark, next.met);
      }
    }
    for (const Mark& mark : fired) next.progress.write(table_, mark);
  }

  std::optional<Mark> mark_of(const Occurrence& occurrence) const {
    switch (occurrence.kind) {
      case Occurrence::Kind::entered:
        return Mark{Mark::Kind::entered, occurrence.machine, occurrence.number};
      case Occurrence::Kind::fired:
        return Mark{Mark::Kind::fired, occurrence.machine, occurrence.number};
      case Occurrence::Kind::branched:
        return Mark{Mark::Kind::branched, occurrence.machine,
                    branch_number(chart_.layout().system().machines[occurrence.machine],
                                  occurrence.number, occurrence.branch)};
      case Occurrence::Kind::assigned:
      case Occurrence::Kind::read:
        if (const auto site = sites_.find(Site{.machine = occurrence.machine,
                                               .location = occurrence.location,
                                               .defines = occurrence.variable}))
          return Mark{Mark::Kind::executed, table_.sites[*site].machine, *site};
        return {};
      default:
        return {};
    }
  }

  /// Guards matter where a reaction begins with their source active and their trigger there.
  void test_guards(const State& state, Position& next) {
    const auto& machines = chart_.layout().system().machines;
    for (std::uint32_t m = 0; m < machines.size(); ++m) {
      if (!begins_reaction(state, m)) continue;
      for (std::uint32_t t = 0; t < machines[m].transitions.size(); ++t)
        if (machines[m].transitions[t].guard && matters(state, m, t))
          next.progress.pass(table_, {Mark::Kind::tested, m, t}, next.met);
    }
    for (const Test& test : table_.tests) {
      if (!begins_reaction(state, test.machine) || !matters(state, test.machine, test.transition))
        continue;
      const auto value = follower_.interpreter().evaluate(
          state, machines[test.machine].transitions[test.transition].guard);
      if (!value) continue;
      const std::vector<GoalId>& met = value->is_true() ? test.if_true : test.if_false;
      next.met.insert(next.met.end(), met.begin(), met.end());
    }
  }

  static bool begins_reaction(const State& state, std::uint32_t machine) {
    switch (state.place.phase) {
      case Phase::input:
        return true;
      case Phase::react:
      case Phase::booting_react:
      case Phase::busy:
      case Phase::booting:
        return state.place.machine == machine;
      default:
        return false;
    }
  }

  bool matters(const State& state, std::uint32_t m, std::uint32_t t) const {
    const Machine& machine = chart_.layout().system().machines[m];
    const Transition& transition = machine.transitions[t];
    if (!state.machines[m].active[transition.source]) return false;
    const bool is_busy = state.place.phase == Phase::busy || state.place.phase == Phase::booting;
    switch (transition.trigger.kind) {
      case Trigger::Kind::nothing:
        return is_busy || state.place.phase == Phase::input;
      case Trigger::Kind::events: {
        const auto& events = transition.trigger.events;
        return !is_busy &&
               std::find(events.begin(), events.end(), state.machines[m].current) != events.end();
      }
      case Trigger::Kind::formula: {
        const auto value = follower_.interpreter().evaluate(state, transition.trigger.formula);
        return !is_busy && value && value->is_true();
      }
    }
    return false;
  }

  void meet_configuration(Position& next) {
    next.met.push_back(configurations_.goal_of(
        follower_.interpreter().configuration(next.at->states.front()), table_));
  }

  const model::statechart::Lowering& chart_;
  GoalTable& table_;
  SiteIndex sites_;
  Follower follower_;
  std::function<bool(analysis::Control)> rests_;
  ConfigurationGoals configurations_;
  RecordedPath<Position> path_;  ///< of the last trace
};

}  // namespace

std::unique_ptr<CoverageRecorder> make_chart_recorder(const TraceModel& model, GoalTable& table) {
  return std::make_unique<ChartRecorder>(model, table);
}

}  // namespace arges::engine
