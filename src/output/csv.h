#pragma once

#include <string>
#include <vector>

namespace arges::output {

/// A line of a table, as RFC 4180 quotes it but with a plain end of line.
std::string csv_line(const std::vector<std::string>& fields);

}  // namespace arges::output
