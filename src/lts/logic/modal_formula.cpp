#include "lts/logic/modal_formula.h"

#include "base/invariant.h"

namespace arges::lts {

namespace {

FormulaId negated(Formulas& formulas, FormulaId formula) {
  return formulas[formula].kind == FormulaKind::truth ? formulas.disjunction({})
                                                      : formulas.negation(formula);
}

}  // namespace

FormulaId modal_formula(Formulas& formulas, FormulaId formula, const ActionTable& table,
                        StepKind steps) {
  const bool weak = steps == StepKind::weak;
  std::map<FormulaId, FormulaId> known;
  for (const FormulaId part : parts_of(formulas, formula)) {
    Formulas::Node node = formulas[part];
    for (FormulaId& operand : node.operands) operand = known.at(operand);
    FormulaId& result = known[part];
    if (node.kind == FormulaKind::negation) {
      result = negated(formulas, node.operands.front());
    } else if (node.kind != FormulaKind::diamond) {
      INVARIANT(node.kind == FormulaKind::truth || node.kind == FormulaKind::conjunction,
                "a formula about modalities as actions should have diamonds only");
      result = formulas.add(std::move(node));
    } else if (const auto action = table.required_of(node.action)) {
      result = formulas.modal(weak ? FormulaKind::weak_diamond : FormulaKind::diamond, *action,
                              node.operands.front());
    } else {
      result =
          formulas.negation(formulas.modal(weak ? FormulaKind::weak_box : FormulaKind::box,
                                           node.action, negated(formulas, node.operands.front())));
    }
  }
  return known.at(formula);
}

}  // namespace arges::lts
