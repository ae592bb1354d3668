#include "output/markdown.h"

#include <fmt/format.h>

#include "campaign/report/differences.h"
#include "campaign/report/pairs.h"
#include "campaign/report/report.h"
#include "campaign/report/tables.h"
#include "campaign/report/tally.h"

namespace arges::campaign {

namespace {

using output::markdown_cell;

enum class Cells : std::uint8_t { figures, words };

std::string line_of(const std::vector<std::string>& cells) {
  std::string line = "|";
  for (const std::string& cell : cells) line += fmt::format(" {} |", markdown_cell(cell));
  return line + "\n";
}

std::string table_of(const TextTable& table, Cells cells = Cells::figures) {
  std::string text = line_of(table.heading) + "| --- |";
  for (std::size_t i = 1; i < table.heading.size(); ++i)
    text += cells == Cells::figures ? " ---: |" : " --- |";
  text += "\n";
  for (const std::vector<std::string>& row : table.rows) text += line_of(row);
  return text + "\n";
}

std::string introduction(const Results& results) {
  std::string text = fmt::format("# Campaign {}\n\n{}.\n\n", markdown_cell(results.name),
                                 markdown_cell(size_text(results)));
  if (!results.is_complete()) text += fmt::format("**{}**\n\n", incompleteness_text(results));
  for (const auto& [name, value] : results.facts)
    text += fmt::format("- {}: {}\n", markdown_cell(name), markdown_cell(value));
  if (!results.facts.empty()) text += "\n";
  text += "## Configurations\n\n";
  TextTable table{.heading = {"configuration", "version", "command"}};
  for (const Results::Column& column : results.columns)
    table.rows.push_back({column.name, column.version, column.command});
  return text + table_of(table, Cells::words);
}

std::string summary(const Results& results) {
  std::string text = "## Summary\n\n" + table_of(summary_table(results));
  const std::vector<RunPlace> wrong = wrong_answers(results);
  text +=
      fmt::format("Wrong answers: {}.\n\n", wrong.empty() ? "none" : std::to_string(wrong.size()));
  for (const RunPlace& run : wrong)
    text += fmt::format("- **Wrong**: {}\n", markdown_cell(wrong_text(results, run)));
  if (!wrong.empty()) text += "\n";
  const std::vector<std::size_t> disputed = disputed_tasks(results);
  for (const std::size_t task : disputed)
    text += fmt::format("- **Contradiction**: {}\n", markdown_cell(dispute_text(results, task)));
  if (!disputed.empty()) text += "\n";
  return text;
}

std::string families(const Results& results) {
  std::string text =
      "## Families\n\nSolved of all (CPU seconds of the solved). Solved is what is correct, and "
      "unconfirmed answers that no configuration contradicts.\n\n";
  TextTable table{.heading = {"family", "tasks"}};
  for (const Results::Column& column : results.columns) table.heading.push_back(column.name);
  for (const Family& family : families_of(results)) {
    std::vector<std::string> row{family.name, std::to_string(family.tasks.size())};
    for (std::size_t column = 0; column < results.columns.size(); ++column) {
      const Tally tally = tally_of(results, column, family);
      row.push_back(fmt::format("{} of {} ({}){}", tally.solved(), tally.runs,
                                seconds_text(tally.solved_seconds),
                                tally.wrong > 0 ? fmt::format(", {} wrong", tally.wrong) : ""));
    }
    table.rows.push_back(std::move(row));
  }
  return text + table_of(table);
}

std::string pair_overview(const Results& results) {
  TextTable table{.heading = {"first", "second", "both", "only first", "only second", "neither",
                              "first, CPU s on common", "second, CPU s on common"}};
  for (std::size_t first = 0; first < results.columns.size(); ++first)
    for (std::size_t second = first + 1; second < results.columns.size(); ++second) {
      const PairTable pair = pair_table(results, first, second);
      table.rows.push_back({results.columns[first].name, results.columns[second].name,
                            std::to_string(pair.both), std::to_string(pair.only_first),
                            std::to_string(pair.only_second), std::to_string(pair.neither),
                            seconds_text(pair.first_seconds), seconds_text(pair.second_seconds)});
    }
  return table_of(table);
}

/// The endings of a configuration down, those of the first one across, as in Ádám's tables.
std::string endings(const Results& results, const PairTable& pair) {
  TextTable table{.heading = {fmt::format("{} \\ {}", results.columns[pair.second].name,
                                          results.columns[pair.first].name)}};
  std::vector<Ending> shown;
  for (std::size_t i = 0; i < number_of_endings; ++i)
    if (pair.has(static_cast<Ending>(i))) shown.push_back(static_cast<Ending>(i));
  for (const Ending across : shown) table.heading.emplace_back(to_string(across));
  for (const Ending down : shown) {
    std::vector<std::string> row{to_string(down)};
    for (const Ending across : shown)
      row.push_back(std::to_string(
          pair.endings[static_cast<std::size_t>(across)][static_cast<std::size_t>(down)]));
    table.rows.push_back(std::move(row));
  }
  return table_of(table);
}

std::string pairs(const Results& results) {
  if (results.columns.size() < 2) return "";
  std::string text =
      "## Pairs\n\nOf the tasks that both configurations ran, how many both solved, one alone, or "
      "neither, and their times on those that both did.\n\n" +
      pair_overview(results) + "How tasks ended with each configuration, beside the first one.\n\n";
  for (std::size_t column = 1; column < results.columns.size(); ++column)
    text += endings(results, pair_table(results, 0, column));
  return text;
}

std::string changes(const Results& results, const Results& earlier) {
  const Differences found = differences(results, earlier);
  std::string text = "## Differences\n\n";
  for (const std::string& remark : remarks(found, results, earlier))
    text += markdown_cell(remark) + "\n";
  text += "\n" + table_of(differences_table(results, found));
  TextTable table{
      .heading = {"what", "task", "configuration", "then", "now", "CPU s then", "CPU s now"}};
  for (const Difference& one : found.runs)
    table.rows.push_back({to_string(one.kind), results.tasks[one.task].name,
                          results.columns[one.column].name, one.then->verdict.to_string(),
                          one.now->verdict.to_string(), seconds_text(one.then->cpu_seconds),
                          seconds_text(one.now->cpu_seconds)});
  return found.runs.empty() ? text : text + table_of(table, Cells::words);
}

}  // namespace

std::string markdown_report(const Results& results, const Results* earlier) {
  std::string text = introduction(results) + summary(results) + families(results) + pairs(results);
  if (earlier != nullptr) text += changes(results, *earlier);
  text.pop_back();  // a table ends with an empty line
  return text;
}

}  // namespace arges::campaign
