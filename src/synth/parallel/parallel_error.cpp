#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "lts/algebra/composition.h"
#include "lts/algebra/operators.h"
#include "lts/equivalence/bisimulation.h"
#include "synth/parallel/base_system.h"
#include "synth/parallel/parallel_system.h"
#include "synth/parallel/sensitivity.h"

namespace arges::synth {

using lts::ActionId;
using lts::Mts;
using lts::StateId;

namespace {

/// Checks one promise after the other.
class ParallelCheck {
 public:
  ParallelCheck(const DecompositionTask& task, const ParallelSystem& made, const Limits* limits)
      : task_(task), made_(made), limits_(limits) {}

  std::string error() const {
    const auto kind =
        task_.oracle != nullptr ? lts::RefinementKind::convergent_weak : lts::RefinementKind::weak;
    std::string wrong = derivation_error(made_.derivation, made_.derived, kind, limits_);
    if (wrong.empty()) wrong = component_error();
    if (wrong.empty()) wrong = bound_error();
    if (wrong.empty() && task_.oracle != nullptr) wrong = answer_error();
    if (wrong.empty() && made_.states.exact) wrong = explored_error();
    return wrong;
  }

 private:
  /// The derivation is about the system of the task, and about these components.
  std::string component_error() const {
    const Mts& root = made_.derivation.nodes.front().system;
    if (!same(root, task_.system)) return "the derivation begins with another system";
    // What is required stays possible, so that no refinement has a deadlock.
    for (StateId s = 0; s < root.num_states(); ++s)
      if (std::none_of(root.transitions(s).begin(), root.transitions(s).end(),
                       [](const lts::Transition& t) { return t.is_must(); }))
        return "the system that is decomposed requires nothing in some state";
    std::vector<bool> used(made_.derived.size(), false);
    for (std::size_t i = 0; i < made_.components.size(); ++i) {
      std::vector<const Mts*> parts;
      for (const std::size_t k : made_.made_of[i]) {
        if (used[k]) return "a part of the derivation is in two components";
        used[k] = true;
        parts.push_back(&made_.derived[k]);
      }
      const Mts together = parts.size() == 1 ? *parts.front() : lts::composed(parts, limits_);
      if (!same(together, made_.components[i]))
        return fmt::format("component {} is not what it was derived as", i);
      if (used_actions(made_.components[i]) != made_.components[i].alphabet())
        return fmt::format("component {} has an action without a transition", i);
    }
    if (std::find(used.begin(), used.end(), false) != used.end())
      return "a part of the derivation is in no component";
    return "";
  }

  bool same(const Mts& a, const Mts& b) const {
    if (a.alphabet() != b.alphabet()) return false;
    const Mts first = lts::both_as_actions(a);
    const Mts second = lts::both_as_actions(b);
    const Mts both = lts::disjoint_union(first, second);
    return lts::equivalence_classes(both, lts::Equivalence::strong, limits_)
        .same(both.initial(), lts::second_initial(first, second));
  }

  std::string bound_error() const {
    const StateBound counted = state_bound(made_.components, 0, limits_);
    const auto wanted = static_cast<double>(made_.components.size());
    if (counted.independent != made_.states.independent) return "states were counted wrong";
    if (made_.states.exact ? std::log2(static_cast<double>(*made_.states.exact)) < wanted
                           : counted.log2_at_least < wanted)
      return "there are fewer than 2^n states";
    return "";
  }

  std::string answer_error() const {
    if (!task_.oracle->is_interruptible()) return "the property is not interruptible";
    return task_.verdict == Verdict::satisfied ? satisfied_error() : violated_error();
  }

  std::string satisfied_error() const {
    const Mts allowed = lts::may_lts(task_.system);
    if (task_.oracle->violation({&allowed}, limits_)) return "the system may violate the property";
    if (made_.violations.size() != made_.components.size())
      return "some component has not been shown to matter";
    for (std::size_t i = 0; i < made_.components.size(); ++i) {
      const std::string wrong =
          violation_without_error(*task_.oracle, made_.components, i, made_.violations[i]);
      if (!wrong.empty()) return fmt::format("without component {}: {}", i, wrong);
    }
    return "";
  }

  std::string violated_error() const {
    const Mts required = lts::must_lts(task_.system);
    if (!task_.oracle->violation({&required}, limits_))
      return "the system need not violate the property";
    if (!made_.counterexample) return "there is no counterexample";
    const std::vector<const Mts*> parts = pointers(made_.components);
    const std::optional<lts::Run> run = run_along(*made_.counterexample, parts);
    if (!run) return "no run has the actions of the counterexample";
    std::string wrong = task_.oracle->run_error(parts, *run);
    if (!wrong.empty()) return wrong;
    return handle_error();
  }

  /// Without the action of the handle there is no violation, and without any one component there is
  /// no such action.
  std::string handle_error() const {
    const ActionId handle = *task_.handle;
    lts::MtsBuilder builder(task_.system.table());
    builder.ensure_states(static_cast<StateId>(task_.system.num_states()));
    builder.set_initial(task_.system.initial());
    builder.add_to_alphabet(task_.system.alphabet());
    for (StateId s = 0; s < task_.system.num_states(); ++s)
      for (const lts::Transition& t : task_.system.transitions(s))
        if (t.action() != handle) builder.add(s, t.action(), t.target());
    const Mts without_handle = builder.build();
    if (task_.oracle->violation({&without_handle}, limits_))
      return "the property can be violated without the handle";
    for (std::size_t i = 0; i < made_.components.size(); ++i)
      if (!blocked_without(made_.components, i).contains(handle))
        return fmt::format("component {} does not keep the handle from happening", i);
    return "";
  }

  std::string explored_error() const {
    lts::ParallelView view(pointers(made_.components));
    for (StateId s = 0; s < view.num_states(); ++s)
      if (view.transitions(s).empty()) return "there is a deadlock";
    if (view.num_states() != *made_.states.exact) return "states were counted wrong";
    if (task_.oracle == nullptr) return "";
    const bool violated = task_.oracle->violation(pointers(made_.components), limits_).has_value();
    return violated == (task_.verdict == Verdict::violated) ? "" : "the answer is another one";
  }

  const DecompositionTask& task_;
  const ParallelSystem& made_;
  const Limits* limits_;
};

}  // namespace

std::string parallel_error(const DecompositionTask& task, const ParallelSystem& made,
                           const Limits* limits) {
  return ParallelCheck(task, made, limits).error();
}

}  // namespace arges::synth
