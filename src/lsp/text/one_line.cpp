#include "lsp/text/one_line.h"

namespace arges::lsp {

std::string one_line(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const bool is_blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!is_blank)
      result += c;
    else if (!result.empty() && result.back() != ' ')
      result += ' ';
  }
  return result;
}

}  // namespace arges::lsp
