#include "automata/translate/translator.h"

#include "automata/omega/components.h"
#include "automata/omega/degeneralization.h"
#include "automata/omega/product.h"
#include "automata/omega/scc_filter.h"
#include "automata/omega/simulation.h"
#include "automata/omega/suspension.h"
#include "automata/omega/weak_minimization.h"
#include "automata/translate/couvreur.h"

namespace arges::automata {

namespace {

constexpr std::size_t max_subsets = 2000;
constexpr std::size_t max_contained_states = 64;

bool is_smaller(const Automaton& a, const Automaton& b) {
  if (a.num_states() != b.num_states()) return a.num_states() < b.num_states();
  const bool a_det = is_deterministic(a);
  const bool b_det = is_deterministic(b);
  if (a_det != b_det) return a_det;
  return a.num_edges() < b.num_edges();
}

void keep_smaller(Automaton& best, Automaton candidate) {
  if (is_smaller(candidate, best)) best = std::move(candidate);
}

}  // namespace

Translator::Translator(Formulas& formulas)
    : manager_(BddManager::instance()),
      formulas_(formulas),
      basic_(formulas, manager_),
      strong_(formulas, manager_) {
  strong_.set_oracle([this](Formula a, Formula b) { return contained(a, b); });
}

const Automaton& Translator::quick(Formula f) {
  const Formula simple = basic_.simplify(f);
  if (const auto known = quick_.find(simple); known != quick_.end()) return known->second;
  Automaton made = scc_filter(couvreur_automaton(formulas_, basic_, manager_, simple));
  return quick_.emplace(simple, std::move(made)).first->second;
}

bool Translator::contained(Formula a, Formula b) {
  const std::uint64_t key = (std::uint64_t{a.id()} << 32U) | b.id();
  if (const auto known = contained_.find(key); known != contained_.end()) return known->second;
  const Automaton& left = quick(a);
  const Automaton& right = quick(basic_.negated(b));
  const bool small =
      left.num_states() <= max_contained_states && right.num_states() <= max_contained_states;
  const bool result = small && !intersect(left, right);
  contained_.emplace(key, result);
  return result;
}

Formula Translator::simplified(Formula formula) {
  return strong_.simplify(basic_.simplify(negation_normal_form(formulas_, formula)));
}

bool Translator::is_equivalent_weak(const Automaton& weak, const Automaton& general,
                                    Formula formula) {
  if (formula.traits().obligation) return true;
  return !intersect(complemented_weak(weak), general) &&
         !intersect(weak, quick(basic_.negated(formula)));
}

/// The minimal weak deterministic automaton, if the language has one.
std::optional<Automaton> Translator::weak(Formula formula, const Automaton& general) {
  std::optional<Automaton> result = minimal_weak_automaton(general, max_subsets);
  if (result && !is_equivalent_weak(*result, general, formula)) result.reset();
  return result;
}

/// GFf for a guarantee f.
std::vector<Automaton> Translator::recurrences(Formula formula) {
  std::vector<Automaton> result;
  if (!formula.is(Op::always) || !formula.child().is(Op::eventually)) return result;
  if (!formula.child().traits().guarantee) return result;
  const Automaton once = reduced_by_simulations(quick(formula.child()));
  for (const std::optional<Automaton>& eventuality :
       {std::optional(once), minimal_weak_automaton(once, max_subsets)}) {
    if (!eventuality) continue;
    for (const NextRound next : {NextRound::behind_last_letter, NextRound::with_last_letter})
      if (std::optional<Automaton> made = repeated(*eventuality, next))
        result.push_back(std::move(*made));
  }
  return result;
}

/// A conjunction with parts that can be put off: these are watched only where the rest may accept.
std::optional<Automaton> Translator::split(Formula formula) {
  if (!formula.is(Op::and_)) return std::nullopt;
  std::vector<Formula> suspendable;
  std::vector<Formula> rest;
  for (const Formula part : formula.children())
    (part.traits().suspendable() ? suspendable : rest).push_back(part);
  if (suspendable.empty() || rest.empty()) return std::nullopt;
  const Automaton base = smallest(formulas_.conjunction(rest));
  const Automaton suspended = smallest(formulas_.conjunction(suspendable));
  if (base.num_sets() + suspended.num_sets() > max_acceptance_sets) return std::nullopt;
  return suspended_product(base, suspended);
}

std::vector<Automaton> Translator::candidates(Formula formula) {
  std::vector<Automaton> result;
  result.push_back(
      reduced_by_simulations(couvreur_automaton(formulas_, basic_, manager_, formula)));
  if (std::optional<Automaton> minimal = weak(formula, result.front())) {
    Automaton reduced = reduced_by_simulations(*minimal);
    result.push_back(std::move(*minimal));
    result.push_back(std::move(reduced));
  }
  for (const Automaton& repeating : recurrences(formula))
    result.push_back(reduced_by_simulations(repeating));
  if (const std::optional<Automaton> made = split(formula))
    result.push_back(reduced_by_simulations(*made));
  return result;
}

Automaton Translator::smallest(Formula formula) {
  std::vector<Automaton> made = candidates(formula);
  Automaton best = scc_filter(made.front());
  for (const Automaton& candidate : made) keep_smaller(best, scc_filter(candidate));
  return best;
}

Automaton Translator::translate(Formula formula) {
  return reachable_part(smallest(simplified(formula)));
}

Translation Translator::translate_both(Formula formula) {
  const std::vector<Automaton> made = candidates(simplified(formula));
  Automaton tgba = scc_filter(made.front());
  Automaton buchi = small_buchi_automaton(made.front());
  for (const Automaton& candidate : made) {
    keep_smaller(tgba, scc_filter(candidate));
    keep_smaller(buchi, small_buchi_automaton(candidate));
  }
  return {reachable_part(tgba), std::move(buchi)};
}

bool Translator::implies(Formula a, Formula b) {
  return !intersect(translate(a), translate(formulas_.negation(b)));
}

}  // namespace arges::automata
