#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "smt/solver.h"

namespace arges::smt {

/// How a core is reduced: what is tried first tends to go, what is tried last to stay.
struct CoreReduction {
  enum class Order : std::uint8_t { first_members_first, last_members_first };
  Order order;
  std::size_t most_checks;  ///< it is as small as it got by then
};

/// A core without the members that can be spared: one after another is left out, for good if the
/// solver still sees a contradiction. `core` are positions of `assumptions`, as Solver::unsat_core
/// gives them.
std::vector<std::size_t> reduced_core(Solver& solver, std::span<const ir::Expr> assumptions,
                                      std::vector<std::size_t> core, CoreReduction reduction);

}  // namespace arges::smt
