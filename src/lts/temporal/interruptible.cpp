#include "lts/temporal/interruptible.h"

#include <algorithm>

#include "automata/omega/components.h"
#include "automata/omega/product.h"
#include "automata/translate/translator.h"
#include "base/error.h"

namespace arges::lts {

namespace {

using automata::Automaton;
using automata::Bdd;
using automata::Edge;
using automata::Formula;
using automata::Op;

/// What a formula is at an interruption, a position that has none of its actions; elsewhere it does
/// not depend on interruptions behind it, unless it is `other`.
struct Shape {
  bool steady = false;    ///< as it is behind the interruption
  bool is_false = false;  ///< does not hold
  bool is_true = false;   ///< holds

  bool is_other() const { return !steady && !is_false && !is_true; }
};

/// F, G, U, R, W and M, all as f U g or f W g.
Shape of_until(const Shape& f, const Shape& g) {
  // At an interruption f U g is g, or f and what f U g is behind it.
  const bool waits = f.is_true && (g.is_false || g.steady);
  return {.steady = waits || (f.steady && g.steady)};
}

Shape both(const Shape& f, const Shape& g) {
  if (f.is_other() || g.is_other()) return {};
  return {.steady = f.steady && g.steady,
          .is_false = f.is_false || g.is_false,
          .is_true = f.is_true && g.is_true};
}

Shape negated(const Shape& f) {
  return {.steady = f.steady, .is_false = f.is_true, .is_true = f.is_false};
}

Shape shape_of(Formula f);

Shape either(const Shape& f, const Shape& g) { return negated(both(negated(f), negated(g))); }

Shape of_nary(Formula f) {
  Shape result = shape_of(f.child());
  for (std::size_t i = 1; i < f.children().size(); ++i) {
    const Shape next = shape_of(f.child(i));
    result = f.is(Op::and_) ? both(result, next) : either(result, next);
  }
  return result;
}

Shape shape_of(Formula f) {
  const Shape truth{.steady = true, .is_true = true};
  const Shape falsity{.steady = true, .is_false = true};
  switch (f.op()) {
    case Op::true_:
      return truth;
    case Op::false_:
      return falsity;
    case Op::proposition:
      return {.is_false = true};
    case Op::not_:
      return negated(shape_of(f.child()));
    case Op::and_:
    case Op::or_:
      return of_nary(f);
    case Op::implies:
      return either(negated(shape_of(f.left())), shape_of(f.right()));
    case Op::equivalent:
    case Op::xor_: {
      const Shape a = shape_of(f.left());
      const Shape b = shape_of(f.right());
      const Shape same = either(both(a, b), both(negated(a), negated(b)));
      return f.is(Op::equivalent) ? same : negated(same);
    }
    case Op::eventually:
      return of_until(truth, shape_of(f.child()));
    case Op::always:
      return of_until(shape_of(f.child()), falsity);
    case Op::until:
    case Op::weak_until:
      return of_until(shape_of(f.left()), shape_of(f.right()));
    case Op::release:
    case Op::strong_release:
      return of_until(shape_of(f.right()), both(shape_of(f.left()), shape_of(f.right())));
    default:
      return {};
  }
}

/// At most one of a formula's propositions.
Bdd single_action(const Automaton& automaton, const std::vector<int>& variables) {
  automata::BddManager& manager = *automaton.manager();
  Bdd none = Bdd::constant(true);
  Bdd one = Bdd::constant(false);
  for (const int variable : variables) {
    one = (one & manager.literal(variable, false)) | (none & manager.literal(variable));
    none &= manager.literal(variable, false);
  }
  return none | one;
}

/// The words of an automaton over single actions, with interruptions put in anywhere, finitely many
/// at a time: staying in a state is no progress, and there must be progress for ever.
Automaton interrupted(const Automaton& automaton, const std::vector<int>& variables) {
  if (automaton.num_sets() >= automata::max_acceptance_sets)
    throw InputError({}, "the formula has more promises than this program can keep apart");
  const automata::Marks progress = automata::Marks{1} << automaton.num_sets();
  Automaton result(automaton.manager());
  result.set_num_sets(automaton.num_sets() + 1);
  const Bdd letters = single_action(automaton, variables);
  Bdd interruption = Bdd::constant(true);
  for (const int variable : variables)
    interruption &= automaton.manager()->literal(variable, false);
  for (automata::StateId s = 0; s < automaton.num_states(); ++s) result.add_state();
  for (automata::StateId s = 0; s < automaton.num_states(); ++s) {
    for (const Edge& edge : automaton.edges(s))
      result.add_edge(s, {edge.target, edge.marks | progress, edge.label & letters});
    result.add_edge(s, {s, 0, interruption});
  }
  result.set_initial(automaton.initial());
  automata::merge_edges(result);
  return result;
}

}  // namespace

bool is_interruptible_by_shape(Formula formula) { return shape_of(formula).steady; }

bool is_interruptible(automata::Formulas& formulas, Formula formula) {
  automata::Translator translator(formulas);
  const Automaton positive = translator.translate(formula);
  const Automaton negative = translator.translate(formulas.negation(formula));
  std::vector<int> variables = automata::propositions_of(positive);
  const std::vector<int> others = automata::propositions_of(negative);
  variables.insert(variables.end(), others.begin(), others.end());
  std::sort(variables.begin(), variables.end());
  variables.erase(std::unique(variables.begin(), variables.end()), variables.end());
  return !automata::intersect(interrupted(positive, variables), negative) &&
         !automata::intersect(interrupted(negative, variables), positive);
}

}  // namespace arges::lts
