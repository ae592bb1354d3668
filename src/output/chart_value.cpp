#include "output/chart_value.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "model/statechart/value_text.h"
#include "output/json.h"
#include "output/program_value.h"

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

namespace {

/// What a C program's author knows of a variable; null: nothing.
const model::ProgramInfo::Variable* program_variable(const RunSubject& subject, ir::Var var) {
  if (subject.program == nullptr || !subject.program->program) return nullptr;
  const auto& known = subject.program->program->variables;
  const auto found = known.find(var);
  return found == known.end() ? nullptr : &found->second;
}

/// An array of a model that is no program: which type its index has is told by its name.
std::string array_text(const ir::TypeNames& names, ir::Type type, ir::Value value) {
  if (!type.is_array() || value.is_unknown() || !value.is_big()) return ir::to_string(value, type);
  std::string result = "[";
  for (const auto& [index, element] : value.as_big().array.entries)
    result += fmt::format("{} <- {}, ", ir::to_string(index, type.index()),
                          array_text(names, type.element(), element));
  const std::string_view index = type.index().is_int()    ? names.integer
                                 : type.index().is_bool() ? names.boolean
                                                          : std::string_view();
  return result + fmt::format("<{}> default <- {}]",
                              index.empty() ? type.index().to_string() : std::string(index),
                              array_text(names, type.element(), value.as_big().array.fallback));
}

}  // namespace

std::string run_value_text(const RunSubject& subject, ir::Var var, ir::Value value) {
  if (const auto* variable = program_variable(subject, var))
    return program_value(value, var->type, *variable);
  if (subject.machines != nullptr)
    if (const auto type = machine_type(*subject.machines, var))
      return machine_value_text(subject.machines->model(), *type, var, value);
  if (subject.chart == nullptr) return array_text(subject.types, var->type, value);
  return run_value_text(system_of(subject.chart), var, value);
}

std::string run_assignment(const RunSubject& subject, ir::Var var, ir::Value value) {
  return fmt::format("{} = {}", var->name, run_value_text(subject, var, value));
}

Json run_value_json(const RunSubject& subject, ir::Var var, ir::Value value) {
  if (const auto* variable = program_variable(subject, var))
    return program_value_json(value, var->type, *variable);
  if (subject.machines != nullptr && !value.is_unknown())
    if (const auto type = machine_type(*subject.machines, var);
        type && (type->is_reference() || (type->is_int() && type->target != model::machines::none)))
      return machine_value_text(subject.machines->model(), *type, var, value);
  if (subject.chart == nullptr && var->type.is_array() && !value.is_unknown())
    return run_value_text(subject, var, value);
  return run_value_json(system_of(subject.chart), var, value);
}

}  // namespace arges::output
