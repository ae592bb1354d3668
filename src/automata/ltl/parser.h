#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "automata/ltl/formula.h"
#include "base/source.h"

namespace arges::automata {

/// How formulas are written. In all of them `!` binds tightest and the word `not` looser than U and
/// R (Mondok 2019, Table 3.1), and an atom may be a name, a text in quotes, AP(…) or a comparison.
enum class LtlSyntax : std::uint8_t {
  automatic,  ///< by what stands in the formula
  spot,       ///< operators may touch their operand: GFp0
  mondok,     ///< expressions over variables as atoms: G(x + 2 > 5)
  rers,       ///< WU for W
  ultimate,   ///< [], <>, ==>, AP(expression)
};

/// An atom of a formula: the text that its proposition is named by, and where it stands first.
struct Atom {
  std::uint32_t proposition;
  std::string text;
  SourceLocation location;
};

struct ParsedFormula {
  Formula formula;
  std::vector<Atom> atoms;  ///< in the order of their first occurrence
};

/// Reads one formula, the whole text; throws InputError with positions. The source must outlive the
/// atoms' locations.
ParsedFormula parse_formula(Formulas& formulas, const SourceText& source, LtlSyntax syntax);

/// The syntax that a formula seems to be written in.
LtlSyntax detect_syntax(std::string_view text);

}  // namespace arges::automata
