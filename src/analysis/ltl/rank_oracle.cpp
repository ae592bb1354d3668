#include "analysis/ltl/rank_oracle.h"

#include <algorithm>

#include "ir/unfold.h"

namespace arges::analysis {

using ir::Expr;

namespace {

/// Of one question; products may take for ever.
constexpr std::uint32_t most_steps = 200'000;

}  // namespace

bool RankOracle::add(RankingFamily family) {
  if (families_.size() == most_families ||
      std::find(families_.begin(), families_.end(), family) != families_.end())
    return false;
  families_.push_back(std::move(family));
  return true;
}

RankingMarks RankOracle::marks(const Action& action, Expr before, Expr after) {
  RankingMarks result;
  for (std::size_t i = 0; i < families_.size(); ++i) {
    const auto key = std::tuple(i, action.id, before.id(), after.id());
    auto known = known_.find(key);
    if (known == known_.end())
      known = known_.emplace(key, ask(action, before, after, families_[i])).first;
    const std::uint64_t bit = std::uint64_t{1} << i;
    if (known->second.decreasing) result.decreasing |= bit;
    if (known->second.increasing) result.increasing |= bit;
  }
  return result;
}

RankOracle::Answer RankOracle::ask(const Action& action, Expr before, Expr after,
                                   const RankingFamily& family) {
  const auto source = family.find(action.source);
  const auto target = family.find(action.target);
  if (source == family.end() || target == family.end()) return {false, true};
  ir::Unfolder unfolder(context_);
  const ir::Unfolding step = unfolder.unfold(action.statement, {});
  const Expr old_rank = source->second;
  const Expr new_rank = step.after.apply(target->second);
  solver_->push();
  solver_->set_query_limit({.seconds = {}, .steps = most_steps});
  solver_->add(before);
  solver_->add(step.formula);
  solver_->add(step.after.apply(after));
  const auto excludes = [&](Expr condition) {
    solver_->push();
    solver_->add(condition);
    const bool result = solver_->check() == smt::Status::unsat;
    solver_->pop();
    return result;
  };
  Answer answer{false, true};
  if (excludes(ir::lt(old_rank, new_rank))) {
    answer.increasing = false;
    const Expr zero = context_.int_literal(0);
    answer.decreasing = excludes(ir::or_(ir::lt(old_rank, zero), ir::le(old_rank, new_rank)));
  }
  solver_->pop();
  return answer;
}

}  // namespace arges::analysis
