#include "lsp/verdicts/run_places.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "base/source.h"

namespace arges::lsp {

namespace {

constexpr std::size_t steps_at_begin = 10;
constexpr std::size_t steps_at_end = 40;

std::optional<std::uint32_t> number(std::string_view text) {
  std::uint32_t result = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), result);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  return result;
}

/// Finds the places of one run's steps.
class RunReader {
 public:
  RunReader(const Document& document, const DocumentIndex& index)
      : document_(document), index_(index) {}

  std::vector<RelatedPlace> places(const Json& run) const {
    std::vector<RelatedPlace> result;
    const Json steps = member_or(run, "steps", Json::array());
    const Json loop = member_or(run, "loop_start", Json());
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (i >= steps_at_begin && i + steps_at_end < steps.size()) continue;
      const auto range = place_of(steps[i], i > 0 ? steps[i - 1] : Json());
      if (!range) continue;
      const bool starts_loop = loop.is_number_unsigned() && loop.get<std::size_t>() == i;
      result.push_back({"", *range,
                        fmt::format("step {}: {}{}", i, text_of_step(steps[i]),
                                    starts_loop ? "; from here on, again and again" : "")});
    }
    return result;
  }

 private:
  static std::string text_of_step(const Json& step) {
    std::string result = text_or(step, "action", text_or(step, "location", "start"));
    std::string values;
    const Json changed = member_or(step, "changed", Json::object());
    for (const auto& [name, value] : changed.items())
      values += fmt::format("{}{} = {}", values.empty() ? "" : ", ", name,
                            value.is_string() ? value.get<std::string>() : value.dump());
    return values.empty() ? result : fmt::format("{} ({})", result, values);
  }

  std::optional<Range> place_of(const Json& step, const Json& before) const {
    if (const std::string position = text_or(step, "position", ""); !position.empty())
      return at_position(position);
    const Json configuration = member_or(step, "configuration", Json());
    if (configuration.is_array())
      return at_configuration(configuration, member_or(before, "configuration", Json::array()));
    if (const std::string object = text_or(step, "object", ""); !object.empty())
      return at_state_of(object, member_or(step, "state", Json::object()));
    return {};
  }

  /// FILE:LINE:COLUMN, columns being characters.
  std::optional<Range> at_position(const std::string& position) const {
    const std::size_t colon = position.rfind(':');
    const std::size_t before = colon == std::string::npos ? colon : position.rfind(':', colon - 1);
    if (before == std::string::npos) return {};
    const auto line = number(std::string_view(position).substr(before + 1, colon - before - 1));
    const auto column = number(std::string_view(position).substr(colon + 1));
    if (!line || !column || *line == 0 || position.substr(0, before) != document_.name()) return {};
    const std::string_view text = document_.source()->line(*line);
    if (text.empty()) return {};
    auto offset = static_cast<std::uint32_t>(text.data() - document_.text().data());
    for (std::uint32_t i = 1; i < *column; ++i) do
        ++offset;
      while ((static_cast<unsigned char>(document_.text()[offset]) & 0xC0U) == 0x80U);
    const auto end =
        static_cast<std::uint32_t>(text.data() + text.size() - document_.text().data());
    return document_.lines().range(TextRange{std::min(offset, end), end});
  }

  /// A state that was entered, or else one that is active.
  std::optional<Range> at_configuration(const Json& configuration, const Json& before) const {
    std::optional<Range> result;
    for (const Json& state : configuration) {
      if (!state.is_string()) continue;
      const auto found = state_called(state.get<std::string>(), {});
      const bool is_new = std::find(before.begin(), before.end(), state) == before.end();
      if (found && (is_new || !result)) result = found;
      if (found && is_new) break;
    }
    return result;
  }

  /// The state of an object behind a step of its.
  std::optional<Range> at_state_of(const std::string& object, const Json& facts) const {
    const std::string state = text_or(facts, object.c_str(), "");
    std::string declared = object;
    // Of several objects: p0 of p[3].
    while (!declared.empty() && index_.all(declared, kinds(SymbolKind::object)).empty() &&
           declared.back() >= '0' && declared.back() <= '9')
      declared.pop_back();
    const auto symbols = index_.all(declared, kinds(SymbolKind::object));
    if (symbols.empty()) return {};
    const auto types = index_.all(index_.symbol(symbols.front()).type, kinds(SymbolKind::class_));
    if (types.empty()) return {};
    if (const auto found = state_called(state, index_.symbol(types.front()).whole)) return found;
    return document_.lines().range(index_.symbol(types.front()).name_range);
  }

  /// Names may have those of the states around in front.
  std::optional<Range> state_called(const std::string& name,
                                    std::optional<TextRange> inside) const {
    for (const std::string& wanted : {name, name.substr(name.rfind('.') + 1)})
      for (const SymbolId id : index_.all(wanted, kinds(SymbolKind::state))) {
        const TextRange range = index_.symbol(id).name_range;
        if (!inside || inside->contains(range.begin)) return document_.lines().range(range);
      }
    return {};
  }

  const Document& document_;
  const DocumentIndex& index_;
};

}  // namespace

std::vector<RelatedPlace> places_of_run(const Document& document, const DocumentIndex& index,
                                        const Json& run) {
  return RunReader(document, index).places(run);
}

}  // namespace arges::lsp
