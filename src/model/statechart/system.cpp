#include "model/statechart/system.h"

namespace arges::model::statechart {

Execution execution_of(const System& system) {
  switch (system.root().kind) {
    case Component::Kind::adapter:
      return Execution::turns;
    case Component::Kind::synchronous:
    case Component::Kind::cascade:
      return Execution::cycles;
    case Component::Kind::machine:
    case Component::Kind::scheduled:
    case Component::Kind::asynchronous:
      break;
  }
  if (!system.queues.empty()) return Execution::turns;
  const Semantics& semantics = system.machines.front().semantics;
  return semantics.reaction == Semantics::Reaction::all_events ? Execution::cycles
                                                               : Execution::events;
}

}  // namespace arges::model::statechart
