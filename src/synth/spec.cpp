#include "synth/spec.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/syntax/suggest.h"
#include "synth/parallel/bisimulation_task.h"
#include "synth/parallel/parallel_task.h"
#include "synth/sequential/sequential_task.h"

namespace arges::synth {

namespace {

using output::JsonCursor;

constexpr TaskKind kinds[] = {
    {"sequential", read_sequential_task},
    {"parallel", read_parallel_task},
    {"bisimulation", read_bisimulation_task},
};

/// More than anyone waits for.
constexpr std::size_t most_variants = 10'000;

[[noreturn]] void fail_too_many(const JsonCursor& values) {
  values.fail(fmt::format("a sweep has {} variants at most", most_variants),
              "fewer values, or a larger step");
}

std::uint32_t whole_number(const JsonCursor& at, std::uint32_t least, std::uint32_t most) {
  const nlohmann::json& value = at.value();
  const bool fits = value.is_number_unsigned() && value.get<std::uint64_t>() >= least &&
                    value.get<std::uint64_t>() <= most;
  if (!fits) at.fail(fmt::format("should be a whole number from {} to {}", least, most));
  return value.get<std::uint32_t>();
}

/// The values that a sweep gives a field.
std::vector<nlohmann::json> sweep_values(const JsonCursor& values) {
  std::vector<nlohmann::json> result;
  if (values.value().is_array()) {
    values.for_each_element([&](const JsonCursor& value) { result.push_back(value.value()); });
  } else {
    constexpr const char* members[] = {"from", "to", "step"};
    require_known(values, members);
    constexpr std::uint32_t largest = 1'000'000'000;
    const std::uint32_t from = whole_number(values.member("from"), 0, largest);
    const std::uint32_t to = whole_number(values.member("to"), 0, largest);
    const std::uint32_t step = number_or(values, "step", 1, 1, 1'000'000);
    if (from > to)
      values.fail(fmt::format("'from' is above 'to': {} and {}", from, to),
                  "a sweep goes upwards; a list of values has any order");
    if ((to - from) / step >= most_variants) fail_too_many(values);
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

/// A document without a sweep, and what its fields are set to.
struct SweptDocument {
  nlohmann::json document;
  std::string label;
};

std::vector<SweptDocument> swept(nlohmann::json base, const JsonCursor& sweep) {
  base.erase("sweep");
  std::vector<SweptDocument> result{{std::move(base), ""}};
  sweep.for_each_member([&](const std::string& name, const JsonCursor& values) {
    if (name.empty() || name.front() != '/')
      values.fail("a sweep's fields are written as JSON pointers", "for example \"/states\"");
    if (name == "/name" || name == "/kind" || name == "/sweep")
      values.fail(fmt::format("'{}' is the same for all variants", name.substr(1)),
                  "variants are told apart by their numbers");
    const nlohmann::json::json_pointer pointer(name);
    std::vector<SweptDocument> longer;
    for (const SweptDocument& variant : result) {
      for (const nlohmann::json& value : sweep_values(values)) {
        if (longer.size() == most_variants) fail_too_many(values);
        SweptDocument& next = longer.emplace_back(variant);
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

MakeTask read_by_kind(const JsonCursor& spec) {
  const JsonCursor kind = spec.member("kind");
  std::vector<const char*> names;
  for (const TaskKind& known : kinds) names.push_back(known.name.data());
  return kinds[position_of(kind, names)].read(spec);
}

/// Names of members twice in one object, of which JSON's readers drop one, in a text that is JSON.
void require_distinct_members(const SourceText& source) {
  const std::string_view text = source.text();
  std::vector<std::set<std::string_view>> open;  // names so far
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '{' || text[at] == '[') open.emplace_back();
    if (text[at] == '}' || text[at] == ']') open.pop_back();
    if (text[at] != '"') continue;
    const std::size_t start = at++;
    while (text[at] != '"') at += text[at] == '\\' ? 2 : 1;
    const std::string_view name = text.substr(start, at + 1 - start);
    const std::size_t next = text.find_first_not_of(" \t\r\n", at + 1);
    const bool is_member = next != std::string_view::npos && text[next] == ':';
    if (is_member && !open.back().insert(name).second)
      throw InputError({&source, static_cast<std::uint32_t>(start)},
                       fmt::format("{} is there twice", name), "leave one of them out");
  }
}

}  // namespace

std::span<const TaskKind> task_kinds() { return kinds; }

nlohmann::json parse_spec(const SourceText& source) {
  nlohmann::json result = JsonCursor::parse(source, spec_kind);
  require_distinct_members(source);
  return result;
}

std::vector<SpecVariant> variants(const nlohmann::json& document, const SourceText& source) {
  const JsonCursor whole(document, source, spec_kind);
  const auto sweep = whole.optional_member("sweep");
  if (!sweep) return {{"", read_by_kind(whole)}};
  std::vector<SpecVariant> result;
  for (const SweptDocument& variant : swept(document, *sweep)) {
    try {
      result.push_back({variant.label, read_by_kind({variant.document, source, spec_kind})});
    } catch (const InputError& error) {
      if (variant.label.empty()) throw;
      const Diagnostic& first = error.diagnostics().front();
      sweep->fail(fmt::format("the variant {} is wrong: {}", variant.label, first.message),
                  first.hint);
    }
  }
  return result;
}

std::uint32_t number_or(const JsonCursor& object, const char* name, std::uint32_t otherwise,
                        std::uint32_t least, std::uint32_t most) {
  const auto member = object.optional_member(name);
  if (!member) return otherwise;
  return whole_number(*member, least, most);
}

std::size_t choice_or(const JsonCursor& object, const char* name,
                      std::span<const char* const> choices, std::size_t otherwise) {
  const auto member = object.optional_member(name);
  return member ? position_of(*member, choices) : otherwise;
}

std::vector<std::size_t> choices_of(const JsonCursor& object, const char* name,
                                    std::span<const char* const> choices) {
  std::vector<std::size_t> result;
  if (const auto member = object.optional_member(name)) {
    member->for_each_element([&](const JsonCursor& element) {
      const std::size_t found = position_of(element, choices);
      if (std::find(result.begin(), result.end(), found) != result.end())
        element.fail(fmt::format("'{}' is there twice", element.text()), "leave one of them out");
      result.push_back(found);
    });
    if (result.empty())
      member->fail("should have one at least",
                   fmt::format("leave it out for all, or choose of: {}", fmt::join(choices, ", ")));
  }
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
