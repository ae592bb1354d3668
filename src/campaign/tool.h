#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/source.h"
#include "campaign/figure.h"
#include "campaign/limits.h"
#include "campaign/outcome.h"
#include "campaign/regular_expression.h"
#include "campaign/task.h"
#include "campaign/verdict.h"

namespace arges::campaign {

/// A rule by which a tool's run is understood; of several the first that fits counts.
struct VerdictRule {
  std::optional<int> exit_code = {};
  std::optional<RegularExpression> output = {};  ///< found in a line of what it wrote
  Status status = Status::unknown;
  /// What of the output says more; its first group.
  std::optional<RegularExpression> detail = {};
};

/// How a figure is found in what a tool wrote: the first group, in the last line that fits.
struct FigureRule {
  std::string name;
  RegularExpression output;
};

/// A verifier as a campaign sees it: how it is called, and how its answers are read.
struct Tool {
  std::string name;
  /// Words with places: {arges}, {file}, {definition}, {property}, {options}, {cpu}, {wall},
  /// {memory}, {scratch}.
  std::vector<std::string> command;
  std::vector<std::string> version_command = {};
  std::vector<std::string> endings = {};                ///< of the files it reads; empty: all
  std::string folder = {};                              ///< to run in; empty: where we are
  std::map<std::string, std::string> environment = {};  ///< with places, as the command
  std::vector<std::string> kept = {};  ///< patterns of files in {scratch} that are worth keeping
  std::vector<VerdictRule> rules = {};
  std::vector<FigureRule> figures = {};
  std::string description = {};  ///< the text that all this was read from
};

inline constexpr const char* arges_name = "arges";
/// Arges itself, as the program at this path.
Tool arges_tool(const std::string& program);

/// Reads a description (docs/bench.md); throws InputError. `program` is that of arges.
Tool read_tool(const SourcePtr& source, const std::string& program);

/// A tool with options: what a column of a table has the results of.
struct Column {
  std::string name;
  Tool tool;
  std::vector<std::string> options = {};

  bool takes(const Task& task) const;
  /// {scratch} stays, for who knows where a run is made.
  std::vector<std::string> command(const Task& task, const RunLimits& limits) const;
  std::map<std::string, std::string> environment(const Task& task, const RunLimits& limits) const;
};

/// What a tool's run says.
Verdict read_verdict(const Tool& tool, const Outcome& outcome);
/// What it counts, of what it told.
std::vector<Figure> read_figures(const Tool& tool, const Outcome& outcome);

}  // namespace arges::campaign
