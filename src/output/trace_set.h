#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.h"
#include "base/statistics.h"
#include "output/told_trace.h"

namespace arges::output {

/// What became of one goal of a coverage criterion.
struct GoalResult {
  enum class Status : std::uint8_t { covered, infeasible, unknown };
  std::string name;
  SourceLocation position = {};
  Status status = Status::unknown;
  std::vector<std::size_t> traces = {};  ///< that cover it, from 0
  std::string reason = {};               ///< of unknown; of infeasible: how that was proved
  /// Behind so many of its actions the first of the traces covers it, if that is known.
  std::optional<std::size_t> action = {};
};
const char* to_string(GoalResult::Status status);

/// A coverage criterion with all its goals.
struct CriterionResult {
  std::string name;
  std::vector<GoalResult> goals;

  std::size_t count(GoalResult::Status status) const;
};

/// A part of the abstract state space that no trace of it gets to.
struct UnreachedState {
  std::string state;
  std::vector<std::string> blame;  ///< variables that are not tracked
};

/// A variable that is not known everywhere, though it should be tracked.
struct PartlyTracked {
  std::string variable;
  std::vector<std::string> from;  ///< what it gets its values from and is not tracked
};

/// A set of traces of a model, with what they cover. Traces are made when they are asked for.
struct TraceSet {
  std::string model;  ///< as given on the command line
  RunSubject subject;
  std::size_t size = 0;
  std::function<analysis::ConcreteTrace(std::size_t)> trace;
  /// Tells one trace after another with little effort; null: each is told by itself.
  std::function<ToldTrace(std::size_t)> teller = {};
  bool full_coverage = false;
  /// Why it can't be told whether the traces get everywhere: a limit, or data that is known in part
  /// only. Empty: it can.
  std::string why_coverage_open = {};
  std::vector<PartlyTracked> partly_tracked = {};
  std::string why_incomplete;  ///< empty: the set is complete
  std::vector<UnreachedState> unreached;
  std::vector<UnreachedState> reached_for_goals;  ///< only by traces that were added for goals
  std::vector<CriterionResult> criteria;
  std::vector<Statistics::Entry> statistics;

  /// Whether they get everywhere: "yes", "no", or, as that is not known, "unknown".
  const char* coverage_word() const {
    if (full_coverage) return "yes";
    return why_coverage_open.empty() ? "no" : "unknown";
  }
  ToldTrace told(std::size_t i) const {
    return teller ? teller(i) : ToldTrace(tell(subject, trace(i)));
  }
};

/// Takes a document piece by piece.
using Sink = std::function<void(std::string_view)>;

/// The steps of a trace of the set for people, one a line.
std::string steps_text(const TraceSet& set, const ToldTrace& steps);

/// For people: every trace with its steps, then what is covered.
void write_text(const TraceSet& set, const Sink& sink);
/// What `--format json` prints; one trace at a time, so that large sets need little memory.
void write_json(const TraceSet& set, const Sink& sink);

}  // namespace arges::output
