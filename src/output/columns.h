#pragma once

#include <string>

namespace arges::output {

/// Characters, not bytes.
std::size_t width(const std::string& text);
/// With spaces behind it, up to so many characters.
std::string pad(const std::string& text, std::size_t to);

}  // namespace arges::output
