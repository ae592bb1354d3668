#include "lts/logic/branching_rounds.h"

#include <algorithm>
#include <set>

#include "base/invariant.h"
#include "lts/equivalence/tau_components.h"
#include "lts/logic/pair_formulas.h"

namespace arges::lts {

namespace {

using Classes = std::vector<std::uint32_t>;
/// What a state can do, into which class, after internal steps within its own.
using Signature = std::set<std::pair<ActionId, std::uint32_t>>;

/// Classes of all rounds until two states are told apart (Blom and Orzan, "A distributed algorithm
/// for strong bisimulation reduction of state spaces", and its branching variant).
class BranchingRounds {
 public:
  BranchingRounds(const Mts& lts, StateId p, StateId q, const Limits* limits)
      : lts_(lts), order_(lts.num_states()) {
    // Where internal steps lead comes first.
    const TauComponents components = tau_components(lts);
    INVARIANT(components.size() == lts.num_states(), "an LTS should have no internal cycles here");
    for (StateId s = 0; s < lts.num_states(); ++s) order_[components.component_of[s]] = s;
    rounds_.emplace_back(lts.num_states(), 0);
    while (rounds_.back()[p] == rounds_.back()[q]) {
      if (limits != nullptr) limits->check();
      rounds_.push_back(next(rounds_.back()));
    }
  }

  const Classes& classes(std::size_t round) const { return rounds_[round]; }
  std::size_t level(StateId a, StateId b) const {
    const auto first =
        std::partition_point(rounds_.begin(), rounds_.end(),
                             [&](const Classes& classes) { return classes[a] == classes[b]; });
    return static_cast<std::size_t>(first - rounds_.begin());
  }
  std::vector<Signature> signatures(const Classes& classes) const {
    std::vector<Signature> result(lts_.num_states());
    for (const StateId s : order_)
      for (const Transition& t : lts_.transitions(s)) {
        if (t.action() == tau && classes[t.target()] == classes[s])
          result[s].insert(result[t.target()].begin(), result[t.target()].end());
        else
          result[s].emplace(t.action(), classes[t.target()]);
      }
    return result;
  }

 private:
  Classes next(const Classes& classes) const {
    std::map<std::pair<std::uint32_t, Signature>, std::uint32_t> numbers;
    std::vector<Signature> made = signatures(classes);
    Classes result(lts_.num_states());
    for (StateId s = 0; s < lts_.num_states(); ++s)
      result[s] = numbers
                      .try_emplace({classes[s], std::move(made[s])},
                                   static_cast<std::uint32_t>(numbers.size()))
                      .first->second;
    return result;
  }

  const Mts& lts_;
  std::vector<StateId> order_;
  std::vector<Classes> rounds_;
};

class UntilFormulas : public PairFormulas {
 public:
  UntilFormulas(Formulas& formulas, const Mts& lts, const BranchingRounds& rounds)
      : PairFormulas(formulas), lts_(lts), rounds_(rounds) {}

 protected:
  Plan plan(StateId p, StateId q) override {
    const Classes& classes = rounds_.classes(rounds_.level(p, q) - 1);
    if (std::optional<Way> way = missing_way(classes, p, q)) return plan(classes, *way, q);
    std::optional<Way> way = missing_way(classes, q, p);
    INVARIANT(way, "one of two states should have a way that the other has not");
    Plan result = plan(classes, *way, p);
    result.make = [this, make = std::move(result.make)](const std::vector<FormulaId>& parts) {
      return formulas().negation(make(parts));
    };
    return result;
  }

 private:
  /// Internal steps within a class, then an action to a state.
  struct Way {
    std::vector<StateId> through;
    ActionId action;
    StateId target;
  };

  /// All that can be done from a state after internal steps within its class.
  template <typename Visit>
  std::vector<StateId> explore(const Classes& classes, StateId from, const Visit& visit) const {
    std::vector<StateId> reached = {from};
    for (std::size_t i = 0; i < reached.size(); ++i)
      for (const Transition& t : lts_.transitions(reached[i])) {
        const bool inside = t.action() == tau && classes[t.target()] == classes[from];
        if (!inside)
          visit(reached[i], t);
        else if (std::find(reached.begin(), reached.end(), t.target()) == reached.end())
          reached.push_back(t.target());
      }
    return reached;
  }

  /// A way of `p` into a class that `q` has none into.
  std::optional<Way> missing_way(const Classes& classes, StateId p, StateId q) const {
    Signature has;
    explore(classes, q,
            [&](StateId, const Transition& t) { has.emplace(t.action(), classes[t.target()]); });
    std::optional<std::pair<StateId, Transition>> last;
    explore(classes, p, [&](StateId s, const Transition& t) {
      if (!last && !has.contains({t.action(), classes[t.target()]})) last.emplace(s, t);
    });
    if (!last) return {};
    return Way{path(classes, p, last->first), last->second.action(), last->second.target()};
  }

  std::vector<StateId> path(const Classes& classes, StateId from, StateId to) const {
    std::map<StateId, StateId> before = {{from, from}};
    std::vector<StateId> queue = {from};
    for (std::size_t i = 0; i < queue.size(); ++i)
      for (const Transition& t : lts_.transitions(queue[i], tau))
        if (classes[t.target()] == classes[from] && before.try_emplace(t.target(), queue[i]).second)
          queue.push_back(t.target());
    std::vector<StateId> result = {to};
    while (result.back() != from) result.push_back(before.at(result.back()));
    return result;
  }

  /// "f {a} g", where f holds all along the way and wherever the other state may go within the
  /// class and not outside, and g at the way's end and at no end of the other state's ways. That f
  /// holds on the way is so by a disjunction over it: states of one class of this round need
  /// not agree on formulas of earlier pairs.
  Plan plan(const Classes& classes, const Way& way, StateId other) {
    std::set<StateId> outside;
    std::set<StateId> ends;
    explore(classes, other, [&](StateId, const Transition& t) {
      if (t.action() == tau) outside.insert(t.target());
      if (t.action() == way.action) ends.insert(t.target());
    });
    if (way.action == tau) ends.insert(other);
    Plan result;
    for (const StateId u : outside)
      for (const StateId s : way.through) result.needs.emplace_back(s, u);
    for (const StateId e : ends) result.needs.emplace_back(way.target, e);
    const std::size_t width = way.through.size();
    const std::size_t count = outside.size();
    result.make = [this, width, count, action = way.action](const std::vector<FormulaId>& parts) {
      auto part = parts.begin();
      std::vector<FormulaId> along;
      for (std::size_t i = 0; i < count; ++i) {
        const auto next = part + static_cast<std::ptrdiff_t>(width);
        along.push_back(formulas().disjunction({part, next}));
        part = next;
      }
      const FormulaId first = formulas().conjunction(std::move(along));
      return formulas().add(
          {FormulaKind::until, action, {first, formulas().conjunction({part, parts.end()})}});
    };
    return result;
  }

  const Mts& lts_;
  const BranchingRounds& rounds_;
};

}  // namespace

std::optional<FormulaId> branching_formula(Formulas& formulas, const Mts& lts, StateId p, StateId q,
                                           const Limits* limits) {
  const BranchingRounds rounds(lts, p, q, limits);
  return UntilFormulas(formulas, lts, rounds).formula(p, q, limits);
}

}  // namespace arges::lts
