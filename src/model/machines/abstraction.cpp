#include "model/machines/abstraction.h"

namespace arges::model::machines {

Abstraction::Abstraction(const Model& model, const Partition& partition) : model_(&model) {
  for (const Class& type : model.classes) variables_.emplace_back(type.variables.size(), partition);
  for (const Signal& signal : model.signals)
    parameters_.emplace_back(signal.parameters.size(), partition);
  update();
}

const Partition& Abstraction::of(Slot slot) const {
  const auto& family = slot.kind == Slot::Kind::variable ? variables_ : parameters_;
  return family[slot.owner][slot.index];
}

Partition& Abstraction::of_slot(Slot slot) {
  auto& family = slot.kind == Slot::Kind::variable ? variables_ : parameters_;
  return family[slot.owner][slot.index];
}

bool Abstraction::separate(Slot slot, const std::vector<Value>& numbers) {
  bool is_new = false;
  for (const Value number : numbers) is_new = of_slot(slot).separate(number) || is_new;
  return is_new;
}

void Abstraction::update() {
  for (ClassId type = 0; type < model_->classes.size(); ++type)
    for (const Transition& transition : model_->classes[type].transitions) {
      if (!transition.trigger) continue;
      const Trigger& trigger = *transition.trigger;
      for (std::size_t i = 0; i < trigger.parameters.size(); ++i)
        parameters_[trigger.signal][i].unite(variables_[type][trigger.parameters[i]]);
    }
  // Operands have smaller numbers than what they are operands of.
  expressions_.assign(model_->expressions.size(), {});
  for (ExprId e = 0; e < model_->expressions.size(); ++e) type_expression(e);
}

void Abstraction::type_expression(ExprId expression) {
  const Expression& e = model_->expressions[expression];
  Partition& type = expressions_[expression];
  if (!e.type.is_int()) return;
  if (e.kind == Expression::Kind::literal) {
    type = Partition::exact();
    return;
  }
  if (e.kind == Expression::Kind::name) {
    type = variables_[model_->owner_of(e)][e.path.back()];
    return;
  }
  bool is_constant = true;
  for (const ExprId operand : e.operands) {
    if (!model_->expressions[operand].type.is_int() || expressions_[operand].is_exact()) continue;
    type.unite(expressions_[operand]);
    is_constant = false;
  }
  if (is_constant) type = Partition::exact();
}

std::size_t Abstraction::size() const {
  std::size_t result = 0;
  for (ClassId type = 0; type < variables_.size(); ++type)
    for (VarId var = 0; var < variables_[type].size(); ++var)
      if (model_->classes[type].variables[var].type.is_int())
        result += variables_[type][var].size();
  return result;
}

}  // namespace arges::model::machines
