#pragma once

#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "analysis/system/system.h"
#include "analysis/trace/concrete_trace.h"
#include "ir/valuation.h"

namespace arges::analysis {

/// A part of a run that is to be found: its actions, and what is known of the state after them.
struct Passage {
  std::vector<const Action*> actions = {};
  ir::Valuation after = {};  ///< unknown: any value
};

/// Finds runs by executing statements and trying what is open, where enough is known of the states
/// that they pass: a solver needs far longer for a run of a thousand actions, if it ends at all.
/// Everything here may fail to find what there is.
class RunFinder {
 public:
  explicit RunFinder(const System& system);

  /// An initial state with these values; others are what the initial condition says of one variable
  /// alone, or else the simplest.
  std::optional<ir::Valuation> start(ir::Valuation values) const;

  using Decisions = std::vector<ir::Decision>;
  /// How each of the passage's actions is taken from a state, and where it leads.
  std::optional<std::vector<ConcreteStep>> steps(ir::Valuation before,
                                                 const Passage& passage) const;

  /// A run that starts with these values and goes that way.
  std::optional<ConcreteTrace> run(ir::Valuation initial, std::span<const Passage> way) const;

 private:
  /// Whether there may be something to decide.
  bool leaves_open(const Action& action) const;

  const System& system_;
  std::vector<ir::Var> variables_;
  mutable std::unordered_map<const Action*, bool> leaves_open_;
};

}  // namespace arges::analysis
