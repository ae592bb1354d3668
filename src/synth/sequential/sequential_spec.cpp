#include "synth/sequential/sequential_spec.h"

#include <fmt/format.h>

#include "synth/spec.h"

namespace arges::synth {

namespace {

using output::JsonCursor;

constexpr const char* pattern_names[] = {"absence", "existence", "universality", "precedence",
                                         "response"};
constexpr const char* scope_names[] = {"globally", "before", "after", "between", "after-until"};
constexpr const char* class_names[] = {"plain", "arithmetic", "data-structure"};
constexpr const char* language_names[] = {"c", "java"};
constexpr const char* rarity_names[] = {"handle", "any"};
constexpr const char* depth_names[] = {"prefix", "states"};

/// "more_than" and "at_most".
std::pair<std::uint32_t, std::uint32_t> interval(const JsonCursor& depth) {
  constexpr std::uint32_t deepest = 10'000;
  const std::uint32_t more_than = number_or(depth, "more_than", 0, 0, deepest);
  const std::uint32_t at_most = number_or(depth, "at_most", deepest, 1, deepest);
  if (more_than >= at_most) depth.fail("'more_than' should be less than 'at_most'");
  return {more_than, at_most};
}

void read_letters(const JsonCursor& spec, SequentialSpec& result) {
  result.inputs = number_or(spec, "inputs", result.inputs, 2, 20);
  result.outputs = number_or(spec, "outputs", result.outputs, 2, most_letters - 2);
  if (result.inputs + result.outputs > most_letters)
    spec.member("outputs").fail(
        fmt::format("should be a whole number from 2 to {}: there are {} letters, and {} of them "
                    "are inputs",
                    most_letters - result.inputs, most_letters, result.inputs),
        "fewer \"inputs\" or \"outputs\"");
}

void read_properties(const JsonCursor& object, SequentialSpec& result) {
  constexpr const char* members[] = {"satisfied", "violated", "structural", "further",
                                     "patterns",  "scopes",   "rarity",     "depth"};
  require_known(object, members);
  result.satisfied = number_or(object, "satisfied", result.satisfied, 0, 10);
  result.violated = number_or(object, "violated", result.violated, 0, 10);
  result.structural = number_or(object, "structural", result.structural, 0, 10);
  result.further = number_or(object, "further", result.further, 0, 1000);
  for (const std::size_t i : choices_of(object, "patterns", pattern_names))
    result.patterns.push_back(static_cast<Pattern>(i));
  for (const std::size_t i : choices_of(object, "scopes", scope_names))
    result.scopes.push_back(static_cast<Scope>(i));
  result.rarity = static_cast<Rarity>(choice_or(object, "rarity", rarity_names, 0));
  if (const auto depth = object.optional_member("depth")) {
    constexpr const char* depth_members[] = {"kind", "more_than", "at_most"};
    require_known(*depth, depth_members);
    const auto [more_than, at_most] = interval(*depth);
    const auto kind = static_cast<DepthKind>(choice_or(*depth, "kind", depth_names, 0));
    if (kind == DepthKind::states && result.rarity == Rarity::any)
      depth->fail("depth in states is known of violations with a handle only",
                  "\"rarity\": \"handle\", or \"kind\": \"prefix\"");
    if (result.violated == 0)
      depth->fail("only violations have a depth, and \"violated\" is 0", "\"violated\": 1");
    result.depth = DepthInterval{kind, more_than, at_most};
  }
}

void read_errors(const JsonCursor& object, ErrorWish& result) {
  constexpr const char* members[] = {"reachable", "unreachable", "depth"};
  require_known(object, members);
  result.reachable = number_or(object, "reachable", 1, 0, 1000);
  result.unreachable = number_or(object, "unreachable", 1, 0, 1000);
  if (const auto depth = object.optional_member("depth")) {
    constexpr const char* depth_members[] = {"more_than", "at_most"};
    require_known(*depth, depth_members);
    if (result.reachable == 0)
      depth->fail("only errors that can be reached have a depth, and \"reachable\" is 0",
                  "\"reachable\": 1");
    result.depth = interval(*depth);
  }
}

}  // namespace

SequentialSpec read_sequential_spec(const JsonCursor& spec) {
  constexpr const char* members[] = {
      "kind",        "name",  "inputs",     "outputs", "states",     "refused",  "properties",
      "errors",      "class", "invariants", "own",     "dead_rules", "computed", "computed_values",
      "dead_states", "lines", "languages"};
  require_known(spec, members);
  SequentialSpec result;
  read_letters(spec, result);
  result.states = number_or(spec, "states", result.states, 1, 5000);
  result.percent_refused = number_or(spec, "refused", result.percent_refused, 0, 95);
  if (const auto properties = spec.optional_member("properties"))
    read_properties(*properties, result);
  result.errors.reachable = result.errors.unreachable = 1;
  if (const auto errors = spec.optional_member("errors")) read_errors(*errors, result.errors);
  result.errors.dead_states = number_or(spec, "dead_states", 2, 0, 5000);
  result.invariants = number_or(spec, "invariants", result.invariants, 0, 100);
  result.encoding.program_class =
      static_cast<ProgramClass>(choice_or(spec, "class", class_names, 0));
  result.encoding.percent_own = number_or(spec, "own", result.encoding.percent_own, 0, 100);
  result.encoding.percent_dead_rules =
      number_or(spec, "dead_rules", result.encoding.percent_dead_rules, 0, 100);
  result.encoding.percent_computed =
      number_or(spec, "computed", result.encoding.percent_computed, 0, 100);
  result.encoding.computed_values =
      number_or(spec, "computed_values", result.encoding.computed_values, 1, 1000);
  result.lines = number_or(spec, "lines", 0, 0, 1'000'000);
  if (const auto none = spec.optional_member("languages");
      none && none->value().is_array() && none->value().empty())
    none->fail("a program needs a language", "for example [\"c\"]");
  if (const auto languages = choices_of(spec, "languages", language_names); !languages.empty()) {
    result.c = languages.front() == 0 || languages.size() > 1;
    result.java = languages.front() == 1 || languages.size() > 1;
  }
  return result;
}

}  // namespace arges::synth
