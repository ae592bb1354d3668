#include "model/machines/lower_expression.h"

#include "base/invariant.h"

namespace arges::model::machines {

using Kind = Expression::Kind;

ir::Expr ExpressionLowering::fault_if(ir::Expr condition, Fault fault) const {
  return ir::ite(condition, layout_.literal(fault), layout_.literal(Fault::nothing));
}

ir::Expr ExpressionLowering::is_fault(ir::Expr fault) const {
  return fault ? ir::neq(fault, layout_.literal(Fault::nothing)) : layout_.context().false_expr();
}

ir::Expr ExpressionLowering::first_fault(ir::Expr fault, ir::Expr other) const {
  if (!fault) return other;
  return other ? ir::ite(is_fault(fault), fault, other) : fault;
}

ir::Expr ExpressionLowering::read(ObjectId object, VarId var) const {
  const auto substitute = substitutes_.find(var);
  if (object == self_ && substitute != substitutes_.end()) return substitute->second;
  return layout_.context().var(layout_.variable(object, var));
}

std::vector<ExpressionLowering::Way> ExpressionLowering::ways(const Expression& name,
                                                              std::size_t references) const {
  const Model& model = layout_.model();
  std::vector<Way> at{{layout_.context().true_expr(), name.root == none ? self_ : name.root}};
  for (std::size_t i = 0; i < references; ++i) {
    std::vector<Way> next;
    for (const Way& way : at) {
      const Type type = model.class_of(way.object).variables[name.path[i]].type;
      const ir::Expr reference = read(way.object, name.path[i]);
      for (const ObjectId object : layout_.objects_of(type.target))
        next.push_back(
            {ir::and_(way.condition, ir::eq(reference, layout_.literal(type, object))), object});
    }
    at = std::move(next);
  }
  return at;
}

ir::Expr ExpressionLowering::null_fault(const Expression& name, std::size_t references) const {
  if (references == 0) return {};
  ir::Expr resolved = layout_.context().false_expr();
  for (const Way& way : ways(name, references)) resolved = ir::or_(resolved, way.condition);
  return fault_if(ir::not_(resolved), Fault::null_reference);
}

Lowered ExpressionLowering::name(const Expression& e) const {
  const std::size_t references = e.path.size() - 1;
  const std::vector<Way> objects = ways(e, references);
  ir::Expr value;
  for (auto way = objects.rbegin(); way != objects.rend(); ++way) {
    const ir::Expr here = read(way->object, e.path.back());
    value = value ? ir::ite(way->condition, here, value) : here;
  }
  // Without any object of the class every reference to it is null.
  if (!value) value = layout_.literal(e.type, e.type.is_reference() ? null_object : 0);
  return {value, null_fault(e, references)};
}

Lowered ExpressionLowering::in_state(const Expression& e) const {
  ir::Expr value = layout_.context().false_expr();
  for (const Way& way : ways(e, e.path.size()))
    value = ir::or_(value, ir::and_(way.condition, layout_.is_in(way.object, e.state)));
  return {value, null_fault(e, e.path.size())};
}

Lowered ExpressionLowering::number(ir::Expr value) const {
  ir::Context& context = layout_.context();
  return {value, fault_if(ir::or_(ir::lt(value, context.int_literal(least_int)),
                                  ir::lt(context.int_literal(largest_int), value)),
                          Fault::overflow)};
}

Lowered ExpressionLowering::shifted(Operator op, ir::Expr a, ir::Expr b) const {
  ir::Context& context = layout_.context();
  ir::Expr value = context.int_literal(0);
  for (int bits = 31; bits >= 0; --bits) {
    const ir::Expr factor = context.int_literal(mpz_class(1) << static_cast<unsigned>(bits));
    const ir::Expr here =
        op == Operator::shift_left ? ir::mul(a, factor) : ir::binary(ir::Op::div, a, factor);
    if (b.is_literal()) {
      if (b.value() == ir::Value::small(bits)) value = here;
    } else {
      value = ir::ite(ir::eq(b, context.int_literal(bits)), here, value);
    }
  }
  const ir::Expr bad =
      ir::or_(ir::lt(b, context.int_literal(0)), ir::lt(context.int_literal(31), b));
  return {value, first_fault(fault_if(bad, Fault::bad_shift), number(value).fault)};
}

Lowered ExpressionLowering::arithmetic(Operator op, ir::Expr a, ir::Expr b) const {
  const ir::Expr zero = layout_.context().int_literal(0);
  // Towards zero, where that of the core language leaves a remainder that is not negative.
  const auto quotient = [&] {
    return ir::ite(ir::le(zero, a), ir::binary(ir::Op::div, a, b),
                   ir::neg(ir::binary(ir::Op::div, ir::neg(a), b)));
  };
  const ir::Expr by_zero = fault_if(ir::eq(b, zero), Fault::division_by_zero);
  switch (op) {
    case Operator::add:
      return number(ir::add(a, b));
    case Operator::subtract:
      return number(ir::sub(a, b));
    case Operator::multiply:
      return number(ir::mul(a, b));
    case Operator::divide:
      return {quotient(), first_fault(by_zero, number(quotient()).fault)};
    case Operator::remainder:
      return {ir::sub(a, ir::mul(b, quotient())), by_zero};
    case Operator::shift_left:
    case Operator::shift_right:
      return shifted(op, a, b);
    default:
      UNREACHABLE("the operator should be one of arithmetic");
  }
}

Lowered ExpressionLowering::infix(const Expression& e) const {
  const Lowered a = lower(e.operands[0]);
  const Lowered b = lower(e.operands[1]);
  const ir::Expr fault = first_fault(a.fault, b.fault);
  switch (e.op) {
    case Operator::less:
      return {ir::lt(a.value, b.value), fault};
    case Operator::less_equal:
      return {ir::le(a.value, b.value), fault};
    case Operator::greater:
      return {ir::gt(a.value, b.value), fault};
    case Operator::greater_equal:
      return {ir::ge(a.value, b.value), fault};
    case Operator::equal:
      return {ir::eq(a.value, b.value), fault};
    case Operator::not_equal:
      return {ir::neq(a.value, b.value), fault};
    default: {
      const Lowered result = arithmetic(e.op, a.value, b.value);
      return {result.value, first_fault(fault, result.fault)};
    }
  }
}

Lowered ExpressionLowering::lower(ExprId expression) const {
  const Expression& e = layout_.model().expression(expression);
  switch (e.kind) {
    case Kind::literal:
      return {layout_.literal(e.type, e.value)};
    case Kind::self:
      return {layout_.literal(e.type, self_)};
    case Kind::name:
      return name(e);
    case Kind::in_state:
      return in_state(e);
    case Kind::unary: {
      const Lowered a = lower(e.operands[0]);
      if (e.op == Operator::not_) return {ir::not_(a.value), a.fault};
      const Lowered result = number(ir::neg(a.value));
      return {result.value, first_fault(a.fault, result.fault)};
    }
    case Kind::infix:
      return infix(e);
    case Kind::cond: {
      const Lowered a = lower(e.operands[0]);
      const Lowered b = lower(e.operands[1]);
      const bool is_and = e.op == Operator::and_;
      const ir::Expr nothing = layout_.literal(Fault::nothing);
      const ir::Expr second =
          !b.fault ? b.fault
                   : ir::ite(a.value, is_and ? b.fault : nothing, is_and ? nothing : b.fault);
      return {is_and ? ir::and_(a.value, b.value) : ir::or_(a.value, b.value),
              first_fault(a.fault, second)};
    }
    case Kind::tcond: {
      const Lowered a = lower(e.operands[0]);
      const Lowered b = lower(e.operands[1]);
      const Lowered c = lower(e.operands[2]);
      const ir::Expr nothing = layout_.literal(Fault::nothing);
      const ir::Expr chosen = !b.fault && !c.fault ? ir::Expr()
                                                   : ir::ite(a.value, b.fault ? b.fault : nothing,
                                                             c.fault ? c.fault : nothing);
      return {ir::ite(a.value, b.value, c.value), first_fault(a.fault, chosen)};
    }
  }
  UNREACHABLE("every kind of expression should be lowered");
}

}  // namespace arges::model::machines
