#include "model/machines/total_condition.h"

#include "base/invariant.h"

namespace arges::model::machines {

namespace {

using Kind = Expression::Kind;

constexpr Type integer_type{Type::Kind::integer};
constexpr Type boolean_type{Type::Kind::boolean};

/// Says by conditions where expressions have values; `none` means everywhere. Nothing is shared
/// between expressions, as each place where one is evaluated is its own.
class Definedness {
 public:
  Definedness(Model& model, const Expression& like) : model_(model), like_(like) {}

  ExprId of(ExprId id);
  ExprId copy(ExprId id);
  /// Both of two conditions, of which either may be none.
  ExprId both(ExprId a, ExprId b);

 private:
  ExprId add(Kind kind, Operator op, Type type, std::vector<ExprId> operands);
  ExprId number(Value value);
  ExprId truth() { return constant(boolean_type, 1); }
  ExprId constant(Type type, Value value);
  ExprId infix(Operator op, Type type, ExprId a, ExprId b) {
    return add(Kind::infix, op, type, {a, b});
  }
  ExprId compare(ExprId a, Operator op, ExprId b) { return infix(op, boolean_type, a, b); }
  ExprId choose(ExprId condition, ExprId then, ExprId otherwise) {
    return add(Kind::tcond, Operator::conditional, boolean_type, {condition, then, otherwise});
  }
  /// The first so many references of a path are not null.
  ExprId references(const Expression& name, std::size_t count);
  ExprId result(const Expression& e);
  ExprId sum(ExprId a, Operator op, ExprId b);
  ExprId product(ExprId a, ExprId b);
  ExprId quotient(ExprId a, ExprId b);
  ExprId shifted(ExprId a, Operator op, ExprId b);
  ExprId conditional(const Expression& e);
  bool is_number(ExprId id, Value value) const {
    return model_.expressions[id].kind == Kind::literal && model_.expressions[id].value == value;
  }

  Model& model_;
  const Expression like_;
};

ExprId Definedness::add(Kind kind, Operator op, Type type, std::vector<ExprId> operands) {
  Expression e;
  e.kind = kind;
  e.op = op;
  e.type = type;
  e.operands = std::move(operands);
  e.scope = like_.scope;
  e.location = like_.location;
  model_.expressions.push_back(std::move(e));
  return static_cast<ExprId>(model_.expressions.size() - 1);
}

ExprId Definedness::constant(Type type, Value value) {
  const ExprId result = add(Kind::literal, {}, type, {});
  model_.expressions[result].value = value;
  return result;
}

ExprId Definedness::number(Value value) { return constant(integer_type, value); }

ExprId Definedness::copy(ExprId id) {
  Expression e = model_.expressions[id];
  for (ExprId& operand : e.operands) operand = copy(operand);
  model_.expressions.push_back(std::move(e));
  return static_cast<ExprId>(model_.expressions.size() - 1);
}

ExprId Definedness::both(ExprId a, ExprId b) {
  if (a == none || b == none) return a == none ? b : a;
  return add(Kind::cond, Operator::and_, boolean_type, {a, b});
}

ExprId Definedness::references(const Expression& name, std::size_t count) {
  ExprId result = none;
  ClassId at = name.root == none ? name.scope : model_.objects[name.root].type;
  for (std::size_t i = 0; i < count; ++i) {
    Expression reference = name;
    reference.kind = Kind::name;
    reference.path.resize(i + 1);
    reference.type = model_.classes[at].variables[name.path[i]].type;
    at = reference.type.target;
    const Type type = reference.type;
    model_.expressions.push_back(std::move(reference));
    const auto here = static_cast<ExprId>(model_.expressions.size() - 1);
    const ExprId null = constant(type, null_object);
    result = both(result, compare(here, Operator::not_equal, null));
  }
  return result;
}

/// Each difference here stays within 32 bits where it is evaluated.
ExprId Definedness::sum(ExprId a, Operator op, ExprId b) {
  const bool adds = op == Operator::add;
  const auto bound = [&](Value limit) {
    return infix(adds ? Operator::subtract : Operator::add, integer_type, number(limit), copy(b));
  };
  const ExprId positive = adds ? compare(copy(a), Operator::less_equal, bound(largest_int))
                               : compare(copy(a), Operator::greater_equal, bound(least_int));
  if (model_.expressions[b].kind == Kind::literal && model_.expressions[b].value > 0)
    return positive;
  const ExprId others = adds ? compare(copy(a), Operator::greater_equal, bound(least_int))
                             : compare(copy(a), Operator::less_equal, bound(largest_int));
  return choose(compare(copy(b), Operator::greater, number(0)), positive, others);
}

/// By quotients, which round towards zero.
ExprId Definedness::product(ExprId a, ExprId b) {
  const auto quotient = [&](Value limit, ExprId by) {
    return infix(Operator::divide, integer_type, number(limit), copy(by));
  };
  const auto is_positive = [&](ExprId x) { return compare(copy(x), Operator::greater, number(0)); };
  const ExprId same_signs =
      choose(is_positive(b), compare(copy(a), Operator::less_equal, quotient(largest_int, b)),
             compare(copy(b), Operator::greater_equal, quotient(least_int, a)));
  const ExprId not_positive =
      choose(is_positive(b), compare(copy(a), Operator::greater_equal, quotient(least_int, b)),
             compare(copy(b), Operator::greater_equal, quotient(largest_int, a)));
  const ExprId negative = add(Kind::cond, Operator::or_, boolean_type,
                              {compare(copy(a), Operator::equal, number(0)), not_positive});
  return choose(is_positive(a), same_signs, negative);
}

ExprId Definedness::quotient(ExprId a, ExprId b) {
  const ExprId divides = compare(copy(b), Operator::not_equal, number(0));
  const ExprId fits = add(Kind::cond, Operator::or_, boolean_type,
                          {compare(copy(b), Operator::not_equal, number(-1)),
                           compare(copy(a), Operator::not_equal, number(least_int))});
  return both(divides, fits);
}

ExprId Definedness::shifted(ExprId a, Operator op, ExprId b) {
  const ExprId result = both(compare(copy(b), Operator::greater_equal, number(0)),
                             compare(copy(b), Operator::less_equal, number(31)));
  if (op == Operator::shift_right) return result;
  const auto bound = [&](Value limit) {
    return infix(Operator::shift_right, integer_type, number(limit), copy(b));
  };
  return both(both(result, compare(copy(a), Operator::less_equal, bound(largest_int))),
              compare(copy(a), Operator::greater_equal, bound(least_int)));
}

/// Where an operator's result is one, its operands having values.
ExprId Definedness::result(const Expression& e) {
  const ExprId a = e.operands[0];
  const ExprId b = e.operands[1];
  switch (e.op) {
    case Operator::add:
    case Operator::subtract:
      return is_number(b, 0) ? none : sum(a, e.op, b);
    case Operator::multiply:
      return product(a, b);
    case Operator::divide:
      return quotient(a, b);
    case Operator::remainder:
      return compare(copy(b), Operator::not_equal, number(0));
    case Operator::shift_left:
    case Operator::shift_right:
      return shifted(a, e.op, b);
    default:
      return none;
  }
}

/// What is not evaluated needs no value.
ExprId Definedness::conditional(const Expression& e) {
  const ExprId first = of(e.operands[0]);
  ExprId then = of(e.operands[1]);
  ExprId otherwise = e.kind == Kind::tcond ? of(e.operands[2]) : none;
  if (e.kind == Kind::cond && e.op == Operator::or_) std::swap(then, otherwise);
  if (then == none && otherwise == none) return first;
  if (then == none) then = truth();
  if (otherwise == none) otherwise = truth();
  return both(first, choose(copy(e.operands[0]), then, otherwise));
}

ExprId Definedness::of(ExprId id) {
  const Expression e = model_.expressions[id];
  switch (e.kind) {
    case Kind::literal:
    case Kind::self:
      return none;
    case Kind::name:
      return references(e, e.path.size() - 1);
    case Kind::in_state:
      return references(e, e.path.size());
    case Kind::unary: {
      const ExprId inside = of(e.operands[0]);
      if (e.op == Operator::not_) return inside;
      return both(inside, compare(copy(e.operands[0]), Operator::not_equal, number(least_int)));
    }
    case Kind::infix: {
      const ExprId operands = both(of(e.operands[0]), of(e.operands[1]));
      return both(operands, result(e));
    }
    case Kind::cond:
    case Kind::tcond:
      return conditional(e);
  }
  UNREACHABLE("every kind of expression should have a value somewhere");
}

}  // namespace

ExprId total_condition(Model& model, ExprId condition) {
  Definedness definedness(model, model.expressions[condition]);
  const ExprId has_value = definedness.of(condition);
  if (has_value == none) return condition;
  const ExprId total = definedness.both(has_value, condition);
  model.partial_conditions.push_back({condition, has_value, total});
  return total;
}

}  // namespace arges::model::machines
