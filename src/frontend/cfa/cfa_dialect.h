#pragma once

#include "base/syntax/dialect.h"

namespace arges::frontend {

/// The tokens and operators of Theta's CFA language.
const syntax::Dialect& cfa_dialect();
syntax::DialectTables cfa_tables();

}  // namespace arges::frontend
