#pragma once

#include <string>
#include <string_view>

namespace arges::output {

/// A text that Markdown shows as it is, in the cell of a table.
std::string markdown_cell(std::string_view text);

}  // namespace arges::output
