#pragma once

#include <string>
#include <string_view>

#include "model/statechart/chart.h"

namespace arges::model::statechart {

// A machine may receive and send events of one name.

/// Which way an event goes, as users write it behind the name: "sent".
std::string_view word_of(Direction direction);

/// What tells an event's data from that of others of the machine with its name: of the first of
/// them the name alone, of others also the way they go.
std::string told_apart(const Machine& machine, std::string_view name, Direction direction);

}  // namespace arges::model::statechart
