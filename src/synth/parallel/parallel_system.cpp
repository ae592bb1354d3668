#include "synth/parallel/parallel_system.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/invariant.h"
#include "lts/algebra/composition.h"
#include "lts/algebra/operators.h"
#include "lts/equivalence/bisimulation.h"
#include "synth/parallel/sensitivity.h"
#include "synth/synthesis_error.h"

namespace arges::synth {

using lts::ActionId;
using lts::Alphabet;
using lts::Mts;
using lts::StateId;

namespace {

std::vector<const Mts*> pointers(const std::vector<Mts>& systems) {
  std::vector<const Mts*> result;
  for (const Mts& system : systems) result.push_back(&system);
  return result;
}

Alphabet used_actions(const Mts& system) {
  std::vector<ActionId> used;
  for (const lts::Transition& t : system.all_transitions()) used.push_back(t.action());
  return Alphabet(std::move(used));
}

/// The same system with its states in another order; what can't be reached is left out unless an
/// action is only there.
Mts shuffled(const Mts& system, Random& random) {
  const Mts reachable = lts::reachable_part(system);
  const Mts& kept = used_actions(reachable) == system.alphabet() ? reachable : system;
  std::vector<StateId> place;
  for (StateId s = 0; s < kept.num_states(); ++s) place.push_back(s);
  random.shuffle(place);
  lts::MtsBuilder builder(system.table());
  builder.ensure_states(static_cast<StateId>(kept.num_states()));
  builder.set_initial(place[kept.initial()]);
  builder.add_to_alphabet(system.alphabet());
  for (StateId s = 0; s < kept.num_states(); ++s)
    for (const lts::Transition& t : kept.transitions(s))
      builder.add(place[s], t.action(), place[t.target()], t.modality());
  return builder.build();
}

/// Makes fewer components of more, in an order of its own.
class Obfuscation {
 public:
  Obfuscation(ParallelSystem& system, Random& random) : system_(system), random_(random) {
    for (std::size_t i = 0; i < system.derived.size(); ++i) {
      system.made_of.push_back({i});
      system.components.push_back(system.derived[i]);
    }
  }

  /// False if no two components are small enough together.
  bool merge(std::size_t max_states) {
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    for (std::size_t b = 1; b < system_.components.size(); ++b)
      for (std::size_t a = 0; a < b; ++a) pairs.emplace_back(a, b);
    random_.shuffle(pairs);
    for (const auto& [a, b] : pairs)
      if (merge(a, b, max_states)) return true;
    return false;
  }

  void shuffle() {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < system_.components.size(); ++i) order.push_back(i);
    random_.shuffle(order);
    std::vector<Mts> components;
    std::vector<std::vector<std::size_t>> made_of;
    for (const std::size_t i : order) {
      components.push_back(shuffled(system_.components[i], random_));
      made_of.push_back(system_.made_of[i]);
    }
    system_.components = std::move(components);
    system_.made_of = std::move(made_of);
  }

 private:
  bool merge(std::size_t a, std::size_t b, std::size_t max_states) {
    lts::ParallelView view({&system_.components[a], &system_.components[b]});
    for (StateId s = 0; s < view.num_states(); ++s) {
      view.transitions(s);
      if (view.num_states() > max_states) return false;
    }
    system_.components[a] = lts::composed(system_.components[a], system_.components[b]);
    std::vector<std::size_t>& made_of = system_.made_of[a];
    made_of.insert(made_of.end(), system_.made_of[b].begin(), system_.made_of[b].end());
    std::sort(made_of.begin(), made_of.end());
    const auto at = static_cast<std::ptrdiff_t>(b);
    system_.components.erase(system_.components.begin() + at);
    system_.made_of.erase(system_.made_of.begin() + at);
    return true;
  }

  ParallelSystem& system_;
  Random& random_;
};

/// Of each component a violation that only it, or what is behind it, hinders; false if one has
/// none.
bool find_violations(const Decomposition& decomposition, const DecompositionTask& task,
                     ParallelSystem& system) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < system.components.size(); ++i) order.push_back(i);
  std::sort(order.begin(), order.end(), [&system](std::size_t a, std::size_t b) {
    return system.made_of[a].front() < system.made_of[b].front();
  });
  for (std::size_t i = 0; i < system.components.size(); ++i) {
    const std::size_t first = system.made_of[i].front();
    std::vector<const Mts*> others;
    for (const std::size_t other : order)
      if (other != i) others.push_back(&system.components[other]);
    Alphabet known = task.system.alphabet();
    for (std::size_t k = 0; k < first; ++k) known = united(known, system.derived[k].alphabet());
    std::optional<LassoWord> word =
        violation_without(decomposition.violations[first], known, others);
    if (!word) return false;
    system.violations.push_back(std::move(*word));
  }
  return true;
}

std::optional<ParallelSystem> attempt(const DecompositionTask& task, const ParallelShape& shape,
                                      const DecompositionShape& decomposition_shape,
                                      FreshActions& fresh, Random& random, const Limits* limits) {
  Decomposition decomposition = decompose(task, decomposition_shape, fresh, random, limits);
  ParallelSystem result;
  result.derived = decomposition.components;
  Obfuscation obfuscation(result, random);
  for (std::size_t i = 0; i < shape.merged; ++i)
    if (!obfuscation.merge(shape.max_merged_states))
      throw SynthesisError(
          fmt::format("no two components have at most {} states together", shape.max_merged_states),
          fmt::format("merge {} times, or allow more states", i));
  obfuscation.shuffle();
  // Formats have no place for an action without a transition.
  if (std::any_of(result.components.begin(), result.components.end(), [](const Mts& component) {
        return used_actions(component) != component.alphabet();
      }))
    return std::nullopt;
  if (task.oracle != nullptr && decomposition_shape.local &&
      locality(result, task.oracle->actions()) != *decomposition_shape.local)
    return std::nullopt;
  if (task.oracle != nullptr && task.verdict == Verdict::satisfied &&
      !find_violations(decomposition, task, result))
    return std::nullopt;
  result.derivation = std::move(decomposition.derivation);
  result.counterexample = std::move(decomposition.counterexample);
  result.states = state_bound(result.components, shape.at_most.value_or(shape.explore), limits);
  if (shape.at_most && !result.states.exact) return std::nullopt;
  return result;
}

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
    const std::string wrong = task_.oracle->run_error(parts, *run);
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

ParallelSystem make_parallel(const DecompositionTask& task, const ParallelShape& shape,
                             FreshActions& fresh, Random& random, const Limits* limits) {
  DecompositionShape decomposition = shape.decomposition;
  decomposition.components = shape.components + shape.merged;
  constexpr unsigned attempts = 4;
  for (unsigned i = 0; i < attempts; ++i) {
    // What is only allowed may be what a violation without one component needs.
    if (i + 1 == attempts) decomposition.percent_kept = 100;
    std::optional<ParallelSystem> made = attempt(task, shape, decomposition, fresh, random, limits);
    if (!made) continue;
    const std::string wrong = parallel_error(task, *made, limits);
    INVARIANT(wrong.empty(), wrong);
    return std::move(*made);
  }
  throw SynthesisError(
      "some component can't be made to matter, an action never happens, not as many components as "
      "wanted know the property, or there are more states than wanted",
      "fewer components, another property or locality, or more states");
}

std::size_t locality(const ParallelSystem& system, const Alphabet& actions) {
  return static_cast<std::size_t>(std::count_if(
      system.components.begin(), system.components.end(),
      [&](const Mts& component) { return !common(component.alphabet(), actions).empty(); }));
}

std::string parallel_error(const DecompositionTask& task, const ParallelSystem& made,
                           const Limits* limits) {
  return ParallelCheck(task, made, limits).error();
}

}  // namespace arges::synth
