#include "output/csv.h"

#include <fmt/format.h>

#include "campaign/report/report.h"
#include "campaign/report/tables.h"

namespace arges::campaign {

std::string csv_report(const Results& results) {
  std::vector<std::string> heading(run_columns.begin(), run_columns.end());
  const std::vector<std::string> figures = results.figure_names();
  heading.insert(heading.end(), figures.begin(), figures.end());
  std::string text = output::csv_line(heading);
  for (std::size_t row = 0; row < results.tasks.size(); ++row) {
    const Results::Task& task = results.tasks[row];
    for (std::size_t column = 0; column < results.columns.size(); ++column) {
      const std::optional<RunResult>& run = results.runs[row][column];
      if (!run) continue;
      const Verdict& verdict = run->verdict;
      std::vector<std::string> fields{task.name,
                                      task.family,
                                      task.question,
                                      results.columns[column].name,
                                      task.expected.to_string(),
                                      to_string(verdict.status),
                                      verdict.detail,
                                      to_string(judge(verdict, task.expected)),
                                      fmt::format("{:.3f}", run->cpu_seconds),
                                      fmt::format("{:.3f}", run->wall_seconds),
                                      std::to_string(run->memory_kilobytes),
                                      std::to_string(score(verdict, task.expected)),
                                      run->host};
      for (const std::string& name : figures) fields.push_back(run->figure(name));
      text += output::csv_line(fields);
    }
  }
  return text;
}

}  // namespace arges::campaign
