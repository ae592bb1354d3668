#include "base/source.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "base/error.h"
#include "base/source_overlay.h"

namespace arges {

SourceText::SourceText(std::string name, std::string text)
    : name_(std::move(name)), text_(std::move(text)) {
  line_starts_.push_back(0);
  for (std::uint32_t i = 0; i < text_.size(); ++i)
    if (text_[i] == '\n') line_starts_.push_back(i + 1);
}

SourceText::Position SourceText::position(std::uint32_t offset) const {
  offset = std::min<std::uint32_t>(offset, static_cast<std::uint32_t>(text_.size()));
  const auto next = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  const std::uint32_t start = *(next - 1);
  std::uint32_t column = 1;
  for (std::uint32_t i = start; i < offset; ++i)
    if ((static_cast<unsigned char>(text_[i]) & 0xC0U) != 0x80U) ++column;
  return {static_cast<std::uint32_t>(next - line_starts_.begin()), column};
}

std::string_view SourceText::line(std::uint32_t number) const {
  if (number == 0 || number > line_starts_.size()) return {};
  const std::uint32_t start = line_starts_[number - 1];
  std::string_view rest = std::string_view(text_).substr(start);
  rest = rest.substr(0, rest.find('\n'));
  if (!rest.empty() && rest.back() == '\r') rest.remove_suffix(1);
  return rest;
}

SourcePtr read_source(const std::string& path) {
  if (SourcePtr unsaved = SourceOverlay::find(path)) return unsaved;
  std::error_code error;
  if (std::filesystem::is_directory(path, error))
    throw UsageError(fmt::format("'{}' is a folder, not a file", path));
  std::ifstream in(path, std::ios::binary);
  if (!in)
    throw UsageError(fmt::format("cannot read '{}'", path), "check the path and its permissions");
  std::ostringstream content;
  content << in.rdbuf();
  return std::make_shared<const SourceText>(path, std::move(content).str());
}

std::string SourceLocation::to_string() const {
  if (source == nullptr) return "";
  const auto [line, column] = source->position(offset);
  return fmt::format("{}:{}:{}", source->name(), line, column);
}

}  // namespace arges
