#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "model/statechart/lowering.h"

namespace arges::output {

// Values in runs: of a statechart as its author writes them, of other models (null) as
// ir::to_string does.

std::string run_value_text(const model::statechart::System* chart, ir::Var var, ir::Value value);
/// "NAME = VALUE".
std::string run_assignment(const model::statechart::System* chart, ir::Var var, ir::Value value);
/// Strings and literals are strings, arrays are arrays unless they are too scattered.
nlohmann::ordered_json run_value_json(const model::statechart::System* chart, ir::Var var,
                                      ir::Value value);

inline const model::statechart::System* system_of(const model::statechart::Lowering* chart) {
  return chart == nullptr ? nullptr : &chart->layout().system();
}

}  // namespace arges::output
