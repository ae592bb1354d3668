#include "smt/unsat_core.h"

#include <algorithm>

namespace arges::smt {

std::vector<std::size_t> reduced_core(Solver& solver, std::span<const ir::Expr> assumptions,
                                      std::vector<std::size_t> core, CoreReduction reduction) {
  std::vector<ir::Expr> others;
  std::size_t needed = 0;  // members at the end tried first that can't be spared
  for (std::size_t checks = 0; checks < reduction.most_checks && needed < core.size(); ++checks) {
    const std::size_t candidate = reduction.order == CoreReduction::Order::first_members_first
                                      ? needed
                                      : core.size() - 1 - needed;
    others.clear();
    for (std::size_t i = 0; i < core.size(); ++i)
      if (i != candidate) others.push_back(assumptions[core[i]]);
    if (solver.check(others) != Status::unsat) {
      ++needed;
      continue;
    }
    std::vector<std::size_t> smaller;
    for (const std::size_t i : solver.unsat_core())
      smaller.push_back(core[i < candidate ? i : i + 1]);
    core = std::move(smaller);
    needed = std::min(needed, core.size());
  }
  return core;
}

}  // namespace arges::smt
