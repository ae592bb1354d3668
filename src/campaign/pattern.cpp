#include "campaign/pattern.h"

#include <algorithm>

#include <fnmatch.h>

namespace arges::campaign {

bool fits_one(const std::vector<std::string>& patterns, const std::string& text) {
  return patterns.empty() ||
         std::any_of(patterns.begin(), patterns.end(), [&](const std::string& pattern) {
           return fnmatch(pattern.c_str(), text.c_str(), 0) == 0;
         });
}

}  // namespace arges::campaign
