#pragma once

#include <span>
#include <string>

#include "ir/expr.h"
#include "smt/symbols.h"

namespace arges::smt {

/// A self-contained SMT-LIB2 script that asks whether the assertions hold together with the
/// assumptions; these are named assertions ("assumption.0", …), so that cores can be asked for.
///
/// It is made from our own expressions, not from a solver's: a second opinion on the translation
/// too. Shared subexpressions become definitions "$ID", so the text is linear in the formulas.
std::string query_script(Symbols& symbols, std::span<const ir::Expr> assertions,
                         std::span<const ir::Expr> assumptions);

}  // namespace arges::smt
