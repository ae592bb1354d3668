#pragma once

#include <string>
#include <vector>

#include "analysis/precision/precision.h"
#include "base/source.h"

namespace arges::output {

/// Reads a precision as write_precision writes it: each line is `track VARIABLE` or `predicate
/// CONDITION` in the syntax of witnesses, after `at CONTROL:` if it is for one control point only;
/// `//` begins a comment. Throws InputError with everything that is wrong.
std::vector<analysis::PrecisionFact> read_precision(const analysis::System& system,
                                                    const SourcePtr& source);

std::string write_precision(const analysis::System& system, const analysis::Precision& precision);
/// Predicates for every control point, in the same form.
std::string write_conditions(const analysis::System& system,
                             const std::vector<ir::Expr>& conditions);

}  // namespace arges::output
