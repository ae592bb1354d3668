#include "lsp/verdicts/marks.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "base/command_words.h"
#include "engine/options.h"

namespace arges::lsp {

namespace {

constexpr std::string_view mark = "arges:";
constexpr std::string_view timeout_option = "--timeout";

/// Beside the axes of the configuration. None of them writes anything.
constexpr std::array<std::string_view, 13> with_value = {
    "--property", "--ltl",       "--ltl-syntax", "--fair",   "--ctl",     "--error-loc", "--check",
    "--events",   "--component", "--time-step",  "--preset", "--timeout", "--memory"};
constexpr std::array<std::string_view, 1> without_value = {"--lenient"};

bool takes_value(std::string_view option) {
  if (std::find(with_value.begin(), with_value.end(), option) != with_value.end()) return true;
  const auto axes = engine::axes();
  return std::any_of(axes.begin(), axes.end(), [&](const engine::Axis& axis) {
    return option == fmt::format("--{}", axis.name());
  });
}

struct Refusal {
  std::string message;
  std::string hint;
};

/// Why the words are no options that a comment may have; nothing: they are.
std::optional<Refusal> refusal_of(const std::vector<std::string>& options) {
  for (std::size_t i = 0; i < options.size(); ++i) {
    const std::string name = options[i].substr(0, options[i].find('='));
    if (!options[i].starts_with('-'))
      return Refusal{fmt::format("'{}' is no option", options[i]),
                     "the model is the file itself; put values with blanks in quotes"};
    const bool has_value = name != options[i];
    if (std::find(without_value.begin(), without_value.end(), name) != without_value.end())
      continue;
    if (!takes_value(name))
      return Refusal{fmt::format("{} can't be given in a comment", name),
                     "options that say what to check, how, and for how long can; those that write "
                     "files can't"};
    if (!has_value && ++i == options.size())
      return Refusal{fmt::format("{} needs a value", name), ""};
  }
  return {};
}

/// The value of an option, in either spelling; nothing: it is not given.
std::optional<std::string> value_of(const std::vector<std::string>& options,
                                    std::string_view name) {
  for (std::size_t i = 0; i < options.size(); ++i) {
    if (options[i] == name && i + 1 < options.size()) return options[i + 1];
    if (options[i].starts_with(fmt::format("{}=", name))) return options[i].substr(name.size() + 1);
  }
  return {};
}

/// What a comment is about, in few words.
std::string title_of(const std::vector<std::string>& options) {
  for (const std::string_view name : {"--ltl", "--property", "--ctl", "--error-loc", "--check"})
    if (const auto value = value_of(options, name)) return *value;
  return "the model's own properties";
}

/// Reads the comments of a text.
class MarkReader {
 public:
  MarkReader(const SourceText& source, double seconds) : text_(source.text()), seconds_(seconds) {}

  void read(Marks& marks) {
    for (std::size_t at = text_.find(mark); at != std::string_view::npos;
         at = text_.find(mark, at + 1))
      if (const auto end = end_of_comment(at)) read(marks, at, *end);
  }

 private:
  /// Where the comment ends whose first word stands there; nothing: it is none.
  std::optional<std::size_t> end_of_comment(std::size_t at) const {
    std::string_view before = text_.substr(0, at);
    while (before.ends_with(' ') || before.ends_with('\t')) before.remove_suffix(1);
    const std::string_view close = before.ends_with("//")     ? "\n"
                                   : before.ends_with("/*")   ? "*/"
                                   : before.ends_with("<!--") ? "-->"
                                                              : "";
    if (close.empty()) return {};
    std::size_t end = std::min(text_.find(close, at), text_.size());
    while (end > at && std::string_view(" \t\r\n").find(text_[end - 1]) != std::string_view::npos)
      --end;
    return end;
  }

  void read(Marks& marks, std::size_t at, std::size_t end) const {
    const TextRange range{static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(end)};
    const auto words = split_words(text_.substr(at + mark.size(), end - at - mark.size()));
    if (!words) return marks.faults.push_back({range, "a quote in the comment has no end", ""});
    if (words->empty() || words->front() != "check")
      return marks.faults.push_back({range, "a comment for arges starts with 'arges: check'",
                                     "as in: arges: check --property 'x < 5' --timeout 10"});
    MarkedCheck check{{words->begin() + 1, words->end()}, seconds_, {}, range};
    if (auto refusal = refusal_of(check.options))
      return marks.faults.push_back({range, std::move(refusal->message), std::move(refusal->hint)});
    if (const auto given = value_of(check.options, timeout_option)) {
      const auto [last, error] =
          std::from_chars(given->data(), given->data() + given->size(), check.seconds);
      if (error != std::errc() || last != given->data() + given->size() ||
          !std::isfinite(check.seconds) || check.seconds <= 0)
        return marks.faults.push_back(
            {range, fmt::format("'{}' is no number of seconds", *given), ""});
    } else {
      check.options.insert(check.options.end(),
                           {std::string(timeout_option), fmt::format("{}", seconds_)});
    }
    check.title = title_of(check.options);
    marks.checks.push_back(std::move(check));
  }

  std::string_view text_;
  double seconds_;
};

}  // namespace

Marks marks_of(const SourceText& source, const DocumentIndex& index, double seconds) {
  Marks result;
  if (!index.properties().empty())
    result.checks.push_back({{std::string(timeout_option), fmt::format("{}", seconds)},
                             seconds,
                             index.properties(),
                             index.properties().front().range,
                             "the model's own properties"});
  MarkReader(source, seconds).read(result);
  return result;
}

}  // namespace arges::lsp
