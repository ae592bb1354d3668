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

}  // namespace arges::output
