#pragma once

#include <string>
#include <string_view>

namespace arges::output {

/// The SHA-256 of a text, in hexadecimal digits.
std::string sha256(std::string_view text);

}  // namespace arges::output
