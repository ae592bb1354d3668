#pragma once

#include <string>
#include <string_view>

namespace arges::ir {

/// A name as the core dialect writes it: in bars where it would not be read as a name.
std::string quoted_name(std::string_view name);

}  // namespace arges::ir
