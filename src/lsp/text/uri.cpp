#include "lsp/text/uri.h"

#include <cctype>

#include <fmt/format.h>

namespace arges::lsp {

namespace {

std::optional<unsigned char> digit(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned char>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned char>(c - 'a' + 10);
  if (c >= 'A' && c <= 'F') return static_cast<unsigned char>(c - 'A' + 10);
  return {};
}

/// Nothing: an escape is broken, or stands for what no path has.
std::optional<std::string> unescaped(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      result += text[i];
      continue;
    }
    if (i + 2 >= text.size()) return {};
    const auto high = digit(text[i + 1]);
    const auto low = digit(text[i + 2]);
    if (!high || !low || (*high == 0 && *low == 0)) return {};
    result += static_cast<char>(*high * 16 + *low);
    i += 2;
  }
  return result;
}

bool is_plain(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x80 &&
         (std::isalnum(byte) != 0 || c == '-' || c == '.' || c == '_' || c == '~' || c == '/');
}

}  // namespace

std::optional<std::string> path_of(std::string_view uri) {
  constexpr std::string_view scheme = "file:";
  if (uri.size() < scheme.size()) return {};
  for (std::size_t i = 0; i < scheme.size(); ++i)
    if (std::tolower(static_cast<unsigned char>(uri[i])) != scheme[i]) return {};
  uri.remove_prefix(scheme.size());
  if (uri.starts_with("//")) {
    uri.remove_prefix(2);
    const std::string_view host = uri.substr(0, uri.find('/'));
    if (!host.empty() && host != "localhost") return {};
    uri.remove_prefix(host.size());
  }
  uri = uri.substr(0, uri.find_first_of("?#"));
  if (!uri.starts_with('/')) return {};
  return unescaped(uri);
}

std::string uri_of(std::string_view path) {
  std::string result = "file://";
  for (const char c : path) {
    if (is_plain(c))
      result += c;
    else
      result += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return result;
}

}  // namespace arges::lsp
