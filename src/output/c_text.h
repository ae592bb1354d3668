#pragma once

#include <string>
#include <string_view>

namespace arges::output {

/// The text as a string literal of C, in ASCII and without trigraphs.
std::string c_string(std::string_view text);
/// The text as it may stand in a comment of C.
std::string c_comment(std::string_view text);

}  // namespace arges::output
