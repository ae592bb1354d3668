#pragma once

#include <string>

#include "campaign/results.h"

namespace arges::campaign {

/// What people read of a campaign; docs/bench-reports.md tells what each part shows. The same
/// results give the same bytes.

/// For the terminal: a line a configuration, then the wrong answers by name, and what changed since
/// `earlier` if there is one.
std::string summary_text(const Results& results, const Results* earlier = nullptr);
/// Summary, families, pairs of configurations, and what changed since `earlier` if there is one.
std::string markdown_report(const Results& results, const Results* earlier);
/// A line a run; runs that are missing have none.
std::string csv_report(const Results& results);
/// One page that needs nothing else, with plots and the table of all runs.
std::string html_report(const Results& results, const Results* earlier);

}  // namespace arges::campaign
