#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/source.h"
#include "engine/options.h"
#include "frontend/statechart/sentence.h"
#include "model/statechart/lowering.h"
#include "output/result.h"

namespace arges::engine {

/// What can be asked of any statechart, by name.
enum class StatechartCheck : std::uint8_t {
  assertions,
  problems,
  deadlock,
  nondeterminism,
  livelock,
  dead_transitions,
  unreachable_states,
  unused_events,
  implicit_consumption,
};
/// The values of `--check`; the numbers are StatechartChecks.
const Choices& statechart_checks();

/// One thing to find out about a lowered system: an invariant, be it that it holds, or that it does
/// not, which is asked.
struct StatechartGoal {
  std::string name;
  ir::Expr invariant;       ///< over the layout's variables
  ir::Expr condition = {};  ///< of a sentence, as it was written
  output::Polarity polarity = output::Polarity::universal;
  model::statechart::Lowering::CheckPoints check_points =
      model::statechart::Lowering::CheckPoints::all;
  model::statechart::Lowering::Problems problems = model::statechart::Lowering::Problems::escape;
  output::Subject subject = {};  ///< of one of many goals of a check
};

/// What must be observed to tell; nothing else should be.
model::statechart::Observers observers_for(StatechartCheck check,
                                           const model::statechart::System& system);
model::statechart::Observers observers_for(const frontend::Sentence& sentence,
                                           const model::statechart::System& system);

/// The goals of a check on a system that is observed so; none: there is nothing that could be
/// wrong. Livelock has none: it is about runs.
std::vector<StatechartGoal> goals_of(StatechartCheck check,
                                     const model::statechart::Layout& layout);

StatechartGoal goal_of(const frontend::Sentence& sentence, const std::string& name,
                       const model::statechart::Layout& layout);

}  // namespace arges::engine
