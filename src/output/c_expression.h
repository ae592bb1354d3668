#pragma once

#include <functional>
#include <optional>
#include <string>

#include "ir/expr.h"

namespace arges::output {

/// How C names a variable at some place; nothing: it can't be named there.
using NameInC = std::function<std::optional<std::string>(ir::Var)>;

/// A condition of C that follows from a Boolean expression: what C can't say is left out. "1" if
/// nothing is left.
std::string implied_in_c(ir::Expr condition, const NameInC& name);

}  // namespace arges::output
