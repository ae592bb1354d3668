#pragma once

#include <string>
#include <vector>

#include "ir/context.h"

namespace arges::engine {

/// The variables that a name or a pattern stands for, `*` for any characters. It is a name in full
/// of any known one, or else of data, or else of others; leading parts may be left out where
/// nothing fits in full. Throws UsageError for what names none, and for a name of several.
std::vector<ir::Var> variables_named(const std::string& name, const std::vector<ir::Var>& data,
                                     const std::vector<ir::Var>& known);

/// The data that names and patterns stand for.
std::vector<ir::Var> tracked_data(const std::vector<std::string>& names,
                                  const std::vector<ir::Var>& data);

}  // namespace arges::engine
