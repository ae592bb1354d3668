#pragma once

#include <optional>
#include <string>

#include <gmpxx.h>

#include "frontend/c/syntax/program.h"
#include "ir/context.h"

namespace arges::frontend::c {

/// The floating point of C (C11 6.3.1.4, 6.3.1.5, Annex F): IEEE 754's, rounded to nearest, each
/// operation to its type.
class Floating {
 public:
  explicit Floating(ir::Context& context) : context_(context) {}

  /// What a variable of a floating type is in the model.
  ir::Type format(Type type);
  ir::Expr literal(Type type, const mpz_class& number);
  /// A constant of the program; nothing if it is written in an unknown way.
  std::optional<ir::Expr> constant(Type type, const std::string& text);
  ir::Expr infinity(ir::Type format);
  ir::Expr nan(ir::Type format);

  ir::Expr binary(BinaryOp op, ir::Expr a, ir::Expr b);
  ir::Expr compare(BinaryOp op, ir::Expr a, ir::Expr b);
  ir::Expr is_zero(ir::Expr a);
  /// Whether its sign is minus; of NaN, no.
  ir::Expr is_negative(ir::Expr a);

  ir::Expr from_vector(ir::Expr bits, ir::Op op, Type to);
  /// Cut off; 0 where that is no number of the type.
  ir::Expr to_vector(ir::Expr a, Type to);
  /// When C defines that.
  ir::Expr fits(ir::Expr a, Type integer);

 private:
  ir::Context& context_;
};

}  // namespace arges::frontend::c
