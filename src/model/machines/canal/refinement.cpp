#include "model/machines/canal/refinement.h"

#include "base/invariant.h"

namespace arges::model::machines::canal {

namespace {

using Kind = Expression::Kind;

/// The operands that the concrete model evaluates.
std::vector<ExprId> evaluated_operands(const Point& point, const Expression& e) {
  if (e.kind == Kind::cond) {
    const Value decides = e.op == Operator::and_ ? 0 : 1;
    const bool is_decided = point.concrete(e.operands[0]).value.lo == decides;
    return is_decided ? std::vector{e.operands[0]} : e.operands;
  }
  if (e.kind == Kind::tcond)
    return {e.operands[0], e.operands[point.concrete(e.operands[0]).is_true() ? 1 : 2]};
  return e.operands;
}

/// COLLECT_INT_LOCS (Figure 5.15).
void collect_int_locs(const Point& point, ExprId id, std::set<Location>& result) {
  const Expression& e = point.expression(id);
  if (e.kind == Kind::name && e.type.is_int())
    if (const auto location = point.concrete_location(id)) result.insert(*location);
  for (const ExprId operand : evaluated_operands(point, e))
    collect_int_locs(point, operand, result);
}

/// The number that an expression evaluates to, if it is one.
void add_value(const Point& point, ExprId id, std::set<Value>& result) {
  if (!point.expression(id).type.is_int()) return;
  const Evaluated value = point.concrete(id);
  if (value.ok()) result.insert(value.value.lo);
}

/// VALUES (Figure 5.16).
void values(const Point& point, ExprId id, std::set<Value>& result) {
  const Expression& e = point.expression(id);
  // The value of a conditional expression is that of one of its operands.
  add_value(point, id, result);
  for (const ExprId operand : evaluated_operands(point, e)) values(point, operand, result);
}

/// What VALUES and COLLECT_INT_LOCS would be for each location apart (Section 7.1): the numbers on
/// the way from the expression down to it. The other operands on the way count as well, as what a
/// comparison compares with does.
void values_by_location(const Point& point, ExprId id, std::set<Value> above,
                        std::map<Location, std::set<Value>>& result) {
  const Expression& e = point.expression(id);
  add_value(point, id, above);
  if (e.kind == Kind::name) {
    const auto location = point.concrete_location(id);
    if (location && e.type.is_int()) result[*location].insert(above.begin(), above.end());
    return;
  }
  const std::vector<ExprId> operands = evaluated_operands(point, e);
  std::set<Value> here = above;
  if (e.kind == Kind::infix && e.type.is_bool())
    for (const ExprId operand : operands) add_value(point, operand, here);
  for (const ExprId operand : operands) values_by_location(point, operand, here, result);
}

Refinement collect(const Point& point, ExprId id, const Options& options) {
  Refinement result;
  result.expression = id;
  if (options.values == Options::Values::by_location) {
    values_by_location(point, id, {}, result.numbers);
    return result;
  }
  std::set<Location> locations;
  std::set<Value> numbers;
  collect_int_locs(point, id, locations);
  values(point, id, numbers);
  for (const Location& location : locations) result.numbers[location] = numbers;
  return result;
}

}  // namespace

Refinement ref_expr(const Point& point, ExprId id, const Options& options) {
  const Expression& e = point.expression(id);
  switch (e.kind) {
    case Kind::literal:
    case Kind::self:
    case Kind::name:
    case Kind::in_state:
      return collect(point, id, options);
    case Kind::cond:
      return ref_expr(point, e.operands[point.corresponds(e.operands[0]) ? 1 : 0], options);
    case Kind::unary:
      if (point.corresponds(e.operands[0])) return collect(point, id, options);
      return ref_expr(point, e.operands[0], options);
    case Kind::infix: {
      const bool first = point.corresponds(e.operands[0]);
      const bool second = point.corresponds(e.operands[1]);
      if (first == second) return collect(point, id, options);
      return ref_expr(point, e.operands[first ? 1 : 0], options);
    }
    case Kind::tcond:
      if (!point.corresponds(e.operands[0])) return ref_expr(point, e.operands[0], options);
      return ref_expr(point, e.operands[point.concrete(e.operands[0]).is_true() ? 1 : 2], options);
  }
  UNREACHABLE("every kind of expression should guide a refinement");
}

namespace {

/// Whether a variable has values that correspond, in the configurations before a step.
bool is_alike(const Models& models, const Combined& at, const Location& location) {
  const Slot slot{Slot::Kind::variable, models.model.objects[location.object].type,
                  location.variable};
  const Value c = at.concrete.objects[location.object].values[location.variable];
  const Value a = at.abstract.objects[location.object].values[location.variable];
  return models.abstract.evaluator().range(a, slot).contains(c);
}

/// The message that was sent last has an argument that does not correspond.
const Message* sent_by(const Configuration& behind, std::uint32_t number) {
  for (const ObjectState& object : behind.objects)
    if (!object.input.empty() && object.input.back().id == number) return &object.input.back();
  return nullptr;
}

/// Whether an argument of a message sent by this step is alike in both models.
bool is_argument_alike(const Models& models, const AnalysisTrace& trace, std::uint32_t number,
                       std::uint32_t argument) {
  const Combined& behind = trace.step(number + 1).before;
  const Message* c = sent_by(behind.concrete, number);
  const Message* a = sent_by(behind.abstract, number);
  if (c == nullptr || a == nullptr) return c == a;
  const Slot slot{Slot::Kind::parameter, a->signal, argument};
  return models.abstract.evaluator()
      .range(a->arguments[argument], slot)
      .contains(c->arguments[argument]);
}

bool any_at(const RelevantLocations& relevant, std::uint32_t step) {
  const auto at = relevant.lower_bound({step});
  return at != relevant.end() && at->step == step;
}

/// The expression of a step that is to blame, if one is.
ExprId blamed(const Models& models, const AnalysisTrace& trace, const RelevantLocations& relevant,
              std::uint32_t i) {
  const AnalysisStep& step = trace.step(i);
  if (step.action.kind != Action::Kind::effect) return none;
  const Effect& effect = *step.action.effect;
  const Point point(models, step);
  if (effect.kind == Effect::Kind::assign) {
    const auto location = point.concrete_location(effect.target);
    const bool differs = location &&
                         relevant.contains({i + 1, RelevantLocation::Kind::variable,
                                            location->object, location->variable}) &&
                         !is_alike(models, trace.step(i + 1).before, *location);
    return differs ? effect.value : none;
  }
  if (effect.kind != Effect::Kind::send) return none;
  if (any_at(relevant, i) && !any_at(relevant, i + 1)) return effect.target;
  for (std::uint32_t j = 0; j < effect.arguments.size(); ++j)
    if (relevant.contains({i + 1, RelevantLocation::Kind::parameter, i, j}) &&
        !is_argument_alike(models, trace, i, j))
      return effect.arguments[j];
  return none;
}

/// Of the last step: the expression that the models disagree about.
ExprId blamed_last(const Models& models, const AnalysisStep& step) {
  if (step.action.kind == Action::Kind::assume) return step.action.condition;
  if (step.action.kind != Action::Kind::effect) return none;
  const Effect& effect = *step.action.effect;
  if (effect.kind != Effect::Kind::send) return effect.value;
  const Point point(models, step);
  if (!point.corresponds(effect.target)) return effect.target;
  for (const ExprId argument : effect.arguments)
    if (!point.corresponds(argument)) return argument;
  return none;
}

}  // namespace

Refinement find_refinement(const Models& models, const AnalysisTrace& trace,
                           const RelevantLocations& relevant, const Options& options) {
  for (std::uint32_t i = 1; i <= trace.length(); ++i) {
    const bool is_last = i == trace.length();
    const ExprId expression =
        is_last ? blamed_last(models, trace.step(i)) : blamed(models, trace, relevant, i);
    if (expression == none) continue;
    Refinement result = ref_expr(Point(models, trace.step(i)), expression, options);
    result.step = i;
    return result;
  }
  return {};
}

}  // namespace arges::model::machines::canal
