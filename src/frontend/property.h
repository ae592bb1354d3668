#pragma once

#include "base/source.h"
#include "base/syntax/dialect.h"
#include "ir/text/scope.h"

namespace arges::frontend {

/// Reads a Boolean expression of a dialect, bare or as `prop { … }`; throws InputError.
ir::Expr read_property(ir::Scope& scope, const syntax::Dialect& dialect, const SourceText& source);

}  // namespace arges::frontend
