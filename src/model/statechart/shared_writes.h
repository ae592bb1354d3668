#pragma once

#include <vector>

#include "model/statechart/system.h"

namespace arges::model::statechart {

/// Warnings where orthogonal regions write the same variable: what it is then depends on the order
/// in which they take their steps (Ádám 2023, 5.4.2.3).
std::vector<System::Warning> shared_writes(const System& system);

}  // namespace arges::model::statechart
