#pragma once

#include <memory>

#include "model/passes/block_system.h"
#include "model/passes/large_blocks.h"

namespace arges::model {

/// What to leave out of statements.
enum class Slicing : std::uint8_t {
  none,
  all,  ///< constants replaced by their values, what influences no assumption, dead values
};

struct Reductions {
  Slicing slicing = Slicing::none;
  BlockKind blocks = BlockKind::single;
  std::size_t most_statements = 100;  ///< in a block of several actions
  std::size_t flatten_depth = 0;      ///< of choices within choices
  Goals goals = Goals::targets;
};

/// The system without what can't be reached or leads to no target, and as told. A target is
/// reachable in both or in neither. The original must outlive it.
std::unique_ptr<BlockSystem> reduce(const analysis::System& system, const Reductions& reductions);

}  // namespace arges::model
