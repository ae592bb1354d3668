#include "lts/temporal/ctl_recheck.h"

#include <algorithm>

#include "lts/algebra/packed_states.h"
#include "lts/temporal/plain_composition.h"

namespace arges::lts {

namespace {

using Position = StateSpace::Position;
using Set = std::vector<bool>;

/// Compares the sets of one formula with the definition of its operators.
class SetsCheck {
 public:
  SetsCheck(const StateSpace& space, const CtlFormulas& formulas, const ActionPropositions& actions,
            const CtlSets& sets, const Limits* limits)
      : space_(space),
        formulas_(formulas),
        actions_(actions),
        sets_(sets),
        limits_(limits),
        states_done_(formulas.size(), false),
        positions_done_(formulas.size(), false) {}

  bool states_are_right(CtlId id) {
    if (states_done_[id]) return true;
    states_done_[id] = true;
    if (limits_ != nullptr) limits_->check();
    if (sets_.states[id].size() != space_.num_states()) return false;
    const CtlFormulas::Node& node = formulas_[id];
    const Set& set = sets_.states[id];
    switch (node.op) {
      case CtlOp::truth:
        return std::find(set.begin(), set.end(), false) == set.end();
      case CtlOp::negation:
        return states_are_right(node.first) &&
               all_states([&](StateId s) { return set[s] != sets_.states[node.first][s]; });
      case CtlOp::conjunction:
        return states_are_right(node.first) && states_are_right(node.second) &&
               all_states([&](StateId s) {
                 return set[s] == (sets_.states[node.first][s] && sets_.states[node.second][s]);
               });
      case CtlOp::now:
        return positions_are_right(node.first) && all_states([&](StateId s) {
                 return set[s] == some(s, [&](Position p) { return at(node.first, p); });
               });
      case CtlOp::possible:
        return positions_are_right(node.first) && states_are_right(node.second) &&
               all_states([&](StateId s) {
                 return set[s] == some(s, [&](Position p) {
                          return space_.action(p) != no_action && at(node.first, p) &&
                                 sets_.states[node.second][space_.target(p)];
                        });
               });
      default:
        return false;
    }
  }

 private:
  bool positions_are_right(CtlId id) {
    if (positions_done_[id]) return true;
    positions_done_[id] = true;
    if (limits_ != nullptr) limits_->check();
    if (sets_.positions[id].size() != space_.num_positions()) return false;
    const CtlFormulas::Node& node = formulas_[id];
    switch (node.op) {
      case CtlOp::truth:
        return all_positions([&](Position p) { return at(id, p); });
      case CtlOp::action:
        return all_positions([&](Position p) {
          return at(id, p) == (space_.action(p) == actions_[node.proposition]);
        });
      case CtlOp::negation:
        return positions_are_right(node.first) &&
               all_positions([&](Position p) { return at(id, p) != at(node.first, p); });
      case CtlOp::conjunction:
        return positions_are_right(node.first) && positions_are_right(node.second) &&
               all_positions([&](Position p) {
                 return at(id, p) == (at(node.first, p) && at(node.second, p));
               });
      case CtlOp::next:
        return positions_are_right(node.first) && next_is_right(id);
      case CtlOp::until:
        return positions_are_right(node.first) && positions_are_right(node.second) &&
               until_is_right(id);
      case CtlOp::always:
        return positions_are_right(node.first) && always_is_right(id);
      case CtlOp::now:
      case CtlOp::possible:
        return states_are_right(id) && all_positions([&](Position p) {
                 return at(id, p) == sets_.states[id][space_.source(p)];
               });
    }
    return false;
  }

  bool next_is_right(CtlId id) const {
    Set follows(space_.num_states());
    for (StateId s = 0; s < follows.size(); ++s)
      follows[s] = some(s, [&](Position p) { return at(formulas_[id].first, p); });
    return all_positions([&](Position p) { return at(id, p) == follows[space_.target(p)]; });
  }

  /// Members reach g in finitely many steps through f, as ranks fall on the way; whoever is no
  /// member can't, as nobody of these has g, nor f before a member.
  bool until_is_right(CtlId id) const {
    const CtlFormulas::Node& node = formulas_[id];
    const std::vector<std::uint32_t>& rank = sets_.ranks[id];
    if (rank.size() != space_.num_positions()) return false;
    constexpr std::uint64_t no_member = ~std::uint64_t{0};
    std::vector<std::uint64_t> least(space_.num_states(), no_member);
    for (Position p = 0; p < rank.size(); ++p)
      if (at(id, p))
        least[space_.source(p)] = std::min<std::uint64_t>(least[space_.source(p)], rank[p]);
    return all_positions([&](Position p) {
      const std::uint64_t behind = least[space_.target(p)];
      if (!at(id, p)) return !at(node.second, p) && (!at(node.first, p) || behind == no_member);
      return at(node.second, p) || (at(node.first, p) && behind < rank[p]);
    });
  }

  /// Members have f and a member behind them; from whoever is none, runs with f end, as the ranks
  /// of all that follow are smaller.
  bool always_is_right(CtlId id) const {
    const CtlFormulas::Node& node = formulas_[id];
    const std::vector<std::uint32_t>& rank = sets_.ranks[id];
    if (rank.size() != space_.num_positions()) return false;
    Set has_member(space_.num_states());
    std::vector<std::uint32_t> most(space_.num_states(), 0);
    for (Position p = 0; p < rank.size(); ++p) {
      const StateId s = space_.source(p);
      if (at(id, p))
        has_member[s] = true;
      else if (at(node.first, p))
        most[s] = std::max(most[s], rank[p]);
    }
    return all_positions([&](Position p) {
      const StateId behind = space_.target(p);
      if (at(id, p)) return at(node.first, p) && has_member[behind];
      return !at(node.first, p) || (!has_member[behind] && most[behind] < rank[p]);
    });
  }

  bool at(CtlId id, Position p) const { return sets_.positions[id][p]; }

  template <typename Holds>
  bool all_states(const Holds& holds) const {
    for (StateId s = 0; s < space_.num_states(); ++s)
      if (!holds(s)) return false;
    return true;
  }
  template <typename Holds>
  bool all_positions(const Holds& holds) const {
    for (Position p = 0; p < space_.num_positions(); ++p)
      if (!holds(p)) return false;
    return true;
  }
  template <typename Holds>
  bool some(StateId state, const Holds& holds) const {
    const StateSpace::Range range = space_.from(state);
    for (Position p = range.first; p < range.behind; ++p)
      if (holds(p)) return true;
    return false;
  }

  const StateSpace& space_;
  const CtlFormulas& formulas_;
  const ActionPropositions& actions_;
  const CtlSets& sets_;
  const Limits* limits_;
  std::vector<bool> states_done_;
  std::vector<bool> positions_done_;
};

}  // namespace

std::string space_error(const std::vector<const Mts*>& parts, const StateSpace& space,
                        FiniteRuns finite_runs, const Limits* limits) {
  const PlainComposition system(parts);
  std::vector<std::size_t> sizes;
  for (const Mts* part : parts) sizes.push_back(part->num_states());
  PackedStates numbers(sizes);
  for (StateId s = 0; s < space.num_states(); ++s)
    if (numbers.intern(space.tuple(s)) != s) return "a state is there twice";
  if (space.tuple(space.initial()) != system.initial()) return "the initial state is another one";
  for (StateId s = 0; s < space.num_states(); ++s) {
    if (limits != nullptr) limits->check();
    std::vector<std::pair<ActionId, StateId>> expected;
    for (const PlainComposition::Move& move : system.moves(numbers.unpacked(s)))
      expected.emplace_back(move.action, numbers.intern(move.target));
    if (expected.empty() && finite_runs == FiniteRuns::stutter) expected.emplace_back(no_action, s);
    std::vector<std::pair<ActionId, StateId>> found;
    const StateSpace::Range range = space.from(s);
    for (Position p = range.first; p < range.behind; ++p) {
      if (space.source(p) != s) return "a step has another source";
      found.emplace_back(space.action(p), space.target(p));
    }
    std::sort(expected.begin(), expected.end());
    std::sort(found.begin(), found.end());
    if (expected != found) return "the steps of a state are not those of the composition";
  }
  return "";
}

std::string sets_error(const StateSpace& space, const CtlFormulas& formulas,
                       const ActionPropositions& actions, const CtlSets& sets, CtlId formula,
                       const Limits* limits) {
  SetsCheck check(space, formulas, actions, sets, limits);
  return check.states_are_right(formula) ? "" : "a set is not what its operator says";
}

}  // namespace arges::lts
