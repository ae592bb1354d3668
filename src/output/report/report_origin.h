#pragma once

#include <string>

namespace arges::output {

/// Where a report comes from.
struct ReportOrigin {
  std::string command;     ///< that made it, as it was typed
  std::string model_path;  ///< the file with the model's text
};

}  // namespace arges::output
