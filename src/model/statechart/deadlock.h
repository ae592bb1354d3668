#pragma once

#include "model/statechart/layout.h"

namespace arges::model::statechart {

/// Of a stable state, over the layout's variables: not every machine has ended; of those that have
/// not, nothing waits, no event timer runs, and nothing that the environment or the lapse of time
/// can do enables a transition. A machine behind an adapter runs only where a message can come.
/// Values that an event carries are tried one by one where they are few, and are quantified
/// otherwise.
ir::Expr is_deadlocked(const Layout& layout);

}  // namespace arges::model::statechart
