#pragma once

#include "base/error.h"
#include "base/source.h"
#include "ir/context.h"
#include "ir/text/scope.h"

namespace arges::ir {

/// Reads an expression of the core dialect, as Expr::to_string writes it: the same expression, if
/// the scope knows its variables and enumerations. Null if it is wrong (see the diagnostics).
Expr parse_expression(Scope& scope, const SourceText& source, Diagnostics& diagnostics);

/// Reads a type as Type::to_string writes it. Null if it is wrong.
Type parse_type(Scope& scope, const SourceText& source, Diagnostics& diagnostics);

/// Reads statements of the core dialect, as Stmt::to_string writes them; local variables and loop
/// counters are new ones. Null if they are wrong.
Stmt parse_statement(Scope& scope, const SourceText& source, Diagnostics& diagnostics);

}  // namespace arges::ir
