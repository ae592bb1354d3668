#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <vector>

#include "analysis/system/system.h"

namespace arges::analysis {

/// Where a run's last state repeats for ever.
struct Ending {
  Control control = 0;
  ir::Expr condition;  ///< on the state
};

/// What a run says that ends at an escape or a cut.
enum class LeftRuns : std::uint8_t {
  nothing,  ///< it need not be one that counts: it may have to be infinite, or be stuck later
  prefix,   ///< it counts; what it has done may violate whatever comes
};

/// The words of a model: which of its states are letters, and how finite runs become infinite.
struct WordSource {
  const System& system;
  /// Whether the state after an action is a letter; never for a fragment of a step.
  std::function<bool(const Action&)> reads;
  /// A run does not go on from here, whatever actions there are.
  std::function<bool(Control)> is_final;
  std::vector<Ending> endings;
  /// Where the model does not follow its runs: anything may come after.
  std::set<Control> escapes = {};
  /// Where runs end that do not count, unless their words violate whatever would come after.
  std::set<Control> cuts = {};
  LeftRuns left_runs = LeftRuns::nothing;
};

/// The states without a successor, control point by control point. Nothing where a condition can't
/// be told exactly: for steps in fragments, and for values of unbounded types chosen freely.
std::optional<std::vector<Ending>> deadlocks(const System& system);

}  // namespace arges::analysis
