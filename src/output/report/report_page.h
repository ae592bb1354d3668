#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace arges::output {

// The bundle of web/report, as it is in the program (cmake/ArgesReportBundle.cmake).
std::string_view report_script();
std::string_view report_style();

/// A page that shows a report, in one file that needs no other and no network.
std::string report_page(const nlohmann::ordered_json& report);

}  // namespace arges::output
