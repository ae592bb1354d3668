#include "engine/coverage/machine_goals.h"

#include <fmt/format.h>

#include "model/machines/lower_event.h"

namespace arges::engine {

namespace {

using model::machines::Class;
using model::machines::Event;
using model::machines::EventLowering;
using model::machines::ObjectId;
using model::machines::StateId;
using model::machines::Transition;
using model::machines::TransitionId;

/// Makes the goals of one object.
class ObjectGoals {
 public:
  ObjectGoals(const TraceModel& model, ObjectId object, GoalTable& table)
      : machines_(*model.machines),
        object_(object),
        type_(machines_.model().class_of(object)),
        internal_(model.internal.at(machines_.model().objects[object].type)),
        table_(table) {
    actions_.resize(type_.transitions.size());
    for (std::uint32_t id = 0; const analysis::Action* action = model.system->find_action(id); ++id)
      if (const Event* event = event_of(*action))
        if (event->object == object && event->kind == Event::Kind::transition)
          add_action(event->transition, id);
  }

  void add_states() {
    for (StateId s = 0; s < type_.states.size(); ++s)
      add_at_rest({Criterion::states, fmt::format("{}.{}", name(), type_.states[s].name),
                   type_.states[s].location},
                  machines_.layout().is_in(object_, s));
  }

  void add_transitions() {
    for (TransitionId t = 0; t < type_.transitions.size(); ++t)
      table_.marks[actions_[t]].meets.push_back(
          table_.add({Criterion::transitions, name_of(t), type_.transitions[t].location}));
  }

  /// A memory holds which transition entered the object's state.
  void add_pairs() {
    const std::uint32_t memory = table_.num_memories++;
    for (TransitionId first = 0; first < type_.transitions.size(); ++first) {
      const std::uint32_t value = first + 1;
      if (internal_.contains(first)) continue;
      table_.marks[actions_[first]].writes.push_back({memory, value});
      for (TransitionId second = 0; second < type_.transitions.size(); ++second) {
        if (type_.transitions[second].source != type_.transitions[first].target) continue;
        const GoalId goal = table_.add({Criterion::transition_pairs,
                                        fmt::format("{}, then {}", name_of(first), name_of(second)),
                                        type_.transitions[second].location});
        table_.marks[actions_[second]].reads.push_back({memory, value, {goal}});
      }
    }
  }

  /// A guard matters where its source is active, its message is the next one, and it has a value.
  void add_decisions() {
    const EventLowering lowering(machines_.layout(), object_);
    for (TransitionId t = 0; t < type_.transitions.size(); ++t) {
      const Transition& transition = type_.transitions[t];
      if (transition.guard == model::machines::none) continue;
      Transition unguarded = transition;
      unguarded.guard = model::machines::none;
      const ir::Expr matters = ir::and_(std::vector{is_well(), lowering.enabled(unguarded),
                                                    lowering.guard_has_value(transition)});
      const ir::Expr holds = lowering.enabled(transition);
      const auto goal = [&](const char* which) {
        return CoverageGoal{Criterion::decisions, fmt::format("guard of {}: {}", name_of(t), which),
                            transition.location};
      };
      add_at_rest(goal("true"), ir::and_(matters, holds));
      add_at_rest(goal("false"), ir::and_(matters, ir::not_(holds)));
    }
  }

 private:
  /// A guard without a value, or a fault before a choice, ends the run, but no transition fires.
  void add_action(TransitionId t, std::uint32_t action) {
    actions_[t] = {Mark::Kind::taken, 0, action};
    const ir::Expr fires = EventLowering(machines_.layout(), object_).fires(type_.transitions[t]);
    if (!fires.is_true()) table_.marks[actions_[t]].when = fires;
  }

  const Event* event_of(const analysis::Action& action) const {
    const bool is_check = action.role == analysis::ActionRole::check;
    return is_check || action.origin >= machines_.events().size()
               ? nullptr
               : &machines_.events()[action.origin];
  }

  const std::string& name() const { return machines_.model().objects[object_].name; }
  std::string name_of(TransitionId t) const {
    return model::machines::unique_text(machines_.model(), {Event::Kind::transition, object_, t});
  }

  ir::Expr is_well() const {
    const auto& layout = machines_.layout();
    return ir::eq(layout.context().var(layout.fault()),
                  layout.literal(model::machines::Fault::nothing));
  }

  void add_at_rest(CoverageGoal goal, ir::Expr condition) {
    const GoalId id = table_.add(std::move(goal));
    table_.at_rest.push_back({condition, id});
  }

  const model::machines::Lowering& machines_;
  ObjectId object_;
  const Class& type_;
  const std::set<TransitionId>& internal_;
  GoalTable& table_;
  std::vector<Mark> actions_;  ///< by transitions
};

}  // namespace

void add_machine_goals(const TraceModel& model, const CoverageRequest& request, GoalTable& table) {
  for (ObjectId o = 0; o < model.machines->model().objects.size(); ++o) {
    ObjectGoals goals(model, o, table);
    if (request.wants(Criterion::states)) goals.add_states();
    if (request.wants(Criterion::transitions)) goals.add_transitions();
    if (request.wants(Criterion::transition_pairs)) goals.add_pairs();
    if (request.wants(Criterion::decisions)) goals.add_decisions();
  }
  table.tells_configurations = request.wants(Criterion::configurations);
}

}  // namespace arges::engine
