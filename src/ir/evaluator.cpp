#include "ir/evaluator.h"

#include <algorithm>

#include "base/invariant.h"
#include "ir/operations.h"

namespace arges::ir {

std::uint32_t SlotMap::slot(Var var) {
  if (var->id >= slot_of_.size()) slot_of_.resize(var->id + 1, 0);
  if (slot_of_[var->id] == 0) {
    vars_.push_back(var);
    slot_of_[var->id] = static_cast<std::uint32_t>(vars_.size());
  }
  return slot_of_[var->id] - 1;
}

std::optional<std::uint32_t> SlotMap::find(Var var) const {
  if (var->id >= slot_of_.size() || slot_of_[var->id] == 0) return std::nullopt;
  return slot_of_[var->id] - 1;
}

Evaluator::Evaluator(Expr expr, SlotMap& slots) : expr_(expr) {
  std::unordered_map<Expr, std::uint32_t> register_of;
  std::vector<Expr> todo{expr};
  while (!todo.empty()) {
    const Expr e = todo.back();
    if (register_of.contains(e)) {
      todo.pop_back();
      continue;
    }
    const bool is_quantifier = e.op() == Op::forall || e.op() == Op::exists;
    bool ready = true;
    if (!is_quantifier) {
      for (const Expr child : e.children()) {
        if (register_of.contains(child)) continue;
        todo.push_back(child);
        ready = false;
      }
    }
    if (!ready) continue;
    todo.pop_back();

    Instruction instruction{e.op(), static_cast<std::uint32_t>(operands_.size()), 0, e};
    if (e.is_variable()) {
      INVARIANT(e.version() == 0, "an evaluated variable should be as written");
      instruction.first = slots.slot(e.var());
    } else if (is_quantifier) {
      for (const Var v : e.bound()) slots.slot(v);
      instruction.first = static_cast<std::uint32_t>(bodies_.size());
      bodies_.emplace_back(e.child(0), slots);
      for (const Var v : e.bound()) operands_.push_back(slots.slot(v));
      instruction.count = static_cast<std::uint32_t>(operands_.size() - e.bound().size());
    } else {
      for (const Expr child : e.children()) operands_.push_back(register_of.at(child));
      instruction.count = static_cast<std::uint32_t>(e.arity());
    }
    register_of.emplace(e, static_cast<std::uint32_t>(code_.size()));
    code_.push_back(instruction);
  }
  registers_.resize(code_.size());
}

Value Evaluator::operator()(std::span<const Value> slots) const {
  for (std::size_t i = 0; i < code_.size(); ++i) registers_[i] = step(code_[i], slots);
  return registers_.back();
}

namespace {

/// The sum or product of small numbers, or unknown when it leaves the range.
bool small_arithmetic(Op op, std::span<const Value> operands, Value& result) {
  std::int64_t sum = op == Op::add ? 0 : 1;
  for (const Value v : operands) {
    if (!v.is_small()) return false;
    const bool overflow = op == Op::add ? __builtin_add_overflow(sum, v.as_small(), &sum)
                                        : __builtin_mul_overflow(sum, v.as_small(), &sum);
    if (overflow) return false;
  }
  if (!Value::fits(sum)) return false;
  result = Value::small(sum);
  return true;
}

/// What an operator yields when some operand is unknown.
Value partial(Expr shape, std::span<const Value> operands) {
  switch (shape.op()) {
    case Op::and_:
      for (const Value v : operands)
        if (v.is_false()) return v;
      return Value::unknown();
    case Op::or_:
      for (const Value v : operands)
        if (v.is_true()) return v;
      return Value::unknown();
    case Op::eq:
      // Tag 0 is "just unknown"; the same other tag twice is the same value twice.
      return operands[0] == operands[1] && operands[0].unknown_tag() != 0 ? Value::boolean(true)
                                                                          : Value::unknown();
    case Op::ite:
      if (!operands[0].is_unknown()) return operands[0].is_true() ? operands[1] : operands[2];
      return operands[1] == operands[2] &&
                     !(operands[1].is_unknown() && operands[1].unknown_tag() == 0)
                 ? operands[1]
                 : Value::unknown();
    case Op::mul:
      for (const Value v : operands)
        if (v == Value::small(0)) return v;
      return Value::unknown();
    default:
      return Value::unknown();
  }
}

}  // namespace

Value Evaluator::step(const Instruction& instruction, std::span<const Value> slots) const {
  switch (instruction.op) {
    case Op::literal:
      return instruction.expr.value();
    case Op::variable:
      return instruction.first < slots.size() ? slots[instruction.first] : Value::unknown();
    case Op::forall:
    case Op::exists:
      return quantified(instruction, slots);
    default:
      break;
  }
  scratch_.clear();
  bool known = true;
  for (std::uint32_t i = 0; i < instruction.count; ++i) {
    const Value v = registers_[operands_[instruction.first + i]];
    known = known && !v.is_unknown();
    scratch_.push_back(v);
  }
  if (!known) return partial(instruction.expr, scratch_);

  switch (instruction.op) {  // the frequent cases without big numbers
    case Op::eq:
      return Value::boolean(scratch_[0] == scratch_[1]);
    case Op::lt:
      if (scratch_[0].is_small() && scratch_[1].is_small())
        return Value::boolean(scratch_[0].as_small() < scratch_[1].as_small());
      break;
    case Op::le:
      if (scratch_[0].is_small() && scratch_[1].is_small())
        return Value::boolean(scratch_[0].as_small() <= scratch_[1].as_small());
      break;
    case Op::add:
    case Op::mul:
      if (Value result; small_arithmetic(instruction.op, scratch_, result)) return result;
      break;
    default:
      break;
  }
  return apply(instruction.expr.context().values(), instruction.expr, scratch_);
}

Value Evaluator::quantified(const Instruction& instruction, std::span<const Value> slots) const {
  // Every combination of the bound variables' values, as long as there are few.
  constexpr std::uint64_t most = 4096;
  const std::span<const Var> bound = instruction.expr.bound();
  std::vector<std::uint64_t> sizes;
  std::uint64_t combinations = 1;
  bool finite = true;
  for (const Var v : bound) {
    const std::uint64_t size = v->type.is_array() ? 0 : v->type.cardinality(most);
    finite = finite && size != 0 && combinations <= most / size;
    if (finite) combinations *= size;
    sizes.push_back(size);
  }
  const Evaluator& body = bodies_[instruction.first];
  std::vector<Value> inner(slots.begin(), slots.end());
  for (std::size_t i = 0; i < bound.size(); ++i) {
    const std::uint32_t slot = operands_[instruction.count + i];
    if (slot >= inner.size()) inner.resize(slot + 1);
    inner[slot] = Value::unknown();
  }
  if (!finite) return body(inner);  // known only if it does not depend on the bound variables

  const bool universal = instruction.op == Op::forall;
  Value result = Value::boolean(universal);
  for (std::uint64_t n = 0; n < combinations; ++n) {
    std::uint64_t rest = n;
    for (std::size_t i = 0; i < bound.size(); ++i) {
      inner[operands_[instruction.count + i]] =
          Value::small(static_cast<std::int64_t>(rest % sizes[i]));
      rest /= sizes[i];
    }
    const Value v = body(inner);
    if (v == Value::boolean(!universal)) return v;
    if (v.is_unknown()) result = Value::unknown();
  }
  return result;
}

Value evaluate(Expr expr, const std::unordered_map<Var, Value>& valuation) {
  SlotMap slots;
  const Evaluator evaluator(expr, slots);
  std::vector<Value> values(slots.size());
  for (const auto& [var, value] : valuation)
    if (const auto slot = slots.find(var)) values[*slot] = value;
  return evaluator(values);
}

}  // namespace arges::ir
