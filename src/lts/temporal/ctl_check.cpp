#include "lts/temporal/ctl_check.h"

#include "base/invariant.h"

namespace arges::lts {

using Position = StateSpace::Position;
using Set = std::vector<bool>;

CtlCheck::CtlCheck(const StateSpace& space, const CtlFormulas& formulas,
                   const ActionPropositions& actions, const Limits* limits)
    : space_(space), formulas_(formulas), actions_(actions), limits_(limits) {
  sets_.positions.resize(formulas.size());
  sets_.states.resize(formulas.size());
  sets_.ranks.resize(formulas.size());
  has_positions_.resize(formulas.size());
  has_states_.resize(formulas.size());
}

const Set& CtlCheck::positions(CtlId formula) {
  if (!has_positions_[formula]) sets_.positions[formula] = positions_of(formula);
  has_positions_[formula] = true;
  return sets_.positions[formula];
}

const Set& CtlCheck::states(CtlId formula) {
  if (!has_states_[formula]) sets_.states[formula] = states_of(formula);
  has_states_[formula] = true;
  return sets_.states[formula];
}

Set CtlCheck::positions_of(CtlId formula) {
  check_limits();
  const CtlFormulas::Node& node = formulas_[formula];
  Set result(space_.num_positions());
  switch (node.op) {
    case CtlOp::truth:
      result.flip();
      break;
    case CtlOp::action:
      for (Position p = 0; p < result.size(); ++p)
        result[p] = space_.action(p) == actions_[node.proposition];
      break;
    case CtlOp::negation:
      result = positions(node.first);
      result.flip();
      break;
    case CtlOp::conjunction: {
      const Set& first = positions(node.first);
      const Set& second = positions(node.second);
      for (Position p = 0; p < result.size(); ++p) result[p] = first[p] && second[p];
      break;
    }
    case CtlOp::next:
      return next(positions(node.first));
    case CtlOp::until:
      return until(formula);
    case CtlOp::always:
      return always(formula);
    case CtlOp::now:
    case CtlOp::possible: {
      const Set& in = states(formula);
      for (Position p = 0; p < result.size(); ++p) result[p] = in[space_.source(p)];
      break;
    }
  }
  return result;
}

Set CtlCheck::states_of(CtlId formula) {
  check_limits();
  const CtlFormulas::Node& node = formulas_[formula];
  Set result(space_.num_states());
  switch (node.op) {
    case CtlOp::truth:
      result.flip();
      break;
    case CtlOp::negation:
      result = states(node.first);
      result.flip();
      break;
    case CtlOp::conjunction: {
      const Set& first = states(node.first);
      const Set& second = states(node.second);
      for (StateId s = 0; s < result.size(); ++s) result[s] = first[s] && second[s];
      break;
    }
    case CtlOp::now:
      return some_step(positions(node.first));
    case CtlOp::possible: {
      const Set& steps = positions(node.first);
      const Set& behind = states(node.second);
      for (Position p = 0; p < steps.size(); ++p)
        if (steps[p] && space_.action(p) != no_action && behind[space_.target(p)])
          result[space_.source(p)] = true;
      break;
    }
    default:
      UNREACHABLE("what is evaluated in states should be a formula of states");
  }
  return result;
}

Set CtlCheck::some_step(const Set& operand) const {
  Set result(space_.num_states());
  for (Position p = 0; p < operand.size(); ++p)
    if (operand[p]) result[space_.source(p)] = true;
  return result;
}

Set CtlCheck::next(const Set& operand) const {
  const Set some = some_step(operand);
  Set result(space_.num_positions());
  for (Position p = 0; p < result.size(); ++p) result[p] = some[space_.target(p)];
  return result;
}

/// Backwards from where g holds, through where f does.
Set CtlCheck::until(CtlId formula) {
  const Set& f = positions(formulas_[formula].first);
  const Set& g = positions(formulas_[formula].second);
  Set member = g;
  std::vector<std::uint32_t>& rank = sets_.ranks[formula];
  rank.assign(space_.num_positions(), 0);
  std::uint32_t last_rank = 0;
  Set reached(space_.num_states());
  std::vector<StateId> open;
  const auto reach = [&](StateId s) {
    if (reached[s]) return;
    reached[s] = true;
    open.push_back(s);
  };
  for (Position p = 0; p < g.size(); ++p)
    if (g[p]) reach(space_.source(p));
  for (std::size_t i = 0; i < open.size(); ++i) {
    check_limits();
    for (const Position p : space_.into(open[i])) {
      if (member[p] || !f[p]) continue;
      member[p] = true;
      rank[p] = ++last_rank;
      reach(space_.source(p));
    }
  }
  return member;
}

/// Without positions that f does not hold at, and, again and again, those that nothing follows.
Set CtlCheck::always(CtlId formula) {
  Set member = positions(formulas_[formula].first);
  std::vector<std::uint32_t>& rank = sets_.ranks[formula];
  rank.assign(space_.num_positions(), 0);
  std::uint32_t last_rank = 0;
  std::vector<std::uint32_t> left(space_.num_states(), 0);  // members among a state's steps
  for (Position p = 0; p < member.size(); ++p)
    if (member[p]) ++left[space_.source(p)];
  std::vector<StateId> open;
  for (StateId s = 0; s < left.size(); ++s)
    if (left[s] == 0) open.push_back(s);
  for (std::size_t i = 0; i < open.size(); ++i) {
    check_limits();
    for (const Position p : space_.into(open[i])) {
      if (!member[p]) continue;
      member[p] = false;
      rank[p] = ++last_rank;
      if (--left[space_.source(p)] == 0) open.push_back(space_.source(p));
    }
  }
  return member;
}

}  // namespace arges::lts
