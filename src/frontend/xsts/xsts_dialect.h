#pragma once

#include "base/syntax/dialect.h"

namespace arges::frontend {

/// The tokens and operators of Theta's XSTS language.
const syntax::Dialect& xsts_dialect();
syntax::DialectTables xsts_tables();

}  // namespace arges::frontend
