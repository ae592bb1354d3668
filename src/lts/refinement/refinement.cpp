#include "lts/refinement/refinement.h"

#include <unordered_map>

#include "base/invariant.h"
#include "lts/algebra/operators.h"

namespace arges::lts {

namespace {

using PairId = std::uint32_t;

/// A move that one side of a pair makes, and the pairs that the other side's replies lead to.
struct Obligation {
  PairId pair;
  Modality modality;  ///< may: of the concrete system; must: of the abstract one
  ActionId action;
  std::uint32_t open;  ///< replies whose pairs are not refuted
  std::vector<PairId> replies;
};

/// The largest refinement, as far as the initial pair depends on it: pairs with a move that has no
/// reply are refuted, which refutes others. Each refuted pair knows the move.
class RefinementGame {
 public:
  RefinementGame(const Mts& concrete, const Mts& abstract, const Limits* limits)
      : concrete_(concrete), abstract_(abstract), limits_(limits) {
    number(concrete.initial(), abstract.initial());
    for (PairId pair = 0; pair < pairs_.size(); ++pair) expand(pair);
    propagate();
  }

  bool refines() const { return !pairs_[0].refuted_by; }

  /// Holds in the abstract system, not in the concrete one. Replies to the move that refutes a
  /// pair were refuted before it, so going through the refuted in their order meets them first.
  FormulaId formula(Formulas& formulas, FormulaKind diamond, FormulaKind box) const {
    std::vector<bool> needed(pairs_.size(), false);
    needed[0] = true;
    for (std::size_t i = refuted_.size(); i-- > 0;)
      if (needed[refuted_[i]])
        for (const PairId reply : obligations_[*pairs_[refuted_[i]].refuted_by].replies)
          needed[reply] = true;
    std::vector<FormulaId> made(pairs_.size(), 0);
    for (const PairId pair : refuted_) {
      if (!needed[pair]) continue;
      const Obligation& why = obligations_[*pairs_[pair].refuted_by];
      std::vector<FormulaId> parts;
      for (const PairId reply : why.replies) parts.push_back(made[reply]);
      made[pair] =
          why.modality == Modality::may
              ? formulas.modal(box, why.action, formulas.disjunction(std::move(parts)))
              : formulas.modal(diamond, why.action, formulas.conjunction(std::move(parts)));
    }
    return made[0];
  }

 private:
  struct PairRecord {
    StateId concrete;
    StateId abstract;
    std::optional<std::uint32_t> refuted_by;
    std::vector<std::uint32_t> used_in;  ///< obligations it is a reply in
  };

  PairId number(StateId concrete, StateId abstract) {
    const std::uint64_t key = std::uint64_t{concrete} << 32U | abstract;
    const auto [found, is_new] = numbers_.try_emplace(key, static_cast<PairId>(pairs_.size()));
    if (is_new) pairs_.push_back({concrete, abstract, {}, {}});
    return found->second;
  }

  void expand(PairId pair) {
    if (limits_ != nullptr) limits_->check();
    const StateId p = pairs_[pair].concrete;
    const StateId q = pairs_[pair].abstract;
    for (const Transition& t : concrete_.transitions(p)) {
      Obligation made{pair, Modality::may, t.action(), 0, {}};
      for (const Transition& u : abstract_.transitions(q, t.action()))
        made.replies.push_back(number(t.target(), u.target()));
      add(std::move(made));
    }
    for (const Transition& u : abstract_.transitions(q)) {
      if (!u.is_must()) continue;
      Obligation made{pair, Modality::must, u.action(), 0, {}};
      for (const Transition& t : concrete_.transitions(p, u.action()))
        if (t.is_must()) made.replies.push_back(number(t.target(), u.target()));
      add(std::move(made));
    }
  }

  void add(Obligation made) {
    const auto id = static_cast<std::uint32_t>(obligations_.size());
    made.open = static_cast<std::uint32_t>(made.replies.size());
    for (const PairId reply : made.replies) pairs_[reply].used_in.push_back(id);
    if (made.open == 0) refute(made.pair, id);
    obligations_.push_back(std::move(made));
  }

  void refute(PairId pair, std::uint32_t why) {
    if (pairs_[pair].refuted_by) return;
    pairs_[pair].refuted_by = why;
    refuted_.push_back(pair);
  }

  void propagate() {
    for (std::size_t i = 0; i < refuted_.size(); ++i) {
      if (limits_ != nullptr) limits_->check();
      for (const std::uint32_t id : pairs_[refuted_[i]].used_in)
        if (--obligations_[id].open == 0) refute(obligations_[id].pair, id);
    }
  }

  const Mts& concrete_;
  const Mts& abstract_;
  const Limits* limits_;
  std::unordered_map<std::uint64_t, PairId> numbers_;
  std::vector<PairRecord> pairs_;
  std::vector<Obligation> obligations_;
  std::vector<PairId> refuted_;  ///< in the order in which it was found
};

}  // namespace

RefinementResult refines(const Mts& concrete, const Mts& abstract, RefinementKind kind,
                         Formulas& formulas, const Limits* limits) {
  INVARIANT(concrete.table() == abstract.table(), "systems should share a table of actions");
  RefinementResult result;
  if (kind == RefinementKind::convergent_weak) {
    result.divergent = divergent_state(concrete);
    if (result.divergent) return result;
  }
  if (kind == RefinementKind::modal) {
    const RefinementGame game(concrete, abstract, limits);
    result.refines = game.refines();
    if (!result.refines)
      result.formula = game.formula(formulas, FormulaKind::diamond, FormulaKind::box);
    return result;
  }
  const Mts left = observational(reachable_part(concrete), limits);
  const Mts right = observational(reachable_part(abstract), limits);
  const RefinementGame game(left, right, limits);
  result.refines = game.refines();
  if (!result.refines)
    result.formula = game.formula(formulas, FormulaKind::weak_diamond, FormulaKind::weak_box);
  return result;
}

}  // namespace arges::lts
