#include "output/markdown.h"

namespace arges::output {

std::string markdown_cell(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (std::string_view("\\`*_<>|[]#&~").find(c) != std::string_view::npos) result += '\\';
    result += c == '\n' || c == '\r' ? ' ' : c;
  }
  return result;
}

}  // namespace arges::output
