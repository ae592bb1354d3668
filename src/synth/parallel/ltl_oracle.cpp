#include "synth/parallel/ltl_oracle.h"

#include "automata/omega/acceptance.h"
#include "automata/translate/translator.h"
#include "base/invariant.h"
#include "lts/temporal/interruptible.h"
#include "lts/temporal/ltl_recheck.h"

namespace arges::synth {

namespace {

void collect(automata::Formula formula, const lts::ActionPropositions& actions,
             std::vector<lts::ActionId>& result) {
  if (formula.is(automata::Op::proposition)) result.push_back(actions[formula.proposition()]);
  for (const automata::Formula child : formula.children()) collect(child, actions, result);
}

}  // namespace

LtlOracle::LtlOracle(automata::Formulas& formulas, automata::Formula formula,
                     lts::ActionPropositions actions)
    : property_{&formulas, formula, std::move(actions)},
      is_interruptible_(lts::is_interruptible(formulas, formula)) {
  std::vector<lts::ActionId> mentioned;
  collect(formula, property_.actions, mentioned);
  mentioned_ = lts::Alphabet(std::move(mentioned));
  automata::Translator translator(formulas);
  negation_ =
      std::make_unique<automata::Automaton>(translator.translate(formulas.negation(formula)));
  INVARIANT(automata::accepts_violations(*negation_, formulas, formula),
            "an automaton should accept what violates its formula");
}

std::optional<lts::Run> LtlOracle::violation(const std::vector<const lts::Mts*>& parts,
                                             const Limits* limits) const {
  lts::LtlCheck check(parts, *negation_, property_, lts::FiniteRuns::ignore);
  if (check.run(limits)) {
    const std::string wrong = lts::proof_error(parts, *negation_, property_,
                                               lts::FiniteRuns::ignore, proof_of(check), limits);
    INVARIANT(wrong.empty(), wrong);
    return std::nullopt;
  }
  const std::string wrong = run_error(parts, check.counterexample());
  INVARIANT(wrong.empty(), wrong);
  return check.counterexample();
}

std::string LtlOracle::run_error(const std::vector<const lts::Mts*>& parts,
                                 const lts::Run& run) const {
  return lts::counterexample_error(parts, property_, lts::FiniteRuns::ignore, run);
}

}  // namespace arges::synth
