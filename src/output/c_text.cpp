#include "output/c_text.h"

#include <fmt/format.h>

namespace arges::output {

std::string c_string(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\' || c == '?')
      result += {'\\', c};
    else if (c == '\n')
      result += "\\n";
    else if (byte < 0x20 || byte >= 0x7F)
      // Three octal digits end the escape, whatever follows.
      result += fmt::format("\\{:03o}", byte);
    else
      result += c;
  }
  return result + "\"";
}

std::string c_comment(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const char before = result.empty() ? ' ' : result.back();
    // Neither an end nor a second begin, which compilers warn of.
    if ((before == '*' && c == '/') || (before == '/' && c == '*')) result += ' ';
    result += c == '\n' || c == '\r' ? ' ' : c == '?' && before == '?' ? ' ' : c;
  }
  return result;
}

}  // namespace arges::output
