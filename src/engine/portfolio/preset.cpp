#include "engine/portfolio/preset.h"

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "base/error.h"
#include "base/invariant.h"
#include "engine/portfolio/preset_files.h"

namespace arges::engine {

namespace {

/// Fewer Booleans than that are flags of some program, not the state of a controller.
constexpr std::size_t many_booleans = 8;
/// Fewer actions than that are no list of rules.
constexpr std::size_t many_actions = 60;

constexpr std::string_view blanks = " \t\r";

std::string_view trimmed(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  return text.substr(0, text.find_last_not_of(blanks) + 1);
}

std::vector<std::string> words(std::string_view text) {
  std::vector<std::string> result;
  for (text = trimmed(text); !text.empty(); text = trimmed(text)) {
    const std::size_t end = std::min(text.find_first_of(blanks), text.size());
    result.emplace_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return result;
}

Configuration read_options(std::string_view text) {
  Configuration result = defaults_of(EngineKind::cegar);
  const std::vector<std::string> parts = words(text);
  if (parts.empty() || parts.size() % 2 != 0) throw UsageError("expected options with values");
  for (std::size_t i = 0; i < parts.size(); i += 2) {
    const Axis* axis = find_axis(parts[i].starts_with("--") ? parts[i].substr(2) : "");
    if (axis == nullptr) throw UsageError(fmt::format("there is no option {}", parts[i]));
    set_from_text(result, *axis, parts[i + 1]);
  }
  return result;
}

std::vector<Preset> read_all() {
  std::vector<Preset> result;
  for (const auto& [name, text] : preset_files) result.push_back(read_preset(name, text));
  return result;
}

}  // namespace

std::span<const Preset> presets() {
  static const std::vector<Preset> all = read_all();
  return all;
}

const Choices& preset_choices() {
  static const std::vector<std::string> advice = [] {
    std::vector<std::string> result;
    for (const Preset& preset : presets()) {
      std::vector<std::string> members;
      for (const Member& member : preset.members) members.push_back(member.options);
      result.push_back(fmt::format("tries {}", fmt::join(members, ", ")));
    }
    return result;
  }();
  static const std::vector<Choice> values = [] {
    std::vector<Choice> result;
    for (std::uint32_t i = 0; i < presets().size(); ++i)
      result.push_back({presets()[i].name, presets()[i].about, advice[i], i});
    return result;
  }();
  static const Choices all{
      "preset", "the portfolio for a kind of model, instead of what the model suggests", values};
  return all;
}

const Preset& find_preset(std::string_view name) {
  return presets()[choose(preset_choices(), name).number];
}

Preset read_preset(std::string name, std::string_view text) {
  const auto source = std::make_shared<const SourceText>(name + ".preset", std::string(text));
  Preset result{std::move(name), "", {}};
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    const std::string_view line = trimmed(text.substr(start, end - start));
    const SourceLocation place{source.get(), static_cast<std::uint32_t>(start)};
    start = end + 1;
    if (line.empty()) continue;
    if (line.front() == '#') {
      result.about += (result.about.empty() ? "" : " ") + std::string(trimmed(line.substr(1)));
      continue;
    }
    const std::size_t bar = line.find('|');
    if (bar == std::string_view::npos)
      throw InputError(place, "expected '|'", "a line is OPTIONS | PURPOSE");
    Member member{fmt::format("{}", fmt::join(words(line.substr(0, bar)), " ")),
                  std::string(trimmed(line.substr(bar + 1))),
                  {}};
    try {
      member.configuration = read_options(member.options);
    } catch (const UsageError& error) {
      throw InputError(place, error.what(), error.hint());
    }
    result.members.push_back(std::move(member));
  }
  if (result.about.empty() || result.members.empty())
    throw InputError({source.get(), 0}, "a preset needs a line '# ABOUT', and a member");
  return result;
}

PresetChoice choose_preset(const Features& features) {
  const auto chosen = [](std::string_view name, std::string reason) {
    return PresetChoice{&find_preset(name), std::move(reason)};
  };
  if (features.modes > 0) return chosen("statechart", "the model has modes");
  if (features.floats > 0) return chosen("bits", "the model has floating point");
  if (features.bit_vectors > 0) return chosen("bits", "the model has bit-vectors");
  if (features.hard_arithmetic || features.arrays > 0)
    return chosen("arithmetic", "the model has products, remainders or arrays");
  if (features.booleans >= many_booleans) return chosen("plc", "the model has many Booleans");
  if (!features.computes) return chosen("locks", "the model computes no numbers");
  if (features.actions >= many_actions) return chosen("eca", "the model has many rules");
  return chosen("loops", "the model is small and computes numbers");
}

}  // namespace arges::engine
