#pragma once

#include "model/statechart/layout.h"

namespace arges::model::statechart {

/// Of a stable state, over the layout's variables: nothing waits, no event timer runs, not every
/// machine has ended, and nothing that the environment or the lapse of time can do enables a
/// transition. Values that an event carries are tried one by one where they are few, and are
/// quantified otherwise.
ir::Expr is_deadlocked(const Layout& layout);

}  // namespace arges::model::statechart
