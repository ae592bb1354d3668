#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace arges::synth {

struct TaskFile {
  std::string name;  ///< within the task's folder
  std::string text;
};

/// One line of `solution.csv`: a property as `arges check` names it, and whether it holds.
struct TaskAnswer {
  std::string property;
  bool holds;
};

/// One line of an index in the manner of RERS: for errors `true` means that they can be reached.
struct IndexEntry {
  std::string property;
  bool value;
};

/// A verification task: its files, all but `solution.csv`, and what is known about it.
struct Task {
  std::string name;  ///< of its folder
  std::vector<TaskFile> files;
  std::vector<TaskAnswer> answers;
  std::vector<IndexEntry> index;
  nlohmann::ordered_json facts;  ///< sizes and depths, for the list of tasks
};

}  // namespace arges::synth
