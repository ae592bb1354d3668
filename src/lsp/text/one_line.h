#pragma once

#include <string>
#include <string_view>

namespace arges::lsp {

/// A text with one blank where there are several, or ends of lines.
std::string one_line(std::string_view text);

}  // namespace arges::lsp
