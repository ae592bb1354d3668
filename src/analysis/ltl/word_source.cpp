#include "analysis/ltl/word_source.h"

#include "analysis/bmc/unrolling.h"
#include "ir/simplify.h"
#include "ir/traversal.h"
#include "ir/weakest_precondition.h"

namespace arges::analysis {

using ir::Expr;

namespace {

/// Choices double a condition; larger ones are no use to any domain.
constexpr std::size_t most_expressions = 10'000;
constexpr std::uint64_t most_values = 64;

Expr value_of(ir::Context& context, ir::Type type, std::uint64_t number) {
  if (type.is_bool()) return context.bool_literal(number == 1);
  return context.literal(type, ir::Value::small(static_cast<std::int64_t>(number)));
}

/// The condition without quantifiers, where those range over few values; null otherwise.
Expr without_quantifiers(ir::Context& context, Expr condition) {
  bool exact = true;
  ir::Rewriter expand([&](Expr original, std::span<const Expr> children) {
    if (original.op() != ir::Op::forall && original.op() != ir::Op::exists)
      return children.empty() ? original : ir::rebuild(original, children);
    std::vector<Expr> cases{children[0]};
    for (const ir::Var var : original.bound()) {
      const std::uint64_t count = var->type.is_array() ? 0 : var->type.cardinality(most_values);
      if (count == 0 || count * cases.size() > most_values) {
        exact = false;
        return original;
      }
      std::vector<Expr> more;
      for (const Expr one : cases)
        for (std::uint64_t i = 0; i < count; ++i)
          more.push_back(ir::substitute(one, var, value_of(context, var->type, i)));
      cases = std::move(more);
    }
    return original.op() == ir::Op::forall ? ir::and_(cases) : ir::or_(cases);
  });
  const Expr result = ir::simplify(expand(ir::simplify(condition)));
  return exact ? result : Expr();
}

}  // namespace

std::optional<std::vector<Ending>> deadlocks(const System& system) {
  ir::Context& context = system.context();
  std::vector<Ending> result;
  for (const Control control : reachable_controls(system)) {
    std::vector<Expr> disabled{context.true_expr()};
    for (const Action* action : system.actions(control)) {
      if (action->role != ActionRole::step) return std::nullopt;
      const Expr one =
          ir::weakest_precondition(action->statement, context.false_expr(), most_expressions);
      const Expr exact = one ? without_quantifiers(context, one) : Expr();
      if (!exact) return std::nullopt;
      disabled.push_back(exact);
    }
    const Expr condition = ir::simplify(ir::and_(disabled));
    if (!condition.is_false()) result.push_back({control, condition});
  }
  return result;
}

}  // namespace arges::analysis
