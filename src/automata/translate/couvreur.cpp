#include "automata/translate/couvreur.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "automata/bdd/prime_implicants.h"
#include "automata/ltl/simplifier.h"
#include "base/error.h"
#include "base/invariant.h"

namespace arges::automata {

namespace {

/// What a state's edge leads to, by formula, and the promises it makes.
struct Successor {
  Formula formula;
  Marks promises;
  Bdd letters;
};

/// One construction; auxiliary variables stand for "next f" and "promise of f".
class Tableau {
 public:
  Tableau(Formulas& formulas, Simplifier& simplifier, BddManagerPtr manager)
      : formulas_(formulas), simplifier_(simplifier), manager_(std::move(manager)) {}

  Automaton run(Formula formula);

 private:
  enum class Context : std::uint8_t { plain, recurring };
  struct Auxiliary {
    Formula formula;
    bool is_promise;
    unsigned set;  ///< of a promise
  };

  Bdd rewrite(Formula f, Context context = Context::plain);
  Bdd make(Formula f, Context context);
  Bdd conjunction(Formula f, Context context);
  std::vector<Formula> needed_parts(const std::vector<Formula>& parts);
  bool same_promise(Formula a, Formula b);
  Bdd until(Formula a, Formula b, Formula self, Context context);
  Bdd next(Formula f);
  Bdd promise(Formula f);
  Bdd auxiliary(FormulaMap<int>& numbers, Formula f, bool is_promise);
  StateId state_of(Formula f);
  std::vector<std::pair<Bdd, Bdd>> by_letters(const Bdd& function) const;
  std::vector<Successor> successors(Formula f);
  void add_successors(const Bdd& letters, const Bdd& function, std::vector<Successor>& result);

  Formulas& formulas_;
  Simplifier& simplifier_;
  BddManagerPtr manager_;
  FormulaMap<Bdd> memo_[2];
  FormulaMap<int> next_numbers_;
  FormulaMap<int> promise_numbers_;
  std::vector<Auxiliary> auxiliaries_;
  unsigned num_promises_ = 0;
  std::unordered_map<Bdd, StateId, BddHash> by_meaning_;
  FormulaMap<StateId> by_formula_;
  std::vector<Formula> states_;
};

Bdd Tableau::auxiliary(FormulaMap<int>& numbers, Formula f, bool is_promise) {
  const auto [at, fresh] = numbers.try_emplace(f, static_cast<int>(auxiliaries_.size()));
  if (fresh) {
    auxiliaries_.push_back({f, is_promise, is_promise ? num_promises_++ : 0});
    if (num_promises_ > max_acceptance_sets)
      throw InputError({}, "this formula has more than 64 eventualities",
                       "split it at its conjunctions");
  }
  return manager_->auxiliary(at->second);
}

Bdd Tableau::next(Formula f) {
  if (f.is_constant()) return Bdd::constant(f.is(Op::true_));
  if (f.is(Op::and_) || f.is(Op::or_)) {
    Bdd result = Bdd::constant(f.is(Op::and_));
    for (const Formula child : f.children())
      result = f.is(Op::and_) ? result & next(child) : result | next(child);
    return result;
  }
  return auxiliary(next_numbers_, f, false);
}

Bdd Tableau::promise(Formula f) {
  // Keeping one of these promises keeps the other.
  if (f.is(Op::eventually)) return promise(f.child());
  if (f.is(Op::until)) return promise(f.right());
  if (f.is(Op::strong_release)) return promise(formulas_.conjunction(f.left(), f.right()));
  return auxiliary(promise_numbers_, f, true);
}

Bdd Tableau::rewrite(Formula f, Context context) {
  FormulaMap<Bdd>& memo = memo_[static_cast<std::size_t>(context)];
  if (const auto known = memo.find(f); known != memo.end()) return known->second;
  Bdd result = make(f, context);
  memo.emplace(f, result);
  return result;
}

/// Leaves out what others imply, if that does not lose sight of a promise. A safety formula makes
/// none: were it violated, then by a prefix, which would violate the others too. An eventuality may
/// go where another one that implies it makes the same promise. Any other one may not: in FGa & GFb
/// & Fb, Fb is implied, but without it the promise of b could be made anew for ever.
std::vector<Formula> Tableau::needed_parts(const std::vector<Formula>& parts) {
  std::vector<bool> implied(parts.size(), false);
  for (std::size_t i = 0; i < parts.size(); ++i)
    for (std::size_t j = 0; j < parts.size() && !implied[i]; ++j) {
      if (i == j || implied[j]) continue;
      const bool harmless = parts[i].traits().safety || same_promise(parts[i], parts[j]);
      implied[i] = harmless && simplifier_.implies(parts[j], parts[i]);
    }
  std::vector<Formula> needed;
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (!implied[i]) needed.push_back(parts[i]);
  return needed;
}

bool Tableau::same_promise(Formula a, Formula b) {
  const auto is_promising = [](Formula f) {
    return f.is(Op::eventually) || f.is(Op::until) || f.is(Op::strong_release);
  };
  return is_promising(a) && is_promising(b) && promise(a) == promise(b);
}

Bdd Tableau::conjunction(Formula f, Context context) {
  Bdd result = Bdd::constant(true);
  for (const Formula part : needed_parts(f.children())) result &= rewrite(part, context);
  return result;
}

Bdd Tableau::until(Formula a, Formula b, Formula self, Context context) {
  Bdd wait = promise(b) & rewrite(a);
  if (context == Context::plain)
    wait &= a.traits().universal ? next(formulas_.eventually(b)) : next(self);
  return rewrite(b) | wait;
}

Bdd Tableau::make(Formula f, Context context) {
  const bool plain = context == Context::plain;
  switch (f.op()) {
    case Op::true_:
    case Op::false_:
      return Bdd::constant(f.is(Op::true_));
    case Op::proposition:
      return manager_->literal(manager_->proposition(formulas_.proposition_name(f.proposition())));
    case Op::not_:
      return !rewrite(f.child());
    case Op::and_:
      return conjunction(f, context);
    case Op::or_: {
      Bdd result;
      for (const Formula child : f.children()) result |= rewrite(child);
      return result;
    }
    case Op::next:
      return next(f.child());
    case Op::eventually:
      return until(formulas_.constant(true), f.child(), f, context);
    case Op::always:
      return rewrite(f.child(), Context::recurring) & next(f);
    case Op::until:
      return until(f.left(), f.right(), f, context);
    case Op::weak_until: {
      Bdd wait = rewrite(f.left());
      if (plain) wait &= f.left().traits().universal ? Bdd::constant(true) : next(f);
      return rewrite(f.right()) | wait;
    }
    case Op::release:
      return rewrite(f.right()) & (plain ? rewrite(f.left()) | next(f) : Bdd::constant(true));
    case Op::strong_release: {
      Bdd wait = promise(f);
      if (plain) wait &= next(f);
      return rewrite(f.right()) & (rewrite(f.left()) | wait);
    }
    default:
      UNREACHABLE("a formula to translate should be in negation normal form");
  }
}

StateId Tableau::state_of(Formula f) {
  if (const auto known = by_formula_.find(f); known != by_formula_.end()) return known->second;
  const auto [at, fresh] =
      by_meaning_.try_emplace(rewrite(f), static_cast<StateId>(states_.size()));
  if (fresh) states_.push_back(f);
  by_formula_.emplace(f, at->second);
  return at->second;
}

/// A function cut below the propositions: the parts, each with the letters that lead to it.
std::vector<std::pair<Bdd, Bdd>> Tableau::by_letters(const Bdd& function) const {
  const auto is_inner = [this](const Bdd& f) {
    return !f.is_constant() && manager_->is_proposition(f.variable());
  };
  std::vector<std::pair<Bdd, Bdd>> parts;
  // By variable, so that a node is taken up once all its predecessors are done.
  std::map<int, std::vector<std::pair<Bdd, Bdd>>> open;
  const auto reach = [&](const Bdd& node, const Bdd& letters) {
    std::vector<std::pair<Bdd, Bdd>>& list = is_inner(node) ? open[node.variable()] : parts;
    for (auto& [known, label] : list)
      if (known == node) {
        label |= letters;
        return;
      }
    list.emplace_back(node, letters);
  };
  reach(function, Bdd::constant(true));
  while (!open.empty()) {
    const std::vector<std::pair<Bdd, Bdd>> level = std::move(open.begin()->second);
    const int variable = open.begin()->first;
    open.erase(open.begin());
    for (const auto& [node, letters] : level) {
      reach(node.low(), letters & manager_->literal(variable, false));
      reach(node.high(), letters & manager_->literal(variable));
    }
  }
  return parts;
}

void Tableau::add_successors(const Bdd& letters, const Bdd& function,
                             std::vector<Successor>& result) {
  for (const std::vector<int>& prime : monotone_prime_implicants(function)) {
    std::vector<Formula> parts;
    Marks promises = 0;
    for (const int variable : prime) {
      const Auxiliary& meaning =
          auxiliaries_[static_cast<std::size_t>(manager_->auxiliary_number(variable))];
      if (meaning.is_promise)
        promises |= Marks{1} << meaning.set;
      else
        parts.push_back(meaning.formula);
    }
    const Formula target = formulas_.conjunction(needed_parts(parts));
    if (target.is(Op::false_)) continue;
    const auto known = std::find_if(result.begin(), result.end(), [&](const Successor& s) {
      return s.formula == target && s.promises == promises;
    });
    if (known != result.end())
      known->letters |= letters;
    else
      result.push_back({target, promises, letters});
  }
}

std::vector<Successor> Tableau::successors(Formula f) {
  std::vector<Successor> result;
  for (const auto& [function, letters] : by_letters(rewrite(f)))
    if (!function.is_false()) add_successors(letters, function, result);
  return result;
}

Automaton Tableau::run(Formula formula) {
  std::vector<std::vector<Successor>> all;
  state_of(formula);
  while (all.size() < states_.size()) {
    all.push_back(successors(states_[all.size()]));
    for (const Successor& successor : all.back()) state_of(successor.formula);
  }
  Automaton result(manager_);
  result.set_num_sets(num_promises_);
  for (StateId state = 0; state < states_.size(); ++state) result.add_state();
  for (StateId state = 0; state < all.size(); ++state)
    for (Successor& successor : all[state])
      result.add_edge(state, {state_of(successor.formula), result.all_marks() & ~successor.promises,
                              std::move(successor.letters)});
  merge_edges(result);
  return result;
}

}  // namespace

Automaton couvreur_automaton(Formulas& formulas, Simplifier& simplifier,
                             const BddManagerPtr& manager, Formula formula) {
  return Tableau(formulas, simplifier, manager).run(formula);
}

}  // namespace arges::automata
