#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/precision/precision.h"
#include "base/source.h"

namespace arges::output {

/// Something to be tracked: a variable's value or a predicate.
struct PrecisionFact {
  std::optional<analysis::Control> control;  ///< nothing: everywhere
  ir::Var variable = nullptr;
  ir::Expr predicate;
};

/// Reads a precision as write_precision writes it: each line is `track VARIABLE` or `predicate
/// CONDITION` in the syntax of witnesses, after `at CONTROL:` if it is for one control point only;
/// `//` begins a comment. Throws InputError with everything that is wrong.
std::vector<PrecisionFact> read_precision(const analysis::System& system, const SourcePtr& source);

std::string write_precision(const analysis::System& system, const analysis::Precision& precision);

}  // namespace arges::output
