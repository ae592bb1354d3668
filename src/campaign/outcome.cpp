#include "campaign/outcome.h"

#include <nlohmann/json.hpp>

namespace arges::campaign {

using Json = nlohmann::json;

std::string Outcome::to_json() const {
  const Json document{{"end", static_cast<int>(end)}, {"code", code},
                      {"cpu", cpu_seconds},           {"wall", wall_seconds},
                      {"memory", memory_kilobytes},   {"output", output},
                      {"changed", changed_file}};
  return document.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Outcome Outcome::of_json(const std::string& text) {
  const Json document = Json::parse(text);
  Outcome result;
  result.end = static_cast<End>(document.at("end").get<int>());
  document.at("code").get_to(result.code);
  document.at("cpu").get_to(result.cpu_seconds);
  document.at("wall").get_to(result.wall_seconds);
  document.at("memory").get_to(result.memory_kilobytes);
  document.at("output").get_to(result.output);
  result.changed_file = document.value("changed", "");
  return result;
}

}  // namespace arges::campaign
