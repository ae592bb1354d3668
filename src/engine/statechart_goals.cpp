#include "engine/statechart_goals.h"

#include <optional>
#include <utility>

#include <fmt/format.h>

#include "model/statechart/deadlock.h"

namespace arges::engine {

using model::statechart::Direction;
using model::statechart::Event;
using model::statechart::EventId;
using model::statechart::Layout;
using model::statechart::Lowering;
using model::statechart::Machine;
using model::statechart::MachineId;
using model::statechart::Node;
using model::statechart::NodeId;
using model::statechart::Observers;
using model::statechart::System;
using model::statechart::TransitionId;
using output::Polarity;

namespace {

constexpr std::uint32_t number(StatechartCheck check) { return static_cast<std::uint32_t>(check); }

constexpr Choice checks[] = {
    {"assertions", "the model's own assertions hold", "checked unless something else is asked",
     number(StatechartCheck::assertions)},
    {"problems", "no queue overflows, every choice has a branch",
     "checked unless something else is asked", number(StatechartCheck::problems)},
    {"queue-overflow", "the same as problems", "for those who know it by this name",
     number(StatechartCheck::problems)},
    {"deadlock", "something can always make it go on, unless it has ended",
     "for machines that should never get stuck", number(StatechartCheck::deadlock)},
    {"nondeterminism", "no two transitions of one state or choice are enabled at once",
     "where the order of transitions should not matter", number(StatechartCheck::nondeterminism)},
    {"livelock", "no reaction goes on for ever", "for machines that raise events for themselves",
     number(StatechartCheck::livelock)},
    {"dead-transitions", "every transition can fire", "to find what is left over or forgotten",
     number(StatechartCheck::dead_transitions)},
    {"unreachable-states", "every state can be entered", "to find what is left over or forgotten",
     number(StatechartCheck::unreachable_states)},
    {"unused-events", "every event of the environment can trigger a transition",
     "to find what is left over or forgotten", number(StatechartCheck::unused_events)},
    {"implicit-consumption", "no event is taken without triggering anything",
     "for machines that should react to everything", number(StatechartCheck::implicit_consumption)},
};
constexpr Choices check_choices{
    "check", "what to check of a statechart or of state machines, separated by commas", checks};

constexpr auto on = Observers::Watch::on;

/// Makes the goals of one layout.
class Goals {
 public:
  explicit Goals(const Layout& layout) : layout_(layout), system_(layout.system()) {}

  std::vector<StatechartGoal> assertions() {
    each_machine([&](MachineId m, const Machine& machine) {
      for (std::size_t a = 0; a < machine.assertions.size(); ++a) {
        const auto& assertion = machine.assertions[a];
        const auto id = static_cast<model::statechart::AssertionId>(a);
        StatechartGoal& goal = add(fmt::format("assertion {}", machine.qualified(assertion.text)),
                                   ir::not_(layout_.has_failed(m, id)));
        goal.subject = {"assertions", "hold", assertion.location};
        goal.problems = Lowering::Problems::escape_later;
      }
    });
    return std::move(goals_);
  }

  std::vector<StatechartGoal> problems() {
    if (layout_.has_problems())
      add("problems", layout_.no_problem()).problems = Lowering::Problems::ignored;
    return std::move(goals_);
  }

  std::vector<StatechartGoal> deadlock() {
    add("deadlock", ir::not_(model::statechart::is_deadlocked(layout_))).check_points =
        Lowering::CheckPoints::stable;
    return std::move(goals_);
  }

  std::vector<StatechartGoal> nondeterminism() {
    each_machine([&](MachineId m, const Machine& machine) {
      const auto add_pair = [&](const auto& first, const auto& second, ir::Expr conflict) {
        StatechartGoal& goal =
            add(fmt::format("transitions {} and {} are never enabled at once",
                            machine.qualified(first.name), machine.qualified(second.name)),
                ir::not_(conflict));
        goal.subject = {"pairs of transitions", "are never enabled at once", first.location,
                        first.segments};
        goal.problems = Lowering::Problems::escape_later;
      };
      for (const auto& pair : layout_.possible_conflicts(m))
        add_pair(machine.transitions[pair.first], machine.transitions[pair.second],
                 layout_.had_conflict(m, pair));
      for (const auto& pair : layout_.possible_branch_conflicts(m)) {
        const auto& branches = machine.nodes[pair.choice].branches;
        add_pair(branches[pair.first], branches[pair.second], layout_.had_conflict(m, pair));
      }
    });
    return std::move(goals_);
  }

  std::vector<StatechartGoal> dead_transitions() {
    each_machine([&](MachineId m, const Machine& machine) {
      for (TransitionId t = 0; t < machine.transitions.size(); ++t)
        add_happening(
            fmt::format("transition {} can fire", machine.qualified(machine.transitions[t].name)),
            layout_.has_fired(m, t))
            .subject = {"transitions", "can fire", machine.transitions[t].location,
                        machine.transitions[t].segments};
      add_branches(m, machine);
    });
    return std::move(goals_);
  }

  std::vector<StatechartGoal> unreachable_states() {
    each_machine([&](MachineId m, const Machine& machine) {
      for (NodeId n = 0; n < machine.nodes.size(); ++n) {
        const Node& node = machine.nodes[n];
        const bool is_named = is_state(node.kind) && !node.is_region && n != 0;
        if (is_named)
          add_happening(fmt::format("state {} reachable", machine.qualified(node.full_name)),
                        layout_.is_visited(m, n))
              .subject = {"states", "are reachable", node.location};
      }
    });
    return std::move(goals_);
  }

  std::vector<StatechartGoal> unused_events() {
    each_machine([&](MachineId m, const Machine& machine) {
      for (EventId e = 0; e < machine.events.size(); ++e) {
        const Event& event = machine.events[e];
        if (!event.is_environment || event.is_for_adapter) continue;
        add_happening(fmt::format("event {} triggers something", machine.qualified(event.name)),
                      layout_.has_caused({m, e}))
            .subject = {"events", "trigger something", event.location};
      }
    });
    return std::move(goals_);
  }

  std::vector<StatechartGoal> implicit_consumption() {
    each_machine([&](MachineId m, const Machine& machine) {
      for (EventId e = 0; e < machine.events.size(); ++e) {
        const Event& event = machine.events[e];
        const bool counts = !event.is_for_adapter && (event.direction == Direction::input ||
                                                      event.direction == Direction::self);
        if (counts)
          add(fmt::format("event {} always triggers something", machine.qualified(event.name)),
              ir::not_(layout_.was_lost({m, e})))
              .subject = {"events", "always trigger something", event.location};
      }
    });
    return std::move(goals_);
  }

 private:
  /// They are transitions to those who draw them.
  void add_branches(MachineId m, const Machine& machine) {
    for (NodeId n = 0; n < machine.nodes.size(); ++n) {
      if (machine.nodes[n].chooses_order) continue;
      for (std::size_t b = 0; b < machine.nodes[n].branches.size(); ++b)
        add_happening(fmt::format("transition {} can fire",
                                  machine.qualified(machine.nodes[n].branches[b].name)),
                      layout_.was_taken(m, n, b))
            .subject = {"transitions", "can fire", machine.nodes[n].branches[b].location,
                        machine.nodes[n].branches[b].segments};
    }
  }
  template <typename Visit>
  void each_machine(const Visit& visit) {
    for (MachineId m = 0; m < system_.machines.size(); ++m) visit(m, system_.machines[m]);
  }
  StatechartGoal& add(std::string name, ir::Expr invariant) {
    return goals_.emplace_back(StatechartGoal{std::move(name), invariant});
  }
  StatechartGoal& add_existential(std::string name, ir::Expr condition) {
    StatechartGoal& goal = add(std::move(name), ir::not_(condition));
    goal.polarity = Polarity::existential;
    return goal;
  }
  /// That something was seen to happen, be it that this made a queue overflow.
  StatechartGoal& add_happening(std::string name, ir::Expr condition) {
    StatechartGoal& goal = add_existential(std::move(name), condition);
    goal.problems = Lowering::Problems::escape_later;
    return goal;
  }

  const Layout& layout_;
  const System& system_;
  std::vector<StatechartGoal> goals_;
};

/// Of a sentence about whether one state alone can be active: the state, as it can be asked for.
std::optional<std::pair<MachineId, NodeId>> state_asked_for(const frontend::Sentence& sentence,
                                                            const System& system) {
  using Kind = frontend::Sentence::Kind;
  const bool at_any_time = sentence.kind == Kind::can_be || sentence.kind == Kind::can_never_be;
  if (!at_any_time || !sentence.condition.is_variable()) return {};
  for (MachineId m = 0; m < system.machines.size(); ++m)
    for (NodeId n = 0; n < system.machines[m].nodes.size(); ++n)
      if (system.machines[m].nodes[n].active == sentence.condition.var()) return std::pair(m, n);
  return {};
}

Observers::Watch entries_of(const System& system) {
  return may_pass_through_states(system) ? on : Observers::Watch::off;
}

}  // namespace

const Choices& statechart_checks() { return check_choices; }

Observers observers_for(StatechartCheck check, const System& system) {
  Observers result;
  if (check == StatechartCheck::unreachable_states) result.entries = entries_of(system);
  if (check == StatechartCheck::dead_transitions) result.transitions = result.branches = on;
  if (check == StatechartCheck::unused_events) result.causes = on;
  if (check == StatechartCheck::nondeterminism) result.conflicts = on;
  if (check == StatechartCheck::implicit_consumption) result.lost = on;
  if (check == StatechartCheck::livelock) result.stability = on;
  return result;
}

Observers observers_for(const frontend::Sentence& sentence, const System& system) {
  Observers result;
  if (state_asked_for(sentence, system)) result.entries = entries_of(system);
  return result;
}

std::vector<StatechartGoal> goals_of(StatechartCheck check, const Layout& layout) {
  Goals goals(layout);
  switch (check) {
    case StatechartCheck::assertions:
      return goals.assertions();
    case StatechartCheck::problems:
      return goals.problems();
    case StatechartCheck::deadlock:
      return goals.deadlock();
    case StatechartCheck::nondeterminism:
      return goals.nondeterminism();
    case StatechartCheck::dead_transitions:
      return goals.dead_transitions();
    case StatechartCheck::unreachable_states:
      return goals.unreachable_states();
    case StatechartCheck::unused_events:
      return goals.unused_events();
    case StatechartCheck::implicit_consumption:
      return goals.implicit_consumption();
    case StatechartCheck::livelock:
      break;
  }
  return {};
}

StatechartGoal goal_of(const frontend::Sentence& sentence, const std::string& name,
                       const Layout& layout) {
  using Kind = frontend::Sentence::Kind;
  const auto state = state_asked_for(sentence, layout.system());
  const ir::Expr lowered =
      state ? layout.is_visited(state->first, state->second) : layout.lower(sentence.condition);
  const bool is_always = sentence.kind == Kind::always;
  const bool is_stable = is_always || sentence.kind == Kind::reachable;
  const bool exists = sentence.kind == Kind::reachable || sentence.kind == Kind::can_be;
  StatechartGoal goal{name, is_always ? lowered : ir::not_(lowered)};
  goal.condition = sentence.condition;
  goal.polarity = exists ? Polarity::existential : Polarity::universal;
  goal.check_points = is_stable ? Lowering::CheckPoints::stable : Lowering::CheckPoints::all;
  // It was entered, be it that this made a queue overflow.
  if (state) goal.problems = Lowering::Problems::escape_later;
  return goal;
}

}  // namespace arges::engine
