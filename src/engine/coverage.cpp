#include "engine/coverage.h"

#include <algorithm>
#include <set>
#include <stdexcept>

#include <fmt/format.h>

#include "model/statechart/follower.h"

namespace arges::engine {

namespace {

using analysis::ConcreteTrace;
using model::ModelStep;
using model::statechart::Follower;
using model::statechart::Machine;
using model::statechart::MachineId;
using model::statechart::Node;
using model::statechart::NodeId;
using model::statechart::Occurrence;
using model::statechart::TransitionId;

constexpr std::uint32_t number(Criterion criterion) {
  return static_cast<std::uint32_t>(criterion);
}

constexpr Choice criteria_table[] = {
    {"states", "every state is active in some trace", "the least to ask for",
     number(Criterion::states)},
    {"configurations", "every set of states that are active together is",
     "for orthogonal regions and systems of machines", number(Criterion::configurations)},
    {"transitions", "every transition fires in some trace", "the usual aim of test suites",
     number(Criterion::transitions)},
};
constexpr Choices criteria_choices{
    "criteria", "what is told about the coverage of the traces, separated by commas",
    criteria_table};

bool wants(std::span<const Criterion> criteria, Criterion one) {
  return std::find(criteria.begin(), criteria.end(), one) != criteria.end();
}

/// Executes traces of statecharts by the Interpreter and reads what happened from its occurrences.
class ChartRecorder : public CoverageRecorder {
 public:
  ChartRecorder(const TraceModel& model, std::span<const Criterion> criteria)
      : layout_(model.chart->layout()),
        follower_(*model.chart),
        wants_configurations_(wants(criteria, Criterion::configurations)) {
    const auto& machines = layout_.system().machines;
    for (MachineId m = 0; m < machines.size(); ++m) {
      if (wants(criteria, Criterion::states))
        for (NodeId n = 1; n < machines[m].nodes.size(); ++n) add_state(m, n);
      if (wants(criteria, Criterion::transitions))
        for (TransitionId t = 0; t < machines[m].transitions.size(); ++t) add_transition(m, t);
    }
  }

  std::vector<std::size_t> record(const ConcreteTrace& trace,
                                  std::span<const std::uint32_t> keys) override {
    std::size_t known = 0;
    while (known < path_.size() && known < keys.size() && path_[known].key == keys[known]) ++known;
    path_.resize(known);
    if (path_.empty()) push(keys.empty() ? 0 : keys[0], follower_.start(trace.initial));
    // Fragments of a step have positions too, at which the model is where it was.
    const std::vector<ModelStep> steps = model::model_steps(trace);
    for (const ModelStep& step : steps) {
      if (step.number < path_.size()) continue;
      while (path_.size() < step.number) path_.push_back({keys[path_.size()], path_.back().at, {}});
      push(step.number < keys.size() ? keys[step.number] : 0,
           follower_.step(path_.back().at, step));
    }
    std::vector<std::size_t> result;
    for (const Position& position : path_)
      result.insert(result.end(), position.met.begin(), position.met.end());
    if (keys.empty()) path_.clear();
    std::sort(result.begin(), result.end());
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
  }

 private:
  /// A point of the run being recorded.
  struct Position {
    std::uint32_t key;
    Follower::Position at;
    std::vector<std::size_t> met;  ///< by the step that leads here
  };

  void add_state(MachineId m, NodeId n) {
    const Machine& machine = layout_.system().machines[m];
    const Node& node = machine.nodes[n];
    if (!is_state(node.kind) || node.is_region) return;
    states_[{m, n}] =
        add_goal({Criterion::states, machine.qualified(node.full_name), node.location});
  }

  void add_transition(MachineId m, TransitionId t) {
    const Machine& machine = layout_.system().machines[m];
    transitions_[{m, t}] =
        add_goal({Criterion::transitions, machine.qualified(machine.transitions[t].name),
                  machine.transitions[t].location});
  }

  void push(std::uint32_t key, Follower::Position at) {
    if (at.error)
      throw std::logic_error("a trace should be a run of the model: " + at.error->message);
    Position position{key, std::move(at), {}};
    const auto meet = [&](const auto& goals, MachineId machine, std::uint32_t item) {
      if (const auto found = goals.find({machine, item}); found != goals.end())
        position.met.push_back(found->second);
    };
    for (const Occurrence& occurrence : position.at.occurrences) {
      if (occurrence.kind == Occurrence::Kind::entered)
        meet(states_, occurrence.machine, occurrence.number);
      if (occurrence.kind == Occurrence::Kind::fired)
        meet(transitions_, occurrence.machine, occurrence.number);
    }
    const auto& state = position.at.states.front();
    if (wants_configurations_ && model::statechart::Interpreter::is_stable(state)) {
      const std::string name =
          fmt::format("{}", fmt::join(follower_.interpreter().configuration(state), ", "));
      const auto [known, fresh] = configurations_.try_emplace(name, 0);
      if (fresh) known->second = add_goal({Criterion::configurations, name});
      position.met.push_back(known->second);
    }
    path_.push_back(std::move(position));
  }

  const model::statechart::Layout& layout_;
  Follower follower_;
  bool wants_configurations_;
  std::map<std::pair<MachineId, NodeId>, std::size_t> states_;
  std::map<std::pair<MachineId, TransitionId>, std::size_t> transitions_;
  std::map<std::string, std::size_t> configurations_;
  std::vector<Position> path_;  ///< of the last trace
};

/// Of automata: locations and edges. What actions a trace has is checked by its replayer.
class ControlRecorder : public CoverageRecorder {
 public:
  ControlRecorder(const TraceModel& model, std::span<const Criterion> criteria)
      : system_(*model.system), replayer_(*model.replayer) {
    std::set<analysis::Control> seen;
    std::vector<analysis::Control> todo{system_.initial_control()};
    seen.insert(todo.front());
    for (std::size_t i = 0; i < todo.size(); ++i) {
      const std::string name = system_.control_name(todo[i]);
      if (wants(criteria, Criterion::states) && model.view.rests(todo[i]) && !name.empty())
        locations_[todo[i]] = add_goal({Criterion::states, name});
      for (const analysis::Action* action : system_.actions(todo[i])) {
        if (wants(criteria, Criterion::transitions))
          edges_[action->id] =
              add_goal({Criterion::transitions,
                        action->label.empty()
                            ? fmt::format("{} -> {}", name, system_.control_name(action->target))
                            : action->label,
                        action->location});
        if (seen.insert(action->target).second) todo.push_back(action->target);
      }
    }
  }

  std::vector<std::size_t> record(const ConcreteTrace& trace,
                                  std::span<const std::uint32_t>) override {
    if (const auto error = replayer_.follow(trace); error && !error->undecided)
      throw std::logic_error("a trace should be a run of the model: " + error->message);
    std::set<std::size_t> result;
    const auto meet = [&](const auto& goals, std::uint32_t item) {
      if (const auto found = goals.find(item); found != goals.end()) result.insert(found->second);
    };
    meet(locations_, system_.initial_control());
    for (const analysis::ConcreteStep& step : trace.steps) {
      meet(edges_, step.action->id);
      meet(locations_, step.action->target);
    }
    return {result.begin(), result.end()};
  }

 private:
  const analysis::System& system_;
  const model::Replayer& replayer_;
  std::map<analysis::Control, std::size_t> locations_;
  std::map<std::uint32_t, std::size_t> edges_;
};

}  // namespace

const Choices& coverage_criteria() { return criteria_choices; }

std::size_t CoverageRecorder::add_goal(CoverageGoal goal) {
  goals_.push_back(std::move(goal));
  return goals_.size() - 1;
}

std::unique_ptr<CoverageRecorder> make_coverage_recorder(const TraceModel& model,
                                                         std::span<const Criterion> criteria) {
  if (model.chart != nullptr) return std::make_unique<ChartRecorder>(model, criteria);
  return std::make_unique<ControlRecorder>(model, criteria);
}

}  // namespace arges::engine
