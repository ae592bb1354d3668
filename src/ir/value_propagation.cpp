#include "ir/value_propagation.h"

#include <utility>

#include "ir/simplify.h"

namespace arges::ir {

ValuePropagation::ValuePropagation(std::span<const Expr> formulas, Substitution values)
    : values_(std::move(values)), rest_(formulas.begin(), formulas.end()) {
  for (const auto& [variable, value] : values_) symbols_ |= variable.symbols();
  // A value may settle what came before it, too.
  for (std::size_t known = SIZE_MAX; known != values_.size() && !is_contradictory_;) {
    known = values_.size();
    for (const Expr formula : std::exchange(rest_, {})) {
      assume(formula);
      if (is_contradictory_) break;
    }
  }
}

void ValuePropagation::assume(Expr formula) {
  const Expr open = apply(formula);
  if (open.op() == Op::and_) {
    for (const Expr conjunct : open.children()) assume(conjunct);
    return;
  }
  if (open.is_false())
    is_contradictory_ = true;
  else if (const auto fixed = fixed_value(open))
    learn(*fixed);
  else if (!open.is_true())
    rest_.push_back(open);
}

void ValuePropagation::learn(const FixedValue& fixed) {
  values_.emplace(fixed.variable, fixed.value);
  symbols_ |= fixed.variable.symbols();
}

Expr ValuePropagation::apply(Expr expr) const {
  return simplify(substitute(expr, values_, symbols_));
}

}  // namespace arges::ir
