#pragma once

#include "base/syntax/dialect.h"

namespace arges::frontend {

/// A language whose operators may also be spelled as others do: formulas about an XSTS are written
/// with `=` as often as with `==`, and those about a CFA with `!=`.
syntax::DialectTables with_synonyms(syntax::DialectTables tables);

}  // namespace arges::frontend
