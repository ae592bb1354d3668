#include "campaign/report/page_data.h"

#include <cmath>
#include <map>

#include <nlohmann/json.hpp>

#include "campaign/report/tally.h"
#include "output/json.h"

namespace arges::campaign {

namespace {

using Json = nlohmann::ordered_json;

/// Texts that many runs share, by number; 0 is the empty one.
class Texts {
 public:
  std::size_t number(const std::string& text) {
    const auto [place, is_new] = numbers_.try_emplace(text, texts_.size());
    if (is_new) texts_.push_back(text);
    return place->second;
  }
  const std::vector<std::string>& all() const { return texts_; }

 private:
  std::vector<std::string> texts_{""};
  std::map<std::string, std::size_t> numbers_{{"", 0}};
};

double milliseconds(double seconds) { return std::round(seconds * 1000) / 1000; }

Json tasks_of(const Results& results, Texts& texts) {
  Json tasks = Json::array();
  for (const Results::Task& task : results.tasks) {
    tasks.push_back(
        {task.name, texts.number(task.family), task.question, task.expected.to_string()});
  }
  return tasks;
}

Json run_of(const Results& results, std::size_t task, std::size_t column,
            const std::vector<std::string>& figures, Texts& texts) {
  const std::optional<RunResult>& run = results.runs[task][column];
  if (!run) return nullptr;
  Json result = Json::array(
      {static_cast<int>(run->verdict.status), static_cast<int>(mark_of(results, task, column)),
       milliseconds(run->cpu_seconds), milliseconds(run->wall_seconds), run->memory_kilobytes,
       score(run->verdict, results.tasks[task].expected), texts.number(run->verdict.detail),
       texts.number(run->host)});
  for (const std::string& name : figures) result.push_back(texts.number(run->figure(name)));
  return result;
}

Json changes_of(const Differences& differences, Texts& texts) {
  Json changes = Json::array();
  for (const Difference& one : differences.runs)
    changes.push_back(
        {to_string(one.kind), one.task, one.column, static_cast<int>(one.then->verdict.status),
         texts.number(one.then->verdict.detail), milliseconds(one.then->cpu_seconds)});
  return changes;
}

}  // namespace

std::string page_data(const Results& results, const Differences* differences) {
  Texts texts;
  Json data;
  data["columns"] = Json::array();
  for (const Results::Column& column : results.columns) data["columns"].push_back(column.name);
  data["limit"] = nullptr;
  if (results.limits.cpu_seconds) data["limit"] = *results.limits.cpu_seconds;
  data["statuses"] = Json::array();
  for (int i = 0; i <= static_cast<int>(Status::error); ++i)
    data["statuses"].push_back(to_string(static_cast<Status>(i)));
  data["marks"] = Json::array();
  for (int i = 0; i <= static_cast<int>(Mark::disputed); ++i)
    data["marks"].push_back(to_string(static_cast<Mark>(i)));
  data["tasks"] = tasks_of(results, texts);
  const std::vector<std::string> figures = results.figure_names();
  data["figures"] = figures;
  data["runs"] = Json::array();
  for (std::size_t task = 0; task < results.tasks.size(); ++task) {
    Json row = Json::array();
    for (std::size_t column = 0; column < results.columns.size(); ++column)
      row.push_back(run_of(results, task, column, figures, texts));
    data["runs"].push_back(std::move(row));
  }
  data["left_out"] = results.left_out;
  if (differences != nullptr) data["changes"] = changes_of(*differences, texts);
  data["texts"] = texts.all();
  return output::dump_for_script(data);
}

}  // namespace arges::campaign
