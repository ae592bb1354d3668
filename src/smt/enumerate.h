#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "smt/solver.h"

namespace arges::smt {

/// How an enumeration ended: all tuples were seen; there is at least one more than the limit; the
/// callback asked to stop; or the solver (or a model without an exact value) left it open.
enum class EnumerationEnd : std::uint8_t { complete, limit, stopped, unknown };

/// What the receiver of a tuple wants next.
enum class Enumerate : std::uint8_t { next, stop };

constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();

/// All-SAT: hands every distinct tuple of values the projection takes in a model of the solver's
/// formulas and the assumptions to `receive`, at most `limit` of them. The solver's formulas are
/// the same afterwards. `receive` must not use the solver.
EnumerationEnd enumerate(Solver& solver, std::span<const ir::Expr> projection, std::size_t limit,
                         std::span<const ir::Expr> assumptions,
                         const std::function<Enumerate(std::span<const ir::Value>)>& receive);

struct Enumeration {
  EnumerationEnd end = EnumerationEnd::unknown;
  std::vector<std::vector<ir::Value>> tuples;
};

/// The same, collected.
Enumeration enumerate(Solver& solver, std::span<const ir::Expr> projection,
                      std::size_t limit = no_limit, std::span<const ir::Expr> assumptions = {});

}  // namespace arges::smt
