#pragma once

#include "base/syntax/dialect.h"

namespace arges::frontend::machines {

/// Operators that only machines have; the others are ir::TextOp's.
enum class SmOp : syntax::OperatorId {
  null = 2000,
  self,
  dot,
  shift_left,
  shift_right,
  remainder,
};
constexpr syntax::OperatorId id(SmOp op) { return static_cast<syntax::OperatorId>(op); }

/// The tokens of .sm files, and the operators of their expressions: as in Java.
const syntax::Dialect& sm_dialect();

}  // namespace arges::frontend::machines
