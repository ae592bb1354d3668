#pragma once

#include "model/statechart/layout.h"

namespace arges::model::statechart::lower {

// What waits in the queues of machines for one event at a time, over the layout's variables.

/// A message at a position of the deferred queue may be taken now.
ir::Expr is_released(const Layout& layout, MachineId machine, std::size_t position);
/// Some message of the deferred queue may.
ir::Expr any_released(const Layout& layout, MachineId machine);
/// The machine can take no message; once it has ended, it never can.
ir::Expr nothing_waits(const Layout& layout, MachineId machine);

}  // namespace arges::model::statechart::lower
