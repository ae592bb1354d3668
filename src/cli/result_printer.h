#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/limits.h"
#include "base/statistics.h"
#include "cli/advice.h"
#include "cli/common_options.h"
#include "output/report/report_data.h"
#include "output/result.h"
#include "output/text.h"

namespace arges::cli {

/// Where and how the results of `check` go.
struct ResultSinks {
  Format format = Format::text;
  output::TextOptions text;
  std::optional<std::string> witness_file;
  std::optional<std::string> dot_file;
  std::optional<std::string> precision_file;
  std::optional<std::string> harness_file;
  std::optional<std::string> diagram_file;
  std::optional<std::string> report_file;
  output::ReportOrigin origin = {};  ///< of the report
};

/// Prints the results of a run as they come, in the order of the properties; when the run hangs
/// past a limit, another thread can close it with an answer for every property that has none yet.
class ResultPrinter {
 public:
  ResultPrinter(std::string model, const RunSettings& settings, ResultSinks sinks)
      : settings_(settings), sinks_(std::move(sinks)), results_{std::move(model), {}} {}

  /// The properties that will be answered, by name and in this order.
  void expect(std::vector<std::string> properties);
  /// The result on the property of that number; adds advice where there is no answer.
  void add(std::size_t property, output::PropertyResult result);
  /// What is still expected becomes unknown for this reason; the first of it gets the statistics.
  void give_up(const std::string& reason, std::vector<Statistics::Entry> statistics);
  /// Prints what had to wait for the last result, and writes the files.
  ExitCode finish();
  /// give_up and finish, then leaves the process: for the thread that watches the limits.
  [[noreturn]] void abandon(StopReason reason, const Statistics& statistics);

 private:
  void add_locked(std::size_t property, output::PropertyResult result);
  void give_up_locked(const std::string& reason, std::vector<Statistics::Entry> statistics);
  ExitCode finish_locked();
  void write_precision(const std::string& file) const;
  void write_witnesses(const std::string& file) const;
  void write_harness(const std::string& file) const;
  void write_diagrams(const std::string& file) const;
  void print(const output::PropertyResult& result);
  void summarise();

  const RunSettings settings_;
  const ResultSinks sinks_;
  std::mutex mutex_;  ///< guards all below, and stdout
  output::ModelResult results_;
  std::vector<std::string> expected_;  ///< all properties
  /// Results that wait for those of properties before theirs.
  std::map<std::size_t, output::PropertyResult> waiting_;
  std::string group_;  ///< of the subjects of the results printed last
  std::size_t group_first_ = 0;
  ExitCode code_ = ExitCode::success;
  bool finished_ = false;
};

}  // namespace arges::cli
