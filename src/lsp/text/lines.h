#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace arges::lsp {

/// What a character of a position is: LSP counts UTF-16 code units unless both sides agree on
/// bytes.
enum class Encoding : std::uint8_t { utf8, utf16 };

/// A place as LSP has it, both from 0.
struct Position {
  std::uint32_t line = 0;
  std::uint32_t character = 0;
  auto operator<=>(const Position&) const = default;
};

struct Range {
  Position start;
  Position end;
  bool operator==(const Range&) const = default;
};

/// A part of a text in bytes.
struct TextRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  bool contains(std::uint32_t offset) const { return begin <= offset && offset < end; }
  /// Also where a cursor stands right behind it.
  bool touches(std::uint32_t offset) const { return begin <= offset && offset <= end; }
  std::uint32_t size() const { return end - begin; }
  bool operator==(const TextRange&) const = default;
};

/// Where the lines of a text begin, which must stay as it is: positions to bytes and back. Lines
/// end with \n, \r\n or \r, as LSP says; elsewhere in arges only with the first two.
class Lines {
 public:
  Lines(std::string_view text, Encoding encoding);

  Position position(std::uint32_t offset) const;
  /// What is behind the end of a line, or within a character, is that line's end, or where the
  /// character begins.
  std::uint32_t offset(Position position) const;
  Range range(TextRange range) const { return {position(range.begin), position(range.end)}; }
  TextRange range(Range range) const { return {offset(range.start), offset(range.end)}; }
  std::size_t size() const { return starts_.size(); }

 private:
  std::uint32_t end_of(std::size_t line) const;

  std::string_view text_;
  Encoding encoding_;
  std::vector<std::uint32_t> starts_;
};

}  // namespace arges::lsp
