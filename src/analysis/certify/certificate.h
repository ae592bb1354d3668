#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/system/system.h"
#include "ir/expr.h"

namespace arges::analysis {

/// The proof of a `true`: the abstract reachability graph with its states as formulas, so that it
/// can be written to a file and checked by code that knows no domain.
struct Certificate {
  struct Node {
    Control control = 0;
    ir::Expr state;
    std::optional<std::uint32_t> covered_by;
    /// The node's states may get to another node by a way that begins with an action: that action
    /// alone, or with others through control points at which there are no nodes.
    struct Successor {
      std::uint32_t action = 0;  ///< Action::id
      std::uint32_t node = 0;
      std::vector<std::uint32_t> then = {};  ///< the others, where the whole way is told
    };
    std::vector<Successor> successors;
  };
  std::vector<Node> nodes;
  std::vector<std::uint32_t> roots;
};

/// The outcome of re-checking a verdict.
struct Check {
  bool passed = false;
  std::string reason;    ///< why not
  bool ran_out = false;  ///< of time or memory: nothing speaks against the verdict
};

}  // namespace arges::analysis
