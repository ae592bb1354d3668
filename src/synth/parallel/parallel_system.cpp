#include "synth/parallel/parallel_system.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/invariant.h"
#include "lts/algebra/composition.h"
#include "synth/attempts.h"
#include "synth/parallel/base_system.h"
#include "synth/parallel/sensitivity.h"
#include "synth/synthesis_error.h"

namespace arges::synth {

using lts::ActionId;
using lts::Alphabet;
using lts::Mts;
using lts::StateId;

namespace {

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

/// Whether someone will read why an attempt was in vain, so that it may take time to find out.
enum class Refusal : std::uint8_t { brief, explained };

/// Throws SynthesisError if there are more states than wanted, with how many would be enough.
void count_states(ParallelSystem& system, const ParallelShape& shape, Refusal refusal,
                  const Limits* limits) {
  system.states = state_bound(system.components, shape.at_most.value_or(shape.explore), limits);
  if (!shape.at_most || system.states.exact) return;
  const std::size_t explored = worth_counting(*shape.at_most);
  StateBound bound;
  if (refusal == Refusal::explained && explored > *shape.at_most)
    bound = state_bound(system.components, explored, limits);
  throw SynthesisError(
      fmt::format("there are more states than \"at_most_states\" allows, {}", *shape.at_most),
      bound.exact
          ? fmt::format("\"at_most_states\": {}, or fewer components", *bound.exact)
          : fmt::format("no \"at_most_states\", as there are more than {}, or fewer components",
                        explored),
      bound.exact.value_or(explored + 1));
}

/// Throws SynthesisError if it did not work out this time.
ParallelSystem attempt(const DecompositionTask& task, const ParallelShape& shape,
                       const DecompositionShape& decomposition_shape, FreshActions& fresh,
                       Random& random, Refusal refusal, const Limits* limits) {
  Decomposition decomposition = decompose(task, decomposition_shape, fresh, random, limits);
  ParallelSystem result;
  result.derived = decomposition.components;
  Obfuscation obfuscation(result, random);
  for (std::size_t i = 0; i < shape.merged; ++i)
    if (!obfuscation.merge(shape.max_merged_states))
      throw SynthesisError(
          fmt::format("no two components have at most {} states together", shape.max_merged_states),
          "a smaller \"merged\"", shape.merged - i, Obstacle::merging);
  obfuscation.shuffle();
  // Formats have no place for an action without a transition.
  for (const Mts& component : result.components)
    if (used_actions(component) != component.alphabet())
      throw SynthesisError("some action of a component never happens", "fewer actions");
  if (task.oracle != nullptr && decomposition_shape.local) {
    const std::size_t local = locality(result, task.oracle->actions());
    if (local != *decomposition_shape.local)
      throw SynthesisError(fmt::format("{} components know an action of the property", local),
                           fmt::format("a locality of {}", local));
  }
  if (task.oracle != nullptr && task.verdict == Verdict::satisfied &&
      !find_violations(decomposition, task, result))
    throw SynthesisError("some component can't be shown to matter",
                         "fewer components, or another property");
  result.derivation = std::move(decomposition.derivation);
  result.counterexample = std::move(decomposition.counterexample);
  count_states(result, shape, refusal, limits);
  return result;
}

}  // namespace

ParallelSystem make_parallel(const DecompositionTask& task, const ParallelShape& shape,
                             FreshActions& fresh, Random& random, const Limits* limits) {
  DecompositionShape decomposition = shape.decomposition;
  decomposition.components = shape.components + shape.merged;
  constexpr unsigned attempts = 4;
  std::optional<SynthesisError> last;
  for (unsigned i = 0; i < attempts; ++i) {
    const bool is_last = i + 1 == attempts;
    // What is only allowed may be what a violation without one component needs.
    if (is_last) decomposition.percent_kept = 100;
    try {
      ParallelSystem made = attempt(task, shape, decomposition, fresh, random,
                                    is_last ? Refusal::explained : Refusal::brief, limits);
      const std::string wrong = parallel_error(task, made, limits);
      INVARIANT(wrong.empty(), wrong);
      return made;
    } catch (const SynthesisError& error) {
      last = error;
    }
  }
  throw SynthesisError(*last);
}

SynthesisError advised_on_merging(const SynthesisError& error, const ParallelShape& shape,
                                  const std::function<bool(std::size_t merged)>& can_be_made) {
  if (error.obstacle() != Obstacle::merging) return error;
  try {
    const auto most = largest_below(static_cast<std::uint32_t>(shape.merged), can_be_made);
    if (most) return SynthesisError(error.what(), fmt::format("\"merged\": {}", *most));
  } catch (const LimitReached&) {
    // The refusal is known, and more useful than that time is up.
  }
  return error;
}

std::size_t locality(const ParallelSystem& system, const Alphabet& actions) {
  return static_cast<std::size_t>(std::count_if(
      system.components.begin(), system.components.end(),
      [&](const Mts& component) { return !common(component.alphabet(), actions).empty(); }));
}

}  // namespace arges::synth
