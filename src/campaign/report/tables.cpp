#include "campaign/report/tables.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/counted.h"
#include "output/columns.h"

namespace arges::campaign {

namespace {

std::string pad_left(const std::string& text, std::size_t to) {
  const std::size_t width = output::width(text);
  return width < to ? std::string(to - width, ' ') + text : text;
}

std::string line_of(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i)
    line += i == 0 ? output::pad(cells[i], widths[i]) : "  " + pad_left(cells[i], widths[i]);
  return line + "\n";
}

}  // namespace

TextTable summary_table(const Results& results) {
  TextTable table{.heading = {"configuration", "correct", "true", "false", "wrong", "unconfirmed",
                              "unknown", "timeout", "memory", "error", "missing", "points",
                              "CPU s of correct"}};
  for (std::size_t column = 0; column < results.columns.size(); ++column) {
    const Tally tally = tally_of(results, column);
    std::vector<std::string> row{results.columns[column].name};
    for (const std::size_t number :
         {tally.correct(), tally.correct_true, tally.correct_false, tally.wrong, tally.unconfirmed,
          tally.unknown, tally.timeout, tally.out_of_memory, tally.error, tally.missing})
      row.push_back(std::to_string(number));
    row.push_back(fmt::format("{} of {}", tally.points, tally.most_points));
    row.push_back(seconds_text(tally.correct_seconds));
    table.rows.push_back(std::move(row));
  }
  return table;
}

TextTable differences_table(const Results& results, const Differences& differences) {
  TextTable table{.heading = {"", "all"}};
  for (const Results::Column& column : results.columns) table.heading.push_back(column.name);
  for (const Difference::Kind kind : difference_kinds) {
    std::vector<std::string> row{to_string(kind), std::to_string(differences.count(kind))};
    for (std::size_t column = 0; column < results.columns.size(); ++column)
      row.push_back(std::to_string(differences.count(kind, column)));
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::string aligned_text(const TextTable& table) {
  std::vector<std::size_t> widths(table.heading.size(), 0);
  const auto widen = [&](const std::vector<std::string>& cells) {
    for (std::size_t i = 0; i < cells.size(); ++i)
      widths[i] = std::max(widths[i], output::width(cells[i]));
  };
  widen(table.heading);
  std::ranges::for_each(table.rows, widen);
  std::string text = line_of(table.heading, widths);
  for (const std::vector<std::string>& row : table.rows) text += line_of(row, widths);
  return text;
}

std::string size_text(const Results& results) {
  return fmt::format("{} × {}; limits of a run: {}", counted(results.tasks.size(), "task"),
                     counted(results.columns.size(), "configuration"), limits_text(results.limits));
}

std::string incompleteness_text(const Results& results) {
  const std::size_t missing = results.missing();
  if (missing == 0) return "";
  return fmt::format("Incomplete: {} of {} {} missing.", missing, counted(results.wanted(), "run"),
                     missing == 1 ? "is" : "are");
}

std::string limits_text(const RunLimits& limits) {
  std::vector<std::string> parts;
  if (limits.cpu_seconds) parts.push_back(fmt::format("{:g} s of CPU time", *limits.cpu_seconds));
  if (limits.wall_seconds)
    parts.push_back(fmt::format("{:g} s of wall time", *limits.wall_seconds));
  if (limits.memory_megabytes)
    parts.push_back(fmt::format("{} MB of memory", *limits.memory_megabytes));
  if (limits.grace_seconds)
    parts.push_back(fmt::format("{:g} s to end when asked to", *limits.grace_seconds));
  if (limits.cores > 0) parts.push_back(counted(limits.cores, "core"));
  return parts.empty() ? "none" : fmt::format("{}", fmt::join(parts, ", "));
}

std::string seconds_text(double seconds) {
  if (seconds < 10) return fmt::format("{:.2f}", seconds);
  return seconds < 1000 ? fmt::format("{:.1f}", seconds) : fmt::format("{:.0f}", seconds);
}

}  // namespace arges::campaign
