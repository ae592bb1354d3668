#include "model/machines/canal/correspondence.h"

#include "base/invariant.h"
#include "model/machines/abstract_evaluator.h"

namespace arges::model::machines::canal {

namespace {

using Kind = Expression::Kind;

void unite(std::set<Location>& to, std::set<Location> from) { to.merge(from); }

}  // namespace

Evaluated Point::concrete(ExprId expression) const {
  FixedChooser chooser(*step_.resolution);
  return models_.concrete.evaluator().evaluate(step_.before.concrete, step_.object, expression,
                                               chooser);
}

Evaluated Point::abstract(ExprId expression) const {
  FixedChooser chooser(*step_.resolution);
  return models_.abstract.evaluator().evaluate(step_.before.abstract, step_.object, expression,
                                               chooser);
}

bool Point::corresponds(ExprId expression) const {
  const Evaluated c = concrete(expression);
  const Evaluated a = abstract(expression);
  if (!c.ok() || !a.ok()) return c.fault == a.fault;
  return abstract_cell(expression).contains(c.value.lo);
}

Range Point::abstract_cell(ExprId expression) const {
  // Numbers that can't be results were left out of the abstract value; the cell is what counts.
  const auto& evaluator = dynamic_cast<const AbstractEvaluator&>(models_.abstract.evaluator());
  return evaluator.cell_of(expression, abstract(expression).value);
}

std::optional<Location> Point::concrete_location(ExprId name) const {
  return resolve(step_.before.concrete, step_.object, expression(name));
}

std::optional<Location> Point::abstract_location(ExprId name) const {
  return resolve(step_.before.abstract, step_.object, expression(name));
}

Location Point::safe_resolve(const Expression& name) const {
  // As long as they agree, both models are at the same object.
  ObjectId at = name.root == none ? step_.object : name.root;
  for (std::size_t i = 0; i + 1 < name.path.size(); ++i) {
    const Value c = step_.before.concrete.objects[at].values[name.path[i]];
    const Value a = step_.before.abstract.objects[at].values[name.path[i]];
    if (c != a || c == null_object) return {at, name.path[i]};
    at = static_cast<ObjectId>(c);
  }
  return {at, name.path.back()};
}

std::set<Location> Point::locations(ExprId id) const {
  const Expression& e = expression(id);
  // Not in the paper: the state of an object depends on the references that lead to it.
  const bool has_path = e.kind == Kind::in_state && !e.path.empty();
  if (e.kind == Kind::name || has_path) return {safe_resolve(e)};
  std::set<Location> result;
  for (const ExprId operand : e.operands) unite(result, locations(operand));
  return result;
}

std::set<Location> Point::relevant(ExprId id) const {
  const Expression& e = expression(id);
  switch (e.kind) {
    case Kind::literal:
    case Kind::self:
    case Kind::name:
    case Kind::in_state:
      return locations(id);
    case Kind::cond:
      return relevant(e.operands[corresponds(e.operands[0]) ? 1 : 0]);
    case Kind::unary:
      return corresponds(e.operands[0]) ? locations(id) : relevant(e.operands[0]);
    case Kind::infix: {
      std::set<Location> result;
      bool differs = false;
      for (const ExprId operand : e.operands) {
        if (corresponds(operand)) continue;
        differs = true;
        unite(result, relevant(operand));
      }
      return differs ? result : locations(id);
    }
    case Kind::tcond:
      if (!corresponds(e.operands[0])) return relevant(e.operands[0]);
      return relevant(e.operands[concrete(e.operands[0]).is_true() ? 1 : 2]);
  }
  UNREACHABLE("every kind of expression should have relevant locations");
}

std::set<Location> Point::used(ExprId id) const {
  const Expression& e = expression(id);
  const auto is = [&](Value value) {
    return std::pair{concrete(e.operands[0]).value.lo == value,
                     abstract(e.operands[0]).value.lo == value};
  };
  switch (e.kind) {
    case Kind::literal:
    case Kind::self:
    case Kind::name:
    case Kind::in_state:
      return locations(id);
    case Kind::unary:
    case Kind::infix: {
      std::set<Location> result;
      for (const ExprId operand : e.operands) unite(result, used(operand));
      return result;
    }
    case Kind::cond: {
      std::set<Location> result = used(e.operands[0]);
      const auto [in_concrete, in_abstract] = is(e.op == Operator::and_ ? 0 : 1);
      if (!in_concrete || !in_abstract) unite(result, used(e.operands[1]));
      return result;
    }
    case Kind::tcond: {
      std::set<Location> result = used(e.operands[0]);
      const auto [in_concrete, in_abstract] = is(1);
      if (in_concrete || in_abstract) unite(result, used(e.operands[1]));
      if (!in_concrete || !in_abstract) unite(result, used(e.operands[2]));
      return result;
    }
  }
  UNREACHABLE("every kind of expression should use locations");
}

}  // namespace arges::model::machines::canal
