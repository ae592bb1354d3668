#pragma once

#include <string>
#include <string_view>

#include "base/syntax/dialect.h"

namespace arges::frontend::scxml {

/// The tokens and operators of expressions: what ECMAScript and our own grammar have in common,
/// and words of both.
const syntax::Dialect& expression_dialect();

/// Why a token of ECMAScript is not supported ("the ECMAScript operator 'typeof'"), or "".
std::string refusal(std::string_view token);

}  // namespace arges::frontend::scxml
