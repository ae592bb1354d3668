#include "lts/logic/distinguish.h"

#include <algorithm>
#include <map>

#include "base/invariant.h"
#include "lts/equivalence/saturation.h"
#include "lts/logic/branching_rounds.h"
#include "lts/logic/pair_formulas.h"
#include "lts/logic/rounds.h"

namespace arges::lts {

namespace {

/// Formulas for pairs of states of a graph by its rounds, with a modality for each label.
class StepFormulas : public PairFormulas {
 public:
  StepFormulas(Formulas& formulas, const LabelledGraph& graph, const Rounds& rounds,
               FormulaKind diamond)
      : PairFormulas(formulas), graph_(graph), rounds_(rounds), diamond_(diamond) {}

 protected:
  Plan plan(StateId p, StateId q) override {
    const std::optional<std::uint32_t> level = rounds_.level(p, q);
    INVARIANT(level && *level > 0, "states to tell apart should be in different classes");
    const Choice forth = choose(p, q, *level - 1);
    const Choice back = choose(q, p, *level - 1);
    const bool negated = !forth.found || (back.found && back.replies.size() < forth.replies.size());
    const Choice& best = negated ? back : forth;
    INVARIANT(best.found, "one of two states should have a move that the other has not");
    Plan result;
    for (const StateId reply : best.replies) result.needs.emplace_back(best.target, reply);
    const ActionId label = best.label;
    result.make = [this, label, negated](const std::vector<FormulaId>& parts) {
      const FormulaId step = formulas().modal(diamond_, label, formulas().conjunction(parts));
      return negated ? formulas().negation(step) : step;
    };
    return result;
  }

 private:
  struct Choice {
    bool found = false;
    std::uint32_t label = 0;
    StateId target = 0;
    std::vector<StateId> replies;
  };

  /// A move of `p` into a class that `q` has no such move into, with the fewest replies.
  Choice choose(StateId p, StateId q, std::uint32_t round) const {
    std::map<std::uint32_t, std::vector<StateId>> replies;
    for (std::uint32_t e = graph_.offsets[q]; e < graph_.offsets[q + 1]; ++e)
      replies[graph_.labels[e]].push_back(graph_.targets[e]);
    Choice best;
    for (std::uint32_t e = graph_.offsets[p]; e < graph_.offsets[p + 1]; ++e) {
      const std::uint32_t wanted = rounds_.class_at(graph_.targets[e], round);
      const auto found = replies.find(graph_.labels[e]);
      const std::vector<StateId> none;
      const std::vector<StateId>& all = found == replies.end() ? none : found->second;
      if (best.found && all.size() >= best.replies.size()) continue;
      if (std::any_of(all.begin(), all.end(),
                      [&](StateId reply) { return rounds_.class_at(reply, round) == wanted; }))
        continue;
      best = {true, graph_.labels[e], graph_.targets[e], all};
    }
    return best;
  }

  const LabelledGraph& graph_;
  const Rounds& rounds_;
  FormulaKind diamond_;
};

}  // namespace

std::optional<FormulaId> distinguishing_formula(Formulas& formulas, const Mts& lts,
                                                const Partition& classes, StateId p, StateId q,
                                                Equivalence equivalence, const Limits* limits) {
  INVARIANT(!classes.same(p, q), "states to tell apart should not be equivalent");
  INVARIANT(equivalence != Equivalence::divergent_branching,
            "divergence should not be asked of a formula that can't tell it");
  const Mts small = quotient_of_all(lts, classes, equivalence);
  const StateId a = classes.block_of[p];
  const StateId b = classes.block_of[q];
  if (equivalence == Equivalence::branching)
    return branching_formula(formulas, small, a, b, limits);
  const bool weak = equivalence == Equivalence::weak;
  constexpr std::size_t most_edges = 50'000'000;
  const std::optional<LabelledGraph> graph =
      weak ? saturated_up_to(small, most_edges, limits) : graph_of(small);
  if (!graph) return {};
  const Rounds rounds(*graph, a, b, limits);
  return StepFormulas(formulas, *graph, rounds,
                      weak ? FormulaKind::weak_diamond : FormulaKind::diamond)
      .formula(a, b, limits);
}

}  // namespace arges::lts
