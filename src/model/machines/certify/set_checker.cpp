#include "model/machines/certify/set_checker.h"

#include <chrono>

#include <fmt/format.h>

namespace arges::model::machines {

SetChecker::SetChecker(const Model& model, const Question& question, const Limits& limits)
    : model_(model),
      question_(question),
      limits_(limits),
      evaluator_(model),
      execution_(model, evaluator_) {}

SetChecker::Result SetChecker::check(const ConfigurationSet& set, std::optional<double> seconds) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  if (!set.find(execution_.initial())) return {false, "the initial configuration is missing"};
  for (std::uint32_t i = 0; i < set.size(); ++i) {
    limits_.check();
    if (seconds && std::chrono::duration<double>(Clock::now() - start).count() > *seconds)
      return {false, "the time for checking the proof is over", true};
    if (const std::string wrong = check_member(set, i); !wrong.empty())
      return {false, fmt::format("configuration {}: {}", i, wrong)};
  }
  return {true};
}

template <typename Visit>
std::string SetChecker::each_event(const Configuration& at, ObjectId object, const Visit& visit) {
  const auto try_event = [&](const Event& event) {
    if (execution_.enabled(at, event, chooser_) == Enabled::no) return std::string();
    return visit(event);
  };
  const auto& transitions = model_.class_of(object).transitions;
  for (TransitionId t = 0; t < transitions.size(); ++t) {
    if (transitions[t].source != at.objects[object].state) continue;
    if (std::string wrong = try_event({Event::Kind::transition, object, t}); !wrong.empty())
      return wrong;
  }
  if (at.objects[object].input.empty()) return "";
  for (const Event::Kind kind : {Event::Kind::implicit, Event::Kind::defer})
    if (std::string wrong = try_event({kind, object, 0}); !wrong.empty()) return wrong;
  return "";
}

std::string SetChecker::check_event(const ConfigurationSet& set, const Configuration& at,
                                    const Event& event) {
  const Execution::Outcome outcome = execution_.execute(at, event, chooser_);
  const bool is_loss =
      event.kind == Event::Kind::implicit && question_.kind == Question::Kind::implicit;
  if (is_loss || question_.ends_at(outcome.fault))
    return fmt::format("'{}' is forbidden", to_string(model_, event));
  if (outcome.fault == Fault::nothing && !set.find(outcome.configuration))
    return fmt::format("'{}' leaves the set", to_string(model_, event));
  return "";
}

std::string SetChecker::check_member(const ConfigurationSet& set, std::uint32_t number) {
  const Configuration at = set.member(number);
  if (violates(execution_, question_, at, chooser_)) return "it is forbidden";
  if (const ObjectId object = set.expanded(number); object != none)
    return check_ample(set, number, at, object);
  for (ObjectId o = 0; o < model_.objects.size(); ++o) {
    std::string wrong =
        each_event(at, o, [&](const Event& event) { return check_event(set, at, event); });
    if (!wrong.empty()) return wrong;
  }
  return "";
}

const Footprints& SetChecker::footprints() {
  if (!footprints_)
    footprints_.emplace(model_,
                        question_.kind == Question::Kind::invariant ? question_.invariant : none);
  return *footprints_;
}

/// Why other objects may have to do with what this one does next, or "".
std::string SetChecker::no_ample_set(const Configuration& at, ObjectId object) {
  if (object >= model_.objects.size()) return "there is no such object";
  const ObjectState& here = at.objects[object];
  const auto& transitions = model_.class_of(object).transitions;
  const bool is_sent_to = footprints().is_sent_to(object);
  bool goes_on = !is_sent_to;
  for (TransitionId t = 0; t < transitions.size(); ++t) {
    const Transition& one = transitions[t];
    if (one.source != here.state) continue;
    const bool takes_message = one.trigger && !execution_.is_external(one);
    if (takes_message) {
      const bool may_come =
          here.input.empty() ? is_sent_to : here.input.front().signal == one.trigger->signal;
      if (may_come) return "a message may make its only object do something else";
      continue;
    }
    if (!footprints().is_local(object, t))
      return fmt::format("'{}' is not local",
                         to_string(model_, {Event::Kind::transition, object, t}));
    if (!one.trigger &&
        execution_.enabled(at, {Event::Kind::transition, object, t}, chooser_) == Enabled::yes)
      goes_on = true;
  }
  return goes_on ? "" : "its only object may lose a message that comes";
}

std::string SetChecker::check_ample(const ConfigurationSet& set, std::uint32_t number,
                                    const Configuration& at, ObjectId object) {
  if (std::string wrong = no_ample_set(at, object); !wrong.empty()) return wrong;
  bool is_later = false;
  std::string wrong = each_event(at, object, [&](const Event& event) -> std::string {
    const Execution::Outcome outcome = execution_.execute(at, event, chooser_);
    if (event.kind != Event::Kind::transition || outcome.fault != Fault::nothing)
      return fmt::format("'{}' may not be the only one", to_string(model_, event));
    const auto found = set.find(outcome.configuration);
    if (!found) return fmt::format("'{}' leaves the set", to_string(model_, event));
    if (*found > number) is_later = true;
    return "";
  });
  if (wrong.empty() && !is_later) return "others may be left out for ever";
  return wrong;
}

}  // namespace arges::model::machines
