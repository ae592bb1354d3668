#include "synth/spec.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/syntax/suggest.h"
#include "synth/parallel/bisimulation_task.h"
#include "synth/parallel/parallel_task.h"
#include "synth/sequential/sequential_task.h"

namespace arges::synth {

namespace {

using output::JsonCursor;

constexpr TaskKind kinds[] = {
    {"sequential", make_sequential_task},
    {"parallel", make_parallel_task},
    {"bisimulation", make_bisimulation_task},
};

/// More than anyone waits for.
constexpr std::size_t most_variants = 10'000;

[[noreturn]] void fail_too_many(const JsonCursor& values) {
  values.fail(fmt::format("a sweep has {} variants at most", most_variants),
              "fewer values, or a larger step");
}

/// The values that a sweep gives a field.
std::vector<nlohmann::json> sweep_values(const JsonCursor& values) {
  std::vector<nlohmann::json> result;
  if (values.value().is_array()) {
    values.for_each_element([&](const JsonCursor& value) { result.push_back(value.value()); });
  } else {
    constexpr const char* members[] = {"from", "to", "step"};
    require_known(values, members);
    const std::uint32_t from = values.member("from").number();
    const std::uint32_t to = values.member("to").number();
    const std::uint32_t step = number_or(values, "step", 1, 1, 1'000'000);
    if (from <= to && (to - from) / step >= most_variants) fail_too_many(values);
    for (std::uint32_t value = from; value <= to; value += step) result.emplace_back(value);
  }
  if (result.empty()) values.fail("a sweep should have values");
  return result;
}

std::string label_of(const std::string& pointer, const nlohmann::json& value) {
  std::string field = pointer.substr(1);
  std::replace(field.begin(), field.end(), '/', '.');
  return fmt::format("{}={}", field, value.is_string() ? value.get<std::string>() : value.dump());
}

[[noreturn]] void fail_choice(const JsonCursor& at, std::span<const char* const> choices) {
  syntax::Suggestion nearest(at.text());
  for (const char* choice : choices) nearest.consider(choice);
  at.fail(fmt::format("'{}' is not known here: {}", at.text(), fmt::join(choices, ", ")),
          nearest.hint());
}

std::size_t position_of(const JsonCursor& at, std::span<const char* const> choices) {
  const std::string& text = at.text();
  for (std::size_t i = 0; i < choices.size(); ++i)
    if (text == choices[i]) return i;
  fail_choice(at, choices);
}

}  // namespace

std::span<const TaskKind> task_kinds() { return kinds; }

std::vector<SpecVariant> variants(const nlohmann::json& document, const SourceText& source) {
  const JsonCursor whole(document, source, spec_kind);
  const auto sweep = whole.optional_member("sweep");
  nlohmann::json base = document;
  if (sweep) base.erase("sweep");
  std::vector<SpecVariant> result{{base, ""}};
  if (!sweep) return result;
  sweep->for_each_member([&](const std::string& name, const JsonCursor& values) {
    if (name.empty() || name.front() != '/')
      values.fail("a sweep's fields are written as JSON pointers", "for example \"/states\"");
    if (name == "/name" || name == "/kind" || name == "/sweep")
      values.fail(fmt::format("'{}' is the same for all variants", name.substr(1)),
                  "variants are told apart by their numbers");
    const nlohmann::json::json_pointer pointer(name);
    std::vector<SpecVariant> longer;
    for (const SpecVariant& variant : result) {
      for (const nlohmann::json& value : sweep_values(values)) {
        if (longer.size() == most_variants) fail_too_many(values);
        SpecVariant& next = longer.emplace_back(variant);
        try {
          next.document[pointer] = value;
        } catch (const nlohmann::json::exception&) {
          values.fail(fmt::format("there is no place for '{}' in the specification", name));
        }
        next.label += (next.label.empty() ? "" : ",") + label_of(name, value);
      }
    }
    result = std::move(longer);
  });
  return result;
}

Task make_task(const nlohmann::json& document, const SourceText& source, std::uint64_t seed,
               const std::string& name, const Limits* limits) {
  const JsonCursor whole(document, source, spec_kind);
  const JsonCursor kind = whole.member("kind");
  std::vector<const char*> names;
  for (const TaskKind& known : kinds) names.push_back(known.name.data());
  return kinds[position_of(kind, names)].make(whole, seed, name, limits);
}

std::uint32_t number_or(const JsonCursor& object, const char* name, std::uint32_t otherwise,
                        std::uint32_t least, std::uint32_t most) {
  const auto member = object.optional_member(name);
  if (!member) return otherwise;
  const std::uint32_t result = member->number();
  if (result < least || result > most)
    member->fail(fmt::format("'{}' should be from {} to {}", name, least, most));
  return result;
}

std::size_t choice_or(const JsonCursor& object, const char* name,
                      std::span<const char* const> choices, std::size_t otherwise) {
  const auto member = object.optional_member(name);
  return member ? position_of(*member, choices) : otherwise;
}

std::vector<std::size_t> choices_of(const JsonCursor& object, const char* name,
                                    std::span<const char* const> choices) {
  std::vector<std::size_t> result;
  if (const auto member = object.optional_member(name))
    member->for_each_element([&](const JsonCursor& element) {
      const std::size_t found = position_of(element, choices);
      if (std::find(result.begin(), result.end(), found) == result.end()) result.push_back(found);
    });
  return result;
}

void require_known(const JsonCursor& object, std::span<const char* const> names) {
  object.for_each_member([&](const std::string& name, const JsonCursor& value) {
    if (std::any_of(names.begin(), names.end(), [&](const char* n) { return name == n; })) return;
    syntax::Suggestion nearest(name);
    for (const char* known : names) nearest.consider(known);
    const std::string hint = nearest.hint();
    value.fail(fmt::format("there is no field '{}' here", name),
               hint.empty() ? fmt::format("known: {}", fmt::join(names, ", ")) : hint);
  });
}

}  // namespace arges::synth
