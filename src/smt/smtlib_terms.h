#pragma once

#include <functional>
#include <string>

#include "ir/expr.h"
#include "smt/symbols.h"

namespace arges::smt {

/// A type as SMT-LIB2 writes it.
std::string sort_text(Symbols& symbols, ir::Type type);

/// A value of that type as SMT-LIB2 writes it.
std::string value_text(Symbols& symbols, ir::Value value, ir::Type type);

/// An operator applied to operands already written; neither literal, variable nor quantifier.
std::string application_text(Symbols& symbols, ir::Expr expr,
                             const std::function<std::string(ir::Expr)>& operand);

}  // namespace arges::smt
