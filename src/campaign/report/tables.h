#pragma once

#include <string>
#include <vector>

#include "campaign/report/differences.h"
#include "campaign/report/tally.h"
#include "campaign/results.h"

namespace arges::campaign {

/// A table of texts: the first cell of a row names it, the others are figures.
struct TextTable {
  std::vector<std::string> heading;
  std::vector<std::vector<std::string>> rows = {};
};

/// A row a configuration: answers, other endings, points, times.
TextTable summary_table(const Results& results);
/// A row for each kind of difference, a column for each configuration.
TextTable differences_table(const Results& results, const Differences& differences);

/// In columns, for the terminal.
std::string aligned_text(const TextTable& table);

/// "5 tasks × 3 configurations; limits of a run: …".
std::string size_text(const Results& results);
/// "Incomplete: 3 of 15 runs are missing.", or nothing if none is.
std::string incompleteness_text(const Results& results);
/// "60 s of CPU time, 4096 MB of memory", "none".
std::string limits_text(const RunLimits& limits);
/// With as many digits as are worth reading.
std::string seconds_text(double seconds);

}  // namespace arges::campaign
