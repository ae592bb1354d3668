#include "engine/coverage/recorder.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/invariant.h"
#include "ir/interpreter.h"
#include "ir/reference_evaluator.h"
#include "model/statechart/follower.h"

namespace arges::engine {

namespace {

using analysis::ConcreteTrace;
using model::ModelStep;
using model::statechart::Follower;
using model::statechart::Machine;
using model::statechart::Occurrence;
using model::statechart::Phase;
using model::statechart::Semantics;
using model::statechart::State;
using model::statechart::Transition;
using model::statechart::Trigger;

/// What happened in a run until some point, as far as goals are concerned.
class Progress {
 public:
  explicit Progress(const GoalTable& table) : memories_(table.num_memories, 0) {}

  /// Return by adding to `met`. To pass a mark is to read what came before, and then to write.
  void pass(const GoalTable& table, const Mark& mark, std::vector<GoalId>& met) {
    read(table, mark, met);
    write(table, mark);
  }
  void read(const GoalTable& table, const Mark& mark, std::vector<GoalId>& met) const {
    const auto found = table.marks.find(mark);
    if (found == table.marks.end()) return;
    const MarkEffects& effects = found->second;
    met.insert(met.end(), effects.meets.begin(), effects.meets.end());
    for (const MarkEffects::Access& access : effects.reads)
      if (memories_[access.memory] == access.value)
        met.insert(met.end(), access.goals.begin(), access.goals.end());
  }
  void write(const GoalTable& table, const Mark& mark) {
    const auto found = table.marks.find(mark);
    if (found == table.marks.end()) return;
    for (const MarkEffects::Access& access : found->second.writes)
      memories_[access.memory] = access.value;
  }

 private:
  std::vector<std::uint32_t> memories_;
};

void sort_unique(std::vector<GoalId>& goals) {
  std::sort(goals.begin(), goals.end());
  goals.erase(std::unique(goals.begin(), goals.end()), goals.end());
}

/// How many actions a path has in common with one of these keys, whole steps only.
template <typename Path>
std::size_t known_actions(const Path& path, std::span<const std::uint32_t> keys) {
  std::size_t same = 0;
  while (same < path.size() && same < keys.size() && path[same].key == keys[same]) ++same;
  while (same > 1 && !path[same - 1].rests) --same;
  return same == 0 ? 0 : same - 1;
}

/// The points of the run being recorded, with what was met on the way. Runs that begin alike have
/// most of it in common, so it is counted as points come and go.
template <typename Position>
class RecordedPath {
 public:
  bool empty() const { return positions_.empty(); }
  std::size_t size() const { return positions_.size(); }
  const Position& operator[](std::size_t i) const { return positions_[i]; }
  const Position& back() const { return positions_.back(); }

  void push(Position position) {
    for (const GoalId goal : position.met) {
      if (goal >= times_.size()) times_.resize(goal + 1);
      ++times_[goal];
    }
    positions_.push_back(std::move(position));
  }
  void shorten(std::size_t size) {
    while (positions_.size() > size) {
      for (const GoalId goal : positions_.back().met) --times_[goal];
      positions_.pop_back();
    }
  }
  /// The goals that were met, ascending.
  std::vector<GoalId> met() const {
    std::vector<GoalId> result;
    for (GoalId goal = 0; goal < times_.size(); ++goal)
      if (times_[goal] > 0) result.push_back(goal);
    return result;
  }

 private:
  std::vector<Position> positions_;
  std::vector<std::uint32_t> times_;  ///< by goals: how often they were met
};

void meet_at_rest(const GoalTable& table, analysis::Control control, const ir::Valuation& state,
                  std::vector<GoalId>& met) {
  for (const RestGoal& goal : table.at_rest) {
    if (!goal.matters(control)) continue;
    const auto value = ir::reference_evaluate(goal.condition, state);
    if (value && value->is_true()) met.push_back(goal.goal);
  }
}

/// Sets of active states, which are goals once they are seen.
class ConfigurationGoals {
 public:
  GoalId goal_of(const std::vector<std::string>& states, GoalTable& table) {
    const std::string name = fmt::format("{}", fmt::join(states, ", "));
    const auto [known, fresh] = goals_.try_emplace(name, 0);
    if (fresh) known->second = table.add({Criterion::configurations, name});
    return known->second;
  }

 private:
  std::map<std::string, GoalId> goals_;
};

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
    path_.shorten(0);
    const std::vector<std::uint32_t> keys(trace.steps.size() + 1, 0);
    std::vector<GoalId> result = record_rest(trace, keys);
    path_.shorten(0);
    return result;
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
      start.at = follower_.start(rest.initial);
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

 private:
  /// A point of the run being recorded.
  struct Position {
    explicit Position(const GoalTable& table) : progress(table) {}
    std::uint32_t key = 0;
    bool rests = true;  ///< at the end of a step; within one, equal keys may have other inputs
    Follower::Position at = {};
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
    test_guards(path_.back().at.states.front(), next);
    next.at = follower_.step(path_.back().at, step);
    INVARIANT(!next.at.error, fmt::format("a trace should be a run of the model: {}",
                                          next.at.error ? next.at.error->message : ""));
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
    for (const Occurrence& occurrence : next.at.occurrences) {
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
        follower_.interpreter().configuration(next.at.states.front()), table_));
  }

  const model::statechart::Lowering& chart_;
  GoalTable& table_;
  SiteIndex sites_;
  Follower follower_;
  std::function<bool(analysis::Control)> rests_;
  ConfigurationGoals configurations_;
  RecordedPath<Position> path_;  ///< of the last trace
};

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
    const std::vector<std::uint32_t> keys(trace.steps.size() + 1, 0);
    std::vector<GoalId> result = record_rest(trace, keys);
    path_.shorten(0);
    return result;
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
  if (model.chart != nullptr) return std::make_unique<ChartRecorder>(model, table);
  return std::make_unique<SystemRecorder>(model, table);
}

}  // namespace arges::engine
