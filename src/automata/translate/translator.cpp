#include "automata/translate/translator.h"

#include "automata/omega/components.h"
#include "automata/omega/degeneralization.h"
#include "automata/omega/product.h"
#include "automata/omega/scc_filter.h"
#include "automata/omega/simulation.h"
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

Translator::Parts Translator::parts(Formula formula) {
  const Automaton core = couvreur_automaton(formulas_, basic_, manager_, formula);
  Parts result{reduced_by_simulations(core), std::nullopt};
  result.weak = minimal_weak_automaton(result.general, max_subsets);
  if (result.weak && !is_equivalent_weak(*result.weak, result.general, formula))
    result.weak.reset();
  if (result.weak) {
    keep_smaller(result.general, scc_filter(*result.weak));
    keep_smaller(result.general, reduced_by_simulations(*result.weak));
  }
  return result;
}

Automaton Translator::translate(Formula formula) {
  return reachable_part(parts(simplified(formula)).general);
}

Translation Translator::translate_both(Formula formula) {
  Parts made = parts(simplified(formula));
  Automaton buchi = small_buchi_automaton(made.general);
  if (made.weak) {
    keep_smaller(buchi, small_buchi_automaton(*made.weak));
    keep_smaller(buchi, std::move(*made.weak));
  }
  return {reachable_part(made.general), std::move(buchi)};
}

bool Translator::implies(Formula a, Formula b) {
  const Formula left = simplified(a);
  const Formula right = simplified(negated_normal_form(formulas_, b));
  return !intersect(parts(left).general, parts(right).general);
}

}  // namespace arges::automata
