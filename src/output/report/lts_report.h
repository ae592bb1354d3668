#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "lts/mts.h"
#include "output/lts_result.h"
#include "output/report/report_origin.h"

namespace arges::output {

/// What was asked of transition systems, in the terms of the page; the systems are in the order of
/// the model's parts, and `files` are where they stand.
nlohmann::ordered_json lts_report_data(const LtsModel& model,
                                       const std::vector<const lts::Mts*>& systems,
                                       const std::vector<LtsResult>& results,
                                       const std::vector<std::string>& files,
                                       const ReportOrigin& origin);

}  // namespace arges::output
