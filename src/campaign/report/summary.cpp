#include <fmt/format.h>

#include "campaign/report/differences.h"
#include "campaign/report/report.h"
#include "campaign/report/tables.h"
#include "campaign/report/tally.h"

namespace arges::campaign {

namespace {

/// What became better or worse by name, times only by number.
std::string changes(const Results& results, const Results& earlier) {
  const Differences found = differences(results, earlier);
  std::string text;
  for (const std::string& remark : remarks(found, results, earlier)) text += remark + "\n";
  if (found.compared == 0) return text;
  if (found.runs.empty()) return text + "Nothing differs.\n";
  text += aligned_text(differences_table(results, found));
  for (const Difference& one : found.runs)
    if (one.kind != Difference::Kind::slower && one.kind != Difference::Kind::faster)
      text += fmt::format("{}: {} by {}: {}, was {}\n", to_string(one.kind),
                          results.tasks[one.task].name, results.columns[one.column].name,
                          one.now->verdict.to_string(), one.then->verdict.to_string());
  return text;
}

}  // namespace

std::string summary_text(const Results& results, const Results* earlier) {
  std::string text = fmt::format("{}: {}\n", results.name, size_text(results));
  if (!results.is_complete()) text += incompleteness_text(results) + "\n";
  text += aligned_text(summary_table(results));
  for (const RunPlace& run : wrong_answers(results))
    text += fmt::format("WRONG: {}\n", wrong_text(results, run));
  for (const std::size_t task : disputed_tasks(results))
    text += fmt::format("CONTRADICTION: {}\n", dispute_text(results, task));
  if (earlier != nullptr) text += "\n" + changes(results, *earlier);
  return text;
}

}  // namespace arges::campaign
