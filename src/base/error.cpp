#include "base/error.h"

#include <algorithm>

#include <fmt/format.h>

namespace arges {

ExitCode worse(ExitCode a, ExitCode b) {
  // CLI contract: the first of 4, 2, 3, 10, 20, 0 that applies.
  static constexpr ExitCode order[] = {ExitCode::defect,   ExitCode::usage,   ExitCode::input,
                                       ExitCode::violated, ExitCode::unknown, ExitCode::success};
  return std::find(std::begin(order), std::end(order), a) <
                 std::find(std::begin(order), std::end(order), b)
             ? a
             : b;
}

namespace {

/// A source line made safe for a terminal: control and broken bytes become '?', tabs one blank,
/// and a long line is cut to a window around the column (from 1).
struct Excerpt {
  std::string text;
  std::size_t caret;  ///< characters before the caret
};

Excerpt excerpt(std::string_view line, std::uint32_t column) {
  constexpr std::size_t width = 120;
  std::vector<std::string> characters;
  for (std::size_t i = 0; i < line.size();) {
    const auto byte = static_cast<unsigned char>(line[i]);
    std::size_t length = byte < 0x80    ? 1
                         : byte >= 0xF0 ? 4
                         : byte >= 0xE0 ? 3
                         : byte >= 0xC0 ? 2
                                        : 0;
    bool whole = length > 0 && i + length <= line.size();
    for (std::size_t k = 1; whole && k < length; ++k)
      whole = (static_cast<unsigned char>(line[i + k]) & 0xC0U) == 0x80U;
    if (!whole || (length == 1 && (byte < 0x20 || byte == 0x7F))) {
      characters.emplace_back(byte == '\t' ? " " : "?");
      length = 1;
    } else {
      characters.emplace_back(line.substr(i, length));
    }
    i += length;
  }
  const std::size_t at = std::min<std::size_t>(column > 0 ? column - 1 : 0, characters.size());
  const std::size_t from = at > width * 2 / 3 ? at - width * 2 / 3 : 0;
  const std::size_t to = std::min(characters.size(), from + width);
  Excerpt result{from > 0 ? "…" : "", 0};
  for (std::size_t i = from; i < to; ++i) result.text += characters[i];
  if (to < characters.size()) result.text += "…";
  result.caret = at - from + (from > 0 ? 1 : 0);
  return result;
}

std::string summary(const std::vector<Diagnostic>& diagnostics) {
  return diagnostics.empty() ? "input error" : diagnostics.front().message;
}

}  // namespace

std::string Diagnostic::render() const {
  std::string result;
  if (location) {
    const auto [line, column] = location.source->position(location.offset);
    const Excerpt shown = excerpt(location.source->line(line), column);
    result = fmt::format("{}:{}:{}: error: {}\n  {}\n  {}^", location.source->name(), line, column,
                         message, shown.text, std::string(shown.caret, ' '));
  } else {
    result = fmt::format("error: {}", message);
  }
  if (!hint.empty()) result += fmt::format("\n  hint: {}", hint);
  return result;
}

InputError::InputError(std::vector<Diagnostic> diagnostics)
    : std::runtime_error(summary(diagnostics)), diagnostics_(std::move(diagnostics)) {
  for (const Diagnostic& d : diagnostics_)
    if (d.location) sources_.push_back(d.location.source->weak_from_this().lock());
}

InputError::InputError(SourceLocation location, const std::string& message, std::string hint)
    : InputError(std::vector<Diagnostic>{{location, message, std::move(hint)}}) {}

void Diagnostics::error(SourceLocation location, std::string message, std::string hint) {
  // What stands in the text once may be read several times, each with the same result.
  const bool is_known = std::any_of(errors_.begin(), errors_.end(), [&](const Diagnostic& other) {
    return other.location.source == location.source && other.location.offset == location.offset &&
           other.message == message;
  });
  if (!is_known && !full()) errors_.push_back({location, std::move(message), std::move(hint)});
}

void Diagnostics::throw_if_errors() const {
  if (errors_.empty()) return;
  std::vector<Diagnostic> sorted = errors_;
  std::stable_sort(sorted.begin(), sorted.end(), [](const Diagnostic& a, const Diagnostic& b) {
    return a.location.source == b.location.source && a.location.offset < b.location.offset;
  });
  throw InputError(std::move(sorted));
}

}  // namespace arges
