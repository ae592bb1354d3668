#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "output/result.h"
#include "output/told_trace.h"

namespace arges::output {

/// A step of a run as a page shows it, whatever the model is.
struct ReportStep {
  std::string cause;
  std::string where;  ///< a location or a configuration
  SourceLocation location = {};
  bool has_only_states = false;                  ///< the location is that of a state that it enters
  std::vector<std::string> states = {};          ///< active ones of a statechart
  std::vector<std::string> taken = {};           ///< names of transitions
  std::vector<analysis::Control> controls = {};  ///< that it comes through
  analysis::Control control = 0;                 ///< where it ends
  std::vector<std::pair<std::string, std::string>> changed = {};  ///< name → value
  std::vector<std::string> gone = {};  ///< names that have no value any more
  /// Where another function's variables are seen from here on: all that are.
  std::optional<std::vector<std::pair<std::string, std::string>>> scope = {};
  std::vector<std::string> results = {};  ///< of functions that return
  std::vector<std::string> outputs = {};
  std::vector<std::string> notes = {};
  std::optional<std::uint32_t> automaton = {};  ///< its state, of the formula's negation
};

/// A run in such steps.
struct ReportRun {
  std::vector<ReportStep> steps;
  std::optional<std::size_t> loop_start = {};  ///< the steps behind this one repeat
};

/// A step of a run that was told, behind another (null: it is the first).
ReportStep report_step(const RunSubject& subject, const ToldStep& step, const ToldStep* before);
/// So many actions were taken by the end of a step; nothing if there is none.
std::optional<std::size_t> actions_of(const ToldStep* step);
/// What of the run itself belongs to a step that takes these actions of it; the first one begins
/// where the run does.
void add_actions(const analysis::ConcreteTrace& trace, const analysis::System& system,
                 std::optional<std::size_t> from, std::size_t to, ReportStep& step);

/// The run that a result rests on; nothing if it is none.
std::optional<ReportRun> report_run(const PropertyResult& result);

}  // namespace arges::output
