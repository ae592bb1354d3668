#include <fmt/format.h>

#include "campaign/report/report.h"
#include "campaign/report/tables.h"
#include "campaign/report/tally.h"

namespace arges::campaign {

std::string summary_text(const Results& results) {
  std::string text = fmt::format("{}: {}\n", results.name, size_text(results));
  text += aligned_text(summary_table(results));
  for (const RunPlace& run : wrong_answers(results))
    text += fmt::format("WRONG: {}\n", wrong_text(results, run));
  for (const std::size_t task : disputed_tasks(results))
    text += fmt::format("CONTRADICTION: {}\n", dispute_text(results, task));
  return text;
}

}  // namespace arges::campaign
