#pragma once

#include "model/machines/evaluator.h"

namespace arges::model::machines {

/// TRANS, IMPL or DEFER in an object.
struct Event {
  enum class Kind : std::uint8_t { transition, implicit, defer } kind = Kind::transition;
  ObjectId object = 0;
  TransitionId transition = 0;
  bool operator==(const Event&) const = default;
};
/// "sender: Idle -> Waiting on start", "receiver loses ack"
std::string to_string(const Model& model, const Event& event);

/// The same of one that ended in a fault of this effect (null: of its guard): not where it would
/// have gone behind the choice that it did not come through.
std::string text_of_failure(const Model& model, const Event& event, const Effect* effect);

/// The same, with the line of its transition where others of the class have that text as well.
std::string unique_text(const Model& model, const Event& event);

enum class Enabled : std::uint8_t {
  no,
  yes,
  faulty,  ///< the guard has no value: executing the event ends in that fault
};

/// Sections 2.2 to 2.4 of Ojala 2008: how events change configurations, whatever expressions mean.
class Execution {
 public:
  Execution(const Model& model, const Evaluator& evaluator)
      : model_(model), evaluator_(evaluator) {}

  const Model& model() const { return model_; }
  const Evaluator& evaluator() const { return evaluator_; }

  /// All events that there can be; those of an object are one after another.
  std::vector<Event> events() const;
  Configuration initial() const;

  /// enabled(C, a)
  Enabled enabled(const Configuration& at, const Event& event, Chooser& chooser) const;
  struct Outcome {
    Configuration configuration;
    Fault fault = Fault::nothing;
    const Effect* effect = nullptr;  ///< that has the fault; null: the guard has
  };
  /// exec(C, a) of an event that is enabled or faulty.
  Outcome execute(const Configuration& at, const Event& event, Chooser& chooser) const;
  /// No object of the configuration has an enabled event, and one may not stay where it is.
  bool deadlocked(const Configuration& at, Chooser& chooser) const;

  // The parts of a transition (Section 2.2), each of which increments the sequence number.
  /// Whether the message at the head of the queue, or the environment, has what the trigger wants.
  bool can_receive(const Configuration& at, ObjectId object, const Trigger& trigger) const;
  /// exec_recv; the message must be there.
  void receive(Configuration& at, ObjectId object, const Trigger& trigger) const;
  /// exec_eff; the guard of a choice must hold.
  Fault apply(Configuration& at, ObjectId object, const Effect& effect, Chooser& chooser) const;
  /// exec_goto
  void go(Configuration& at, ObjectId object, StateId state) const;
  /// The guard in the configuration after receiving.
  Evaluated guard(const Configuration& received, ObjectId object, const Transition& transition,
                  Chooser& chooser) const;
  /// exec of IMPL and DEFER.
  void consume(Configuration& at, ObjectId object) const;
  void defer(Configuration& at, ObjectId object) const;

  const Transition& transition(const Event& event) const {
    return model_.class_of(event.object).transitions[event.transition];
  }
  /// Whether the transition needs the environment.
  bool is_external(const Transition& transition) const {
    return transition.trigger &&
           model_.signals[transition.trigger->signal].origin == Signal::Origin::external;
  }

 private:
  Enabled enabled_transition(const Configuration& at, ObjectId object, const Transition& transition,
                             Chooser& chooser) const;
  /// The same of one whose guard holds: what the choices on its way say.
  Enabled enabled_behind_guard(const Configuration& at, ObjectId object,
                               const Transition& transition, Chooser& chooser) const;
  /// No transition that needs no environment is enabled.
  bool is_idle(const Configuration& at, ObjectId object, Chooser& chooser) const;
  Fault send(Configuration& at, ObjectId object, const Effect& effect, Chooser& chooser) const;
  Fault assign(Configuration& at, ObjectId object, const Effect& effect, Chooser& chooser) const;

  const Model& model_;
  const Evaluator& evaluator_;
};

}  // namespace arges::model::machines
