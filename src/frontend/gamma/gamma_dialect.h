#pragma once

#include <string>
#include <string_view>

#include "base/syntax/dialect.h"

namespace arges::frontend::gamma {

/// Operators that only Gamma has; the others are ir::TextOp's.
enum class GammaOp : syntax::OperatorId {
  else_ = 1000,
  any,       ///< some input, of a port or of all
  cycle,     ///< always
  timeout,   ///< the timer has elapsed
  in_state,  ///< the state is active
  dot,       ///< a member
  colons,    ///< a literal, a parameter, or whether the event is present
  // of properties
  state,
  variable,
  event,
  parameter,
  arrow,  ///< between the instances of a path
};
constexpr syntax::OperatorId id(GammaOp op) { return static_cast<syntax::OperatorId>(op); }

/// The tokens of Gamma's composition language, and the operators of its expressions.
const syntax::Dialect& gamma_dialect();
/// The operators of triggers.
const syntax::Dialect& trigger_dialect();
/// The tokens of Gamma's property language, and the operators inside of [ { } ].
const syntax::Dialect& property_dialect();

/// A name without the sign that keeps it from being read as a reserved word.
std::string plain_name(std::string_view text);

}  // namespace arges::frontend::gamma
