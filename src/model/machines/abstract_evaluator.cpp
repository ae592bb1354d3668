#include "model/machines/abstract_evaluator.h"

#include <algorithm>

#include "base/invariant.h"

namespace arges::model::machines {

namespace {

/// More cells than this are not tried one by one.
constexpr std::size_t most_cells = 4096;

Evaluated truth(bool value) { return {Range::of(value ? 1 : 0)}; }

bool is_comparison(Operator op) { return op >= Operator::less && op <= Operator::not_equal; }

}  // namespace

bool AbstractEvaluator::is_int(Slot slot) const {
  return slot.kind == Slot::Kind::variable
             ? model_.classes[slot.owner].variables[slot.index].type.is_int()
             : model_.signals[slot.owner].parameters[slot.index].is_int();
}

Range AbstractEvaluator::range(Value value, Slot slot) const {
  return is_int(slot) ? abstraction_.of(slot).cell(value) : Range::of(value);
}

Range AbstractEvaluator::cell_of(ExprId expression, Range value) const {
  const Expression& e = model_.expression(expression);
  const bool is_computed =
      e.type.is_int() && (e.kind == Expression::Kind::unary || e.kind == Expression::Kind::infix);
  return is_computed ? abstraction_.of(expression).cell(value.lo) : value;
}

Value AbstractEvaluator::move(Value value, Slot from, Slot to) const {
  if (!is_int(from)) return value;
  const Range cell = abstraction_.of(to).cell(value);
  INVARIANT(cell.contains(range(value, from).hi),
            "a parameter should be as fine as the variables that it is put into");
  return cell.lo;
}

Value AbstractEvaluator::store(Range value, Slot slot, ExprId expression, Chooser& chooser) const {
  if (!is_int(slot)) return value.lo;
  const Partition& partition = abstraction_.of(slot);
  if (partition.cell(value.lo).contains(value.hi)) return partition.cell(value.lo).lo;
  const std::vector<Range> cells = partition.cells(value, most_cells);
  if (cells.empty()) throw TooManyResults();
  std::vector<Option> options;
  for (const Range& cell : cells) options.push_back({cell.lo});
  return chooser.choose({expression, ChoicePoint::Kind::storing}, options).value;
}

Evaluated AbstractEvaluator::choose_truth(ExprId expression, Truths truths, Chooser& chooser) {
  if (!truths.may_hold || !truths.may_fail) return truth(truths.may_hold);
  const Option options[] = {{0}, {1}};
  return truth(chooser.choose({expression}, options).value != 0);
}

/// The cells that results are in; counts where one may be in vain.
std::vector<Option> AbstractEvaluator::options(const Results& results,
                                               const Partition& type) const {
  std::vector<Option> result;
  for (const Results::Numbers& numbers : results.numbers) {
    const std::vector<Range> cells = type.cells(numbers.range, most_cells);
    if (cells.empty()) throw TooManyResults();
    for (const Range& cell : cells)
      if (numbers.within(cell)) result.push_back({cell.lo});
  }
  std::sort(result.begin(), result.end(),
            [](const Option& x, const Option& y) { return x.value < y.value; });
  result.erase(std::unique(result.begin(), result.end()), result.end());
  if (std::any_of(result.begin(), result.end(), [&](const Option& option) {
        return !results.certainly_meets(type.cell(option.value));
      }))
    ++imprecise_;
  for (const Fault fault : results.faults) result.push_back({0, fault});
  return result;
}

/// The result of arithmetic, one of the cells of the expression's type.
Evaluated AbstractEvaluator::compute(ExprId expression, Range a, Range b, Chooser& chooser) const {
  const Results results = apply(model_.expression(expression).op, a, b);
  const Partition& type = abstraction_.of(expression);
  const std::vector<Option> options = this->options(results, type);
  const Option chosen =
      options.size() == 1 ? options.front() : chooser.choose({expression}, options);
  if (chosen.fault != Fault::nothing) return {{}, chosen.fault};
  // Of the cell, only the numbers that may be results go on.
  const Range cell = type.cell(chosen.value);
  Range value{largest_int, least_int};
  for (const Results::Numbers& numbers : results.numbers) {
    const auto there = numbers.within(cell);
    if (!there) continue;
    value = {std::min(value.lo, there->lo), std::max(value.hi, there->hi)};
  }
  // A choice that was made elsewhere may be none here: then the cell is all that is known.
  return {value.lo <= value.hi ? value : cell};
}

Evaluated AbstractEvaluator::infix(const Expression& e, ExprId expression, Range a, Range b,
                                   Chooser& chooser) const {
  if (is_comparison(e.op)) return choose_truth(expression, compare(e.op, a, b), chooser);
  return compute(expression, a, b, chooser);
}

Evaluated AbstractEvaluator::evaluate(const Configuration& configuration, ObjectId self,
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
      if (!location) return {{}, Fault::null_reference};
      return {
          range(configuration.objects[location->object].values[location->variable],
                {Slot::Kind::variable, model_.objects[location->object].type, location->variable})};
    }
    case Expression::Kind::in_state: {
      const auto object = resolve_object(configuration, self, e, e.path.size());
      if (!object) return {{}, Fault::null_reference};
      return truth(configuration.objects[*object].state == e.state);
    }
    case Expression::Kind::unary: {
      const Evaluated a = operand(0);
      if (!a.ok()) return a;
      if (e.op == Operator::not_) return truth(a.value.lo == 0);
      return compute(expression, a.value, a.value, chooser);
    }
    case Expression::Kind::infix: {
      const Evaluated a = operand(0);
      if (!a.ok()) return a;
      const Evaluated b = operand(1);
      if (!b.ok()) return b;
      return infix(e, expression, a.value, b.value, chooser);
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
