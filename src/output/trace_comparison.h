#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/source.h"
#include "output/trace_set.h"

namespace arges::output {

/// What a step led to, as far as two versions of a model are compared.
struct Outcome {
  std::vector<std::string> configuration;
  std::vector<std::string> outputs;
  std::map<std::string, std::string> variables;
  bool operator==(const Outcome&) const = default;
  auto operator<=>(const Outcome&) const = default;
};

/// A value as it stands there; `chart` is the model if that is a statechart, or null.
std::string value_text(const model::statechart::System* chart, ir::Var var, ir::Value value);

/// A trace as it was kept: what came, the start being the first, and what that led to.
using RecordedTrace = std::vector<std::pair<std::string, Outcome>>;

/// A set of traces that was kept as JSON.
struct RecordedTraces {
  std::string path;  ///< of the file
  std::vector<RecordedTrace> traces;
  std::string why_incomplete;  ///< empty: the set is complete
};
/// Reads what write_json wrote; throws InputError.
RecordedTraces read_recorded(const SourceText& source);

/// A place where two sets of traces differ: the same inputs before it led to the same in both.
struct TraceDifference {
  enum class Kind : std::uint8_t {
    changed,  ///< the last input leads to something else
    added,    ///< the last input comes only now
    gone,     ///< the last input came only before
    kept,     ///< it came only before, but the model still does the same with it
  };
  Kind kind = Kind::changed;
  std::vector<std::string> inputs;  ///< up to and with the one that differs; none: the start
  std::optional<Outcome> before;    ///< of changed; nothing: one of several outcomes is new
  std::optional<Outcome> now;       ///< of changed; nothing: one of several is gone
  std::vector<std::size_t> traces_before = {};  ///< that go through it, from 0
  std::vector<std::size_t> traces_now = {};
  std::string reason = {};  ///< of gone, where it is known
  /// Of the start and the inputs before the last: which of several outcomes is meant; an empty
  /// text: there is but one.
  std::vector<std::string> ways = {};
};

/// How the traces of a model differ from those of a version before.
struct TraceComparison {
  std::string model;
  std::string against;
  std::size_t traces_before = 0;
  std::size_t traces_now = 0;
  std::vector<TraceDifference> differences;
  std::vector<std::string> added_variables;  ///< these are not compared
  std::vector<std::string> gone_variables;
  std::string incomplete_before;
  std::string incomplete_now;

  std::size_t count(TraceDifference::Kind kind) const;
  bool is_same() const {
    return count(TraceDifference::Kind::kept) == differences.size() && added_variables.empty() &&
           gone_variables.empty();
  }
};

/// Compares by inputs: what one sequence of them leads to should be the same. A trace that goes on
/// where the other version's ends is different from there on.
TraceComparison compare(const RecordedTraces& before, const TraceSet& now);

void write_text(const TraceComparison& comparison, const Sink& sink);
void write_json(const TraceComparison& comparison, const Sink& sink);

}  // namespace arges::output
