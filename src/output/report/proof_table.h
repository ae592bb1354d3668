#pragma once

#include <optional>

#include <nlohmann/json_fwd.hpp>

#include "analysis/certify/proof.h"
#include "output/report/report_graph.h"

namespace arges::output {

/// The graph that a proof has; nothing if it has none, or one that is too large.
std::optional<ReportGraph> proof_graph(const analysis::Proof& proof,
                                       const analysis::System& system);

/// What a proof says, in a sentence and a table: {"summary", "columns", "rows", "left_out"}.
nlohmann::ordered_json proof_table(const analysis::Proof& proof, const analysis::System& system);

}  // namespace arges::output
