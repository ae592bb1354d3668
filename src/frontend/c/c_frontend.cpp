#include "frontend/c/c_frontend.h"

#include <algorithm>

#include "frontend/c/clang/program_reader.h"
#include "frontend/c/lower/lowering.h"
#include "frontend/c/syntax/program.h"

namespace arges::frontend::c {

namespace {

bool is_bit_operation(BinaryOp op) {
  return op == BinaryOp::bit_and || op == BinaryOp::bit_or || op == BinaryOp::bit_xor;
}

bool is_shift(BinaryOp op) { return op == BinaryOp::shl || op == BinaryOp::shr; }

const Expr* unconverted(const Expr* expression) {
  while (expression->kind == ExprKind::convert) expression = expression->child(0);
  return expression;
}

bool is_literal(const Expr* expression) {
  expression = unconverted(expression);
  if (expression->kind == ExprKind::negate || expression->kind == ExprKind::complement)
    return is_literal(expression->child(0));
  if (expression->kind == ExprKind::binary)
    return is_literal(expression->child(0)) && is_literal(expression->child(1));
  return expression->kind == ExprKind::integer;
}

/// Floating point is made of the bits of an integer, and the other way round.
bool is_floating_conversion(const Expr& expression) {
  const bool is_assignment = expression.kind == ExprKind::compound_assign;
  if (expression.kind != ExprKind::convert && !is_assignment) return false;
  const Type to = expression.type;
  const Expr* source = expression.child(is_assignment ? 1 : 0);
  if (to->is(TypeKind::integer)) return source->type->is_floating();
  return to->is_floating() && source->type->is(TypeKind::integer) && !is_literal(source);
}

/// Whether integers would do badly: an operation on bits both of whose operands vary.
bool needs_bits(const Program& program) {
  return std::any_of(
      program.expressions.begin(), program.expressions.end(), [](const Expr& expression) {
        if (is_floating_conversion(expression)) return true;
        const bool is_operation =
            expression.kind == ExprKind::binary || expression.kind == ExprKind::compound_assign;
        if (!is_operation) return false;
        if (is_shift(expression.op)) return !is_literal(expression.child(1));
        return is_bit_operation(expression.op) && !is_literal(expression.child(0)) &&
               !is_literal(expression.child(1));
      });
}

}  // namespace

CModel read_c(ir::Context& context, const SourcePtr& source, const Options& options,
              const Limits* limits) {
  const std::unique_ptr<Program> program = read_program(source, options.data_model);
  const bool uses_bits =
      options.arithmetic == ArithmeticChoice::bit_vectors ||
      (options.arithmetic == ArithmeticChoice::automatic && needs_bits(*program));
  return Lowering(context, *program, options,
                  uses_bits ? Representation::bit_vectors : Representation::integers, limits)
      .lower();
}

}  // namespace arges::frontend::c
