#pragma once

#include <string>
#include <vector>

#include "ir/context.h"

namespace arges::engine {

/// The data that patterns name, `*` standing for any characters; throws UsageError for a pattern
/// that names none.
std::vector<ir::Var> tracked_data(const std::vector<std::string>& patterns,
                                  const std::vector<ir::Var>& data);

}  // namespace arges::engine
