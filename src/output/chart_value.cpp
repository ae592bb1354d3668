#include "output/chart_value.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "model/statechart/value_text.h"
#include "output/json.h"

namespace arges::output {

namespace {

using Json = nlohmann::ordered_json;

Json chart_json(ir::Value value, ir::Type type, std::size_t shown) {
  if (value.is_unknown()) return nullptr;
  if (model::statechart::is_string(type)) return model::statechart::string_of(value, type);
  if (type.is_enum()) return type.literals().at(static_cast<std::size_t>(value.as_small()));
  if (!type.is_array()) return to_json(value, type);
  const auto elements = model::statechart::elements_of(value, shown);
  if (!elements) return model::statechart::value_text(value, type);
  Json result = Json::array();
  for (const ir::Value element : *elements)
    result.push_back(chart_json(element, type.element(), 0));
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
             : chart_json(value, var->type, model::statechart::shown_elements(*chart, var));
}

}  // namespace arges::output
