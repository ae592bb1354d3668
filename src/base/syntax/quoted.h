#pragma once

#include <string>
#include <string_view>

namespace arges::syntax {

/// In double quotes; a backslash stands before those inside, and before backslashes.
std::string quoted(std::string_view text);

}  // namespace arges::syntax
