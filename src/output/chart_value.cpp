#include "output/chart_value.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "model/statechart/value_text.h"
#include "output/json.h"

namespace arges::output {

namespace {

using Json = nlohmann::ordered_json;
using model::statechart::ArrayForm;

Json chart_json(ir::Value value, ir::Type type, const ArrayForm& form) {
  if (value.is_unknown()) return nullptr;
  if (model::statechart::is_string(type)) return model::statechart::string_of(value, type);
  if (type.is_enum()) return type.literals().at(static_cast<std::size_t>(value.as_small()));
  if (!type.is_array()) return to_json(value, type);
  const auto elements = model::statechart::elements_of(value, form);
  if (!elements) return model::statechart::value_text(value, type);
  Json result = Json::array();
  for (const ir::Value element : elements->values)
    result.push_back(chart_json(element, type.element(), {}));
  if (elements->rest == model::statechart::ArrayElements::Rest::like_the_last)
    result.push_back(model::statechart::and_so_on);
  return result;
}

}  // namespace

std::string run_value_text(const model::statechart::System* chart, ir::Var var, ir::Value value) {
  return chart == nullptr ? ir::to_string(value, var->type)
                          : model::statechart::value_text(*chart, var, value);
}

std::string run_assignment(const model::statechart::System* chart, ir::Var var, ir::Value value) {
  return fmt::format("{} = {}", var->name, run_value_text(chart, var, value));
}

Json run_value_json(const model::statechart::System* chart, ir::Var var, ir::Value value) {
  return chart == nullptr
             ? to_json(value, var->type)
             : chart_json(value, var->type, model::statechart::array_form(*chart, var));
}

std::optional<model::machines::Type> machine_type(const model::machines::Lowering& machines,
                                                  ir::Var var) {
  const model::machines::Model& model = machines.model();
  for (model::machines::ObjectId o = 0; o < model.objects.size(); ++o) {
    const auto& variables = model.class_of(o).variables;
    for (model::machines::VarId v = 0; v < variables.size(); ++v)
      if (machines.layout().variable(o, v) == var) return variables[v].type;
  }
  return std::nullopt;
}

std::string machine_value_text(const model::machines::Model& model, model::machines::Type type,
                               ir::Var var, ir::Value value) {
  if (value.is_unknown()) return ir::to_string(value, var->type);
  if (type.is_reference())
    return var->type.literals().at(static_cast<std::size_t>(value.as_small()));
  const bool is_literal = type.is_int() && type.target != model::machines::none;
  if (!is_literal) return ir::to_string(value, var->type);
  // Abstraction may take a number for one that has no name.
  const auto& literals = model.enumerations[type.target].literals;
  for (std::size_t i = 0; i < literals.size(); ++i)
    if (value == ir::Value::small(static_cast<std::int64_t>(i))) return literals[i];
  return ir::to_string(value, var->type);
}

std::string run_value_text(const RunSubject& subject, ir::Var var, ir::Value value) {
  if (subject.machines != nullptr)
    if (const auto type = machine_type(*subject.machines, var))
      return machine_value_text(subject.machines->model(), *type, var, value);
  return run_value_text(system_of(subject.chart), var, value);
}

std::string run_assignment(const RunSubject& subject, ir::Var var, ir::Value value) {
  return fmt::format("{} = {}", var->name, run_value_text(subject, var, value));
}

Json run_value_json(const RunSubject& subject, ir::Var var, ir::Value value) {
  if (subject.machines != nullptr && !value.is_unknown())
    if (const auto type = machine_type(*subject.machines, var);
        type && (type->is_reference() || (type->is_int() && type->target != model::machines::none)))
      return machine_value_text(subject.machines->model(), *type, var, value);
  return run_value_json(system_of(subject.chart), var, value);
}

}  // namespace arges::output
