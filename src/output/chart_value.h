#pragma once

#include <optional>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "model/statechart/lowering.h"
#include "output/told_trace.h"

namespace arges::output {

// Values in runs: of a statechart as its author writes them, of other models (null) as
// ir::to_string does.

std::string run_value_text(const model::statechart::System* chart, ir::Var var, ir::Value value);
/// "NAME = VALUE".
std::string run_assignment(const model::statechart::System* chart, ir::Var var, ir::Value value);
/// Strings and literals are strings, arrays are arrays unless they are too scattered.
nlohmann::ordered_json run_value_json(const model::statechart::System* chart, ir::Var var,
                                      ir::Value value);

// The same of whatever a run is of; of communicating machines, too, as their author writes them.

std::string run_value_text(const RunSubject& subject, ir::Var var, ir::Value value);
std::string run_assignment(const RunSubject& subject, ir::Var var, ir::Value value);
nlohmann::ordered_json run_value_json(const RunSubject& subject, ir::Var var, ir::Value value);

/// The type that the author of machines gave an object's variable; nothing if it is none.
std::optional<model::machines::Type> machine_type(const model::machines::Lowering& machines,
                                                  ir::Var var);
/// A value of that type.
std::string machine_value_text(const model::machines::Model& model, model::machines::Type type,
                               ir::Var var, ir::Value value);

inline const model::statechart::System* system_of(const model::statechart::Lowering* chart) {
  return chart == nullptr ? nullptr : &chart->layout().system();
}

}  // namespace arges::output
