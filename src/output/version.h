#pragma once

#include <string_view>

namespace arges::output {

/// The version of the program, as `--version` and witnesses state it.
inline constexpr std::string_view program_version = "0.1.0";

}  // namespace arges::output
