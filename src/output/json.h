#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "output/result.h"
#include "output/text.h"

namespace arges::output {

/// Booleans and integers of up to 53 bits as JSON's own, everything else in the core syntax.
nlohmann::ordered_json to_json(ir::Value value, ir::Type type);

/// The known variables of a state.
nlohmann::ordered_json to_json(const analysis::System& system, const ir::Valuation& state);

/// "closed", "recurrent".
const char* loop_name(analysis::Loop::Kind kind);

/// One element of the contract's "results". States of a statechart's run have its own variables, or
/// in full all of the System's.
nlohmann::ordered_json to_json(const PropertyResult& result,
                               StateDetail detail = StateDetail::changed);

/// What `--format json` prints.
nlohmann::ordered_json to_json(const ModelResult& result,
                               StateDetail detail = StateDetail::changed);

/// The text of a document, one element a line, with an end of line; bytes that are no UTF-8 become
/// U+FFFD.
std::string dump(const nlohmann::ordered_json& document);
/// The same on one line, for a script element of a page: "<" could begin its end or a comment
/// there; in JSON it is only in strings.
std::string dump_for_script(const nlohmann::ordered_json& document);

}  // namespace arges::output
