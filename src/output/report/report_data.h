#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "output/report/report_origin.h"
#include "output/result.h"

namespace arges::output {

/// The results in the terms of the page: docs/report.md, web/report/src/data.ts.
nlohmann::ordered_json report_data(const ModelResult& results, const ReportOrigin& origin);

}  // namespace arges::output
