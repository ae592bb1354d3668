#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "output/result.h"

namespace arges::output {

/// Where a report comes from.
struct ReportOrigin {
  std::string command;     ///< that made it, as it was typed
  std::string model_path;  ///< the file with the model's text
};

/// The results in the terms of the page: docs/report.md, web/report/src/data.ts.
nlohmann::ordered_json report_data(const ModelResult& results, const ReportOrigin& origin);

}  // namespace arges::output
