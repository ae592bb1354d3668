#pragma once

#include <string>
#include <vector>

#include "output/trace_set.h"

namespace arges::output {

// Which trace covers what, and why the rest is not covered; as a page: report/trace_report.h.

/// For documents and reviews.
void write_coverage_markdown(const TraceSet& set, const Sink& sink);
/// A table: a line a goal, a column a trace.
void write_coverage_csv(const TraceSet& set, const Sink& sink);

/// Numbers from 1 on, of such from 0 on, neighbours as ranges: "1-4, 7".
std::string ranges_text(const std::vector<std::size_t>& ascending);

/// What a trace does for the coverage.
struct TraceShare {
  std::size_t goals = 0;  ///< that it covers
  std::size_t alone = 0;  ///< of these, that no other trace does
};
std::vector<TraceShare> shares_of(const TraceSet& set);

}  // namespace arges::output
