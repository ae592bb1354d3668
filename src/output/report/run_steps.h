#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "output/result.h"

namespace arges::output {

/// A step of a run as a page shows it, whatever the model is.
struct ReportStep {
  std::string cause;
  std::string where;  ///< a location or a configuration
  SourceLocation location = {};
  std::vector<std::string> states = {};                           ///< active ones of a statechart
  std::vector<analysis::Control> controls = {};                   ///< that it comes through
  analysis::Control control = 0;                                  ///< where it ends
  std::vector<std::pair<std::string, std::string>> changed = {};  ///< name → value
  std::vector<std::string> gone = {};  ///< names that have no value any more
  /// Where another function's variables are seen from here on: all that are.
  std::optional<std::vector<std::pair<std::string, std::string>>> scope = {};
  std::vector<std::string> results = {};  ///< of functions that return
  std::vector<std::string> outputs = {};
  std::vector<std::string> notes = {};
};

/// A run in such steps.
struct ReportRun {
  std::vector<ReportStep> steps;
  std::optional<std::size_t> loop_start = {};  ///< the steps behind this one repeat
};

/// The run that a result rests on; nothing if it is none.
std::optional<ReportRun> report_run(const PropertyResult& result);

}  // namespace arges::output
