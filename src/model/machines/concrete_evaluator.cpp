#include "model/machines/concrete_evaluator.h"

#include "base/invariant.h"

namespace arges::model::machines {

namespace {

Evaluated fault(Fault why) { return {{}, why}; }
Evaluated number(Value value) {
  if (value < least_int || value > largest_int) return fault(Fault::overflow);
  return {Range::of(value)};
}
Evaluated truth(bool value) { return {Range::of(value ? 1 : 0)}; }

Evaluated shifted(Operator op, Value a, Value bits) {
  if (bits < 0 || bits > 31) return fault(Fault::bad_shift);
  if (op == Operator::shift_left) return number(a * (Value{1} << bits));
  return number(a >> bits);
}

Evaluated infix(Operator op, Value a, Value b) {
  switch (op) {
    case Operator::add:
      return number(a + b);
    case Operator::subtract:
      return number(a - b);
    case Operator::multiply:
      return number(a * b);
    case Operator::divide:
      return b == 0 ? fault(Fault::division_by_zero) : number(a / b);
    case Operator::remainder:
      return b == 0 ? fault(Fault::division_by_zero) : number(a % b);
    case Operator::shift_left:
    case Operator::shift_right:
      return shifted(op, a, b);
    case Operator::less:
      return truth(a < b);
    case Operator::less_equal:
      return truth(a <= b);
    case Operator::greater:
      return truth(a > b);
    case Operator::greater_equal:
      return truth(a >= b);
    case Operator::equal:
      return truth(a == b);
    case Operator::not_equal:
      return truth(a != b);
    default:
      UNREACHABLE("the operator should be one between two values");
  }
}

}  // namespace

Evaluated ConcreteEvaluator::evaluate(const Configuration& configuration, ObjectId self,
                                      ExprId expression, Chooser& chooser) const {
  const Expression& e = model_.expression(expression);
  const auto operand = [&](std::size_t i) {
    return evaluate(configuration, self, e.operands[i], chooser);
  };
  switch (e.kind) {
    case Expression::Kind::literal:
      return {Range::of(e.value)};
    case Expression::Kind::self:
      return {Range::of(self)};
    case Expression::Kind::name: {
      const auto location = resolve(configuration, self, e);
      if (!location) return fault(Fault::null_reference);
      return {Range::of(configuration.objects[location->object].values[location->variable])};
    }
    case Expression::Kind::in_state: {
      const auto object = resolve_object(configuration, self, e, e.path.size());
      if (!object) return fault(Fault::null_reference);
      return truth(configuration.objects[*object].state == e.state);
    }
    case Expression::Kind::unary: {
      const Evaluated a = operand(0);
      if (!a.ok()) return a;
      return e.op == Operator::not_ ? truth(a.value.lo == 0) : number(-a.value.lo);
    }
    case Expression::Kind::infix: {
      const Evaluated a = operand(0);
      if (!a.ok()) return a;
      const Evaluated b = operand(1);
      if (!b.ok()) return b;
      return infix(e.op, a.value.lo, b.value.lo);
    }
    case Expression::Kind::cond: {
      const Evaluated a = operand(0);
      const Value decides = e.op == Operator::and_ ? 0 : 1;
      return !a.ok() || a.value.lo == decides ? a : operand(1);
    }
    case Expression::Kind::tcond: {
      const Evaluated a = operand(0);
      if (!a.ok()) return a;
      return operand(a.is_true() ? 1 : 2);
    }
  }
  UNREACHABLE("every kind of expression should have a value");
}

}  // namespace arges::model::machines
