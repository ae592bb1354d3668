#include "automata/ltl/prefix.h"

#include "automata/ltl/lasso.h"

namespace arges::automata {

PrefixJudge::PrefixJudge(Formulas& formulas, Formula formula)
    : num_propositions_(formulas.num_propositions()) {
  for (std::size_t i = 0; i < 2 * num_propositions_; ++i) own_.proposition(std::to_string(i));
  formula_ = separate(negation_normal_form(formulas, formula));
}

Formula PrefixJudge::separate(Formula normal) {
  if (normal.is_constant()) return own_.constant(normal.is(Op::true_));
  if (normal.is(Op::proposition)) return own_.proposition(std::to_string(normal.proposition()));
  if (normal.is(Op::not_))
    return own_.proposition(std::to_string(num_propositions_ + normal.child().proposition()));
  std::vector<Formula> children;
  for (const Formula child : normal.children()) children.push_back(separate(child));
  return own_.rebuild(normal.op(), children);
}

bool PrefixJudge::refutes(const std::vector<std::vector<bool>>& prefix) const {
  Lasso word;
  for (const std::vector<bool>& letter : prefix) {
    std::vector<bool>& both = word.letters.emplace_back(2 * num_propositions_);
    for (std::size_t p = 0; p < num_propositions_; ++p)
      both[letter[p] ? p : num_propositions_ + p] = true;
  }
  word.loop_start = word.letters.size();
  word.letters.emplace_back(2 * num_propositions_, true);
  return !satisfies(word, formula_);
}

}  // namespace arges::automata
