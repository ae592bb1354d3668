#include "synth/sequential/advice.h"

#include <algorithm>
#include <optional>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "synth/attempts.h"

namespace arges::synth {

namespace {

/// At most so many properties of each kind; violations with a depth are at least one.
SequentialSpec with_at_most(const SequentialSpec& spec, std::uint32_t most) {
  SequentialSpec result = spec;
  result.satisfied = std::min(spec.satisfied, most);
  result.violated = std::min(spec.violated, spec.depth ? std::max(most, 1U) : most);
  result.structural = std::min(spec.structural, most);
  return result;
}

/// With less than `end` of each.
std::optional<SequentialSpec> fewer_than(std::uint32_t end, const SequentialSpec& spec,
                                         const CanBeMade& can_be_made) {
  const auto most = largest_below(
      end, [&](std::uint32_t number) { return can_be_made(with_at_most(spec, number)); });
  if (!most) return std::nullopt;
  return with_at_most(spec, *most);
}

/// Structural ones, which nobody asks about, go before all others do.
std::optional<SequentialSpec> fewer_properties(const SequentialSpec& spec,
                                               const CanBeMade& can_be_made) {
  const std::uint32_t most = std::max(spec.satisfied, spec.violated);
  auto result = fewer_than(std::max(most, spec.structural), spec, can_be_made);
  if (spec.structural == 0 || (result && result->satisfied + result->violated > 0)) return result;
  SequentialSpec free = spec;
  free.structural = 0;
  return fewer_than(most + 1, free, can_be_made);
}

/// The fields in which a specification has fewer properties.
std::string numbers_text(const SequentialSpec& spec, const SequentialSpec& fewer) {
  std::vector<std::string> fields;
  const auto add = [&fields](const char* name, std::uint32_t before, std::uint32_t after) {
    if (after != before) fields.push_back(fmt::format("\"{}\": {}", name, after));
  };
  add("satisfied", spec.satisfied, fewer.satisfied);
  add("violated", spec.violated, fewer.violated);
  add("structural", spec.structural, fewer.structural);
  return fmt::format("{}", fmt::join(fields, " and "));
}

/// A field set to what leaves more choice.
struct Wider {
  SequentialSpec spec;
  std::string text;
};

/// The smaller changes first.
std::vector<Wider> wider(const SequentialSpec& spec) {
  std::vector<Wider> result;
  SequentialSpec next = spec;
  next.patterns.clear();
  if (!spec.patterns.empty()) result.push_back({next, "no \"patterns\""});
  next.scopes.clear();
  if (!spec.scopes.empty())
    result.push_back(
        {next, spec.patterns.empty() ? "no \"scopes\"" : "no \"patterns\" and no \"scopes\""});
  const std::string patterns = result.empty() ? "" : result.back().text;
  next.outputs = std::min(2 * spec.outputs, most_letters - spec.inputs);
  if (next.outputs == spec.outputs) return result;
  const std::string outputs = fmt::format("\"outputs\": {}", next.outputs);
  SequentialSpec of_patterns = spec;
  of_patterns.outputs = next.outputs;
  result.push_back({std::move(of_patterns), outputs});
  if (!patterns.empty()) result.push_back({next, patterns + " and " + outputs});
  return result;
}

}  // namespace

std::string advice_on_properties(const SequentialSpec& spec, const CanBeMade& can_be_made) {
  std::vector<std::string> result;
  const auto fewer = fewer_properties(spec, can_be_made);
  const bool has_some = fewer && fewer->satisfied + fewer->violated > 0;
  if (has_some) result.push_back(numbers_text(spec, *fewer));
  for (const Wider& other : wider(spec)) {
    if (!can_be_made(other.spec)) continue;
    result.push_back(other.text);
    break;
  }
  // Nobody wants none at all, but where nothing else works that is still worth knowing.
  if (result.empty() && fewer) result.push_back(numbers_text(spec, *fewer));
  return fmt::format("{}", fmt::join(result, ", or "));
}

}  // namespace arges::synth
