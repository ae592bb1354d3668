#pragma once

#include <string>
#include <vector>

namespace arges::campaign {

/// Whether a text fits one of some patterns of the shell, if there are any.
bool fits_one(const std::vector<std::string>& patterns, const std::string& text);

}  // namespace arges::campaign
