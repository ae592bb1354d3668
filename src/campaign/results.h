#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "campaign/figure.h"
#include "campaign/limits.h"
#include "campaign/verdict.h"

namespace arges::campaign {

/// What is known of one run: a task by a column.
struct RunResult {
  Verdict verdict;
  double cpu_seconds = 0;
  double wall_seconds = 0;
  std::uint64_t memory_kilobytes = 0;
  std::string host = {};
  std::vector<Figure> figures = {};

  /// Nothing if there is none of that name.
  std::string figure(const std::string& name) const;
};

/// The results of a campaign as reports see them: a table with a row a task and a column a
/// configuration, in the order of the set.
struct Results {
  struct Task {
    std::string name;
    std::string family;
    std::string question;
    Expected expected;
  };
  struct Column {
    std::string name;
    std::string command;  ///< with places for what depends on the task
    std::string version;
  };
  std::string name;
  RunLimits limits;
  std::vector<std::pair<std::string, std::string>> facts;  ///< where and when: "host", "started" …
  std::vector<std::string> files = {};                     ///< those of the set, where it was run
  std::vector<Task> tasks;
  std::vector<Column> columns;
  /// By task, then by column; nothing: not run.
  std::vector<std::vector<std::optional<RunResult>>> runs;
  /// Tasks and columns of which no run is wanted, as the tool does not take such files.
  std::set<std::pair<std::size_t, std::size_t>> left_out = {};

  /// The names of what tools count, each once.
  std::vector<std::string> figure_names() const;
  /// How many runs are wanted, and how many of them are not there.
  std::size_t wanted() const { return tasks.size() * columns.size() - left_out.size(); }
  std::size_t missing() const;
  bool is_complete() const { return missing() == 0; }
  void drop_task(std::size_t task);
  void drop_column(std::size_t column);
};

}  // namespace arges::campaign
