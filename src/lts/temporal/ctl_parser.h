#pragma once

#include <vector>

#include "base/source.h"
#include "lts/temporal/ctl_formula.h"

namespace arges::lts {

/// An action in a formula, and where it stands first.
struct CtlAtom {
  std::uint32_t proposition;
  SourceLocation location;
};

struct ParsedCtl {
  CtlId formula;               ///< as it holds of steps
  std::vector<CtlAtom> atoms;  ///< in the order of their first occurrence
  bool is_branching = false;   ///< it has a quantifier or a modality
};

/// Reads one formula, the whole text: `A` or `E` before X, F, G or a pair joined by U, R, W, M in
/// parentheses or brackets; <a>f and [a]f; ! & | -> <-> xor; actions by their names or in quotes.
/// Throws InputError with positions. The source must outlive the atoms' locations.
ParsedCtl parse_ctl(CtlFormulas& formulas, const SourceText& source);

}  // namespace arges::lts
