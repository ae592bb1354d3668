#pragma once

#include <string_view>

namespace arges::campaign {

/// The files of `page/`, which the build makes part of the program (cmake/ArgesReportPage.cmake).
extern const std::string_view page_style;
extern const std::string_view page_script;

}  // namespace arges::campaign
