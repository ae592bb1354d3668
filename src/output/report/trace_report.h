#pragma once

#include <nlohmann/json_fwd.hpp>

#include "output/report/report_origin.h"
#include "output/trace_set.h"

namespace arges::output {

/// A set of traces in the terms of the page: every trace step by step, and which covers what.
nlohmann::ordered_json trace_report_data(const TraceSet& set, const ReportOrigin& origin);

}  // namespace arges::output
