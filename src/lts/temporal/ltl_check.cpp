#include "lts/temporal/ltl_check.h"

#include "lts/temporal/lasso.h"

namespace arges::lts {

std::vector<std::string> proposition_names(const automata::Formulas& formulas) {
  std::vector<std::string> result;
  for (std::uint32_t p = 0; p < formulas.num_propositions(); ++p)
    result.push_back(formulas.proposition_name(p));
  return result;
}

LtlCheck::LtlCheck(std::vector<const Mts*> parts, const automata::Automaton& negation,
                   const ActionFormula& property, FiniteRuns finite_runs)
    : system_(std::move(parts)),
      automaton_(negation, proposition_names(*property.formulas), property.actions),
      product_(system_, automaton_, finite_runs) {}

bool LtlCheck::run(const Limits* limits, const SearchProgress& progress) {
  proof_ = search_accepting(product_, limits, progress);
  if (proof_.is_empty) return true;
  counterexample_ = accepted_run(product_, system_, proof_.accepting, limits);
  return false;
}

}  // namespace arges::lts
