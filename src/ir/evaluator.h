#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "ir/context.h"

namespace arges::ir {

/// Where the variables of a compiled expression are found: a dense number for each.
class SlotMap {
 public:
  /// The variable's slot, given out on first sight.
  std::uint32_t slot(Var var);
  std::optional<std::uint32_t> find(Var var) const;
  std::uint32_t size() const { return static_cast<std::uint32_t>(vars_.size()); }
  Var var(std::uint32_t slot) const { return vars_[slot]; }

 private:
  std::vector<std::uint32_t> slot_of_;  ///< by variable id; 0 = none, else slot + 1
  std::vector<Var> vars_;
};

/// A compiled expression: straight-line code over registers, one a distinct subexpression.
///
/// Operands may be unknown; the result is then known only if every completion agrees in a way the
/// operators show locally (false and ?, ? = ? with the same tag, 0 · ?, …); otherwise it is
/// Value::unknown(). Quantifiers are decided for finite bound types, else unknown.
class Evaluator {
 public:
  Evaluator() = default;
  /// Variables are read from `slots`; new ones are added to it.
  Evaluator(Expr expr, SlotMap& slots);

  Value operator()(std::span<const Value> slots) const;
  Expr expr() const { return expr_; }

 private:
  struct Instruction {
    Op op = Op::literal;
    std::uint32_t first = 0;  ///< first operand in operands_, or a slot
    std::uint32_t count = 0;
    Expr expr;
  };
  Value step(const Instruction& instruction, std::span<const Value> slots) const;
  Value quantified(const Instruction& instruction, std::span<const Value> slots) const;

  Expr expr_;
  std::vector<Instruction> code_;
  std::vector<std::uint32_t> operands_;  ///< registers
  std::vector<Evaluator> bodies_;        ///< of quantifiers
  mutable std::vector<Value> registers_;
  mutable std::vector<Value> scratch_;
};

/// The value of a closed or partly known expression, compiled for this one use.
Value evaluate(Expr expr, const std::unordered_map<Var, Value>& valuation);

}  // namespace arges::ir
