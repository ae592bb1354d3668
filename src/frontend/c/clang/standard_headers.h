#pragma once

#include <span>
#include <string_view>

namespace arges::frontend::c {

/// A header of the C library as programs see it here: the same on every machine.
struct StandardHeader {
  const char* name;  ///< "stdio.h"
  std::string_view text;
};

std::span<const StandardHeader> standard_headers();
/// Where libclang finds them; there is no such folder.
inline constexpr const char* standard_headers_folder = "/arges-standard-headers";

}  // namespace arges::frontend::c
