#include "automata/ltl/random_formula.h"

#include <array>
#include <string>

namespace arges::automata {

Formula RandomFormulas::leaf() {
  if (below(20) == 0) return formulas_.constant(below(2) == 0);
  const Formula proposition =
      formulas_.proposition("p" + std::to_string(below(shape_.propositions)));
  return below(3) == 0 ? formulas_.negation(proposition) : proposition;
}

Formula RandomFormulas::of_size(unsigned size) {
  constexpr std::array unary{Op::not_, Op::next, Op::next, Op::eventually, Op::always};
  constexpr std::array binary{Op::and_,    Op::and_,       Op::or_,           Op::or_,  Op::until,
                              Op::release, Op::until,      Op::weak_until,    Op::xor_, Op::implies,
                              Op::implies, Op::equivalent, Op::strong_release};
  if (size <= 1) return leaf();
  if (size == 2 || below(3) == 0) {
    const Op op = unary[below(unary.size())];
    const Formula operand = of_size(size - 1);
    return op == Op::not_ ? formulas_.negation(operand) : formulas_.unary(op, operand);
  }
  const unsigned left = 1 + below(size - 2);
  const Op op = binary[below(binary.size())];
  const Formula a = of_size(left);
  const Formula b = of_size(size - 1 - left);
  return formulas_.binary(op, a, b);
}

Formula RandomFormulas::formula() { return of_size(1 + below(shape_.max_size)); }

Lasso RandomFormulas::word(std::size_t max_length) {
  Lasso result;
  const std::size_t length = 1 + below(static_cast<unsigned>(max_length));
  for (std::size_t i = 0; i < length; ++i) {
    std::vector<bool> letter(formulas_.num_propositions());
    for (auto&& holds : letter) holds = below(2) == 0;
    result.letters.push_back(std::move(letter));
  }
  result.loop_start = below(static_cast<unsigned>(length));
  return result;
}

}  // namespace arges::automata
