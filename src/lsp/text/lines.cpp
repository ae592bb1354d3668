#include "lsp/text/lines.h"

#include <algorithm>

namespace arges::lsp {

namespace {

/// Bytes of the character that starts with this one; what starts none counts as one.
std::uint32_t length_of(char first) {
  const auto byte = static_cast<unsigned char>(first);
  return byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1;
}

/// Code units: characters of four bytes are surrogate pairs.
std::uint32_t units_of(std::uint32_t length, Encoding encoding) {
  if (encoding == Encoding::utf8) return length;
  return length == 4 ? 2 : 1;
}

}  // namespace

Lines::Lines(std::string_view text, Encoding encoding) : text_(text), encoding_(encoding) {
  starts_.push_back(0);
  for (std::uint32_t i = 0; i < text_.size(); ++i) {
    const bool is_end =
        text_[i] == '\n' || (text_[i] == '\r' && (i + 1 == text_.size() || text_[i + 1] != '\n'));
    if (is_end) starts_.push_back(i + 1);
  }
}

std::uint32_t Lines::end_of(std::size_t line) const {
  if (line + 1 == starts_.size()) return static_cast<std::uint32_t>(text_.size());
  const std::uint32_t next = starts_[line + 1];
  return next >= 2 && text_[next - 1] == '\n' && text_[next - 2] == '\r' ? next - 2 : next - 1;
}

Position Lines::position(std::uint32_t offset) const {
  offset = std::min<std::uint32_t>(offset, static_cast<std::uint32_t>(text_.size()));
  const auto next = std::upper_bound(starts_.begin(), starts_.end(), offset);
  const auto line = static_cast<std::size_t>(next - starts_.begin()) - 1;
  // Between \r and \n there is no position.
  const std::uint32_t end = std::min(offset, end_of(line));
  std::uint32_t character = 0;
  for (std::uint32_t i = starts_[line]; i < end;) {
    const std::uint32_t length = length_of(text_[i]);
    if (i + length > end) break;
    character += units_of(length, encoding_);
    i += length;
  }
  return {static_cast<std::uint32_t>(line), character};
}

std::uint32_t Lines::offset(Position position) const {
  if (position.line >= starts_.size()) return static_cast<std::uint32_t>(text_.size());
  const std::uint32_t end = end_of(position.line);
  std::uint32_t left = position.character;
  std::uint32_t i = starts_[position.line];
  while (i < end) {
    const std::uint32_t length = length_of(text_[i]);
    const std::uint32_t units = units_of(length, encoding_);
    if (units > left || i + length > end) break;
    left -= units;
    i += length;
  }
  return i;
}

}  // namespace arges::lsp
