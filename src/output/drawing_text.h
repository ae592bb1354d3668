#pragma once

#include <string>
#include <string_view>

namespace arges::output {

// Texts within drawings.

/// As a string of DOT; '\n' separates centred lines.
std::string dot_quoted(std::string_view text);
/// As a string of PlantUML, which knows no quotes within quotes and no lines.
std::string plantuml_quoted(std::string_view text);
/// What the core dialect writes, with names as people know them: without the bars by which it would
/// be read again.
std::string without_bars(std::string_view text);
/// At most so many bytes of it, whole characters, and a mark where something is left out.
std::string shortened(std::string text, std::size_t longest);

}  // namespace arges::output
