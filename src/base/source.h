#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace arges {

/// One input text with its name and line index; models keep it alive for as long as locations do.
class SourceText : public std::enable_shared_from_this<SourceText> {
 public:
  SourceText(std::string name, std::string text);

  const std::string& name() const { return name_; }
  std::string_view text() const { return text_; }

  struct Position {
    std::uint32_t line;    ///< from 1
    std::uint32_t column;  ///< from 1, in characters (UTF-8 code points)
  };
  Position position(std::uint32_t offset) const;
  /// The text of a line (from 1) without its end of line.
  std::string_view line(std::uint32_t number) const;

 private:
  std::string name_;
  std::string text_;
  std::vector<std::uint32_t> line_starts_;
};

using SourcePtr = std::shared_ptr<const SourceText>;

/// Reads a file whole; throws UsageError when it can't be read.
SourcePtr read_source(const std::string& path);

/// A place in a SourceText; a default one means "nowhere" (made by the tool).
struct SourceLocation {
  const SourceText* source = nullptr;
  std::uint32_t offset = 0;

  explicit operator bool() const { return source != nullptr; }
  std::uint32_t line() const { return source ? source->position(offset).line : 0; }
  std::uint32_t column() const { return source ? source->position(offset).column : 0; }
  /// "file:line:column", or "" for nowhere.
  std::string to_string() const;
};

}  // namespace arges
