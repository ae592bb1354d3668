#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string_view>

#include "base/limits.h"
#include "output/json_cursor.h"
#include "synth/task.h"

namespace arges::synth {

/// Makes a task of a seed. Throws SynthesisError where nothing can be as it was asked for, and
/// LimitReached.
using MakeTask =
    std::function<Task(std::uint64_t seed, const std::string& name, const Limits* limits)>;

/// Reads a specification's members, and makes nothing yet; throws InputError where they are wrong.
using ReadSpec = MakeTask (*)(const output::JsonCursor& spec);

/// A kind of task, as `"kind"` names it.
struct TaskKind {
  std::string_view name;
  ReadSpec read;
};

/// All kinds. Whoever adds one adds a line there.
std::span<const TaskKind> task_kinds();

/// What complaints call a specification.
inline constexpr output::JsonKind spec_kind{
    "the specification", "docs/synthesis.md and docs/synthesis-parallel.md tell what it may say"};

/// One variant of a specification: its sweep's fields have one value each.
struct SpecVariant {
  std::string label;  ///< what the fields are set to: "states=20,class=plain"
  MakeTask make;      ///< one of the kind that the document names
};

/// The document of a specification. Throws InputError also where an object names a member twice.
nlohmann::json parse_spec(const SourceText& source);

/// All variants of a specification, in the order of its sweep; the whole, if it has none. A sweep
/// is an object of JSON pointers and the values that the field gets: a list, or `from`, `to` and
/// `step`. All of them are read: none is made before each is known to be right.
std::vector<SpecVariant> variants(const nlohmann::json& document, const SourceText& source);

// Reading members; all throw InputError with the place.

/// A whole number between the bounds; the other value if there is no such member.
std::uint32_t number_or(const output::JsonCursor& object, const char* name, std::uint32_t otherwise,
                        std::uint32_t least, std::uint32_t most);
/// The position of a member's text among the choices; `otherwise` if there is no such member.
std::size_t choice_or(const output::JsonCursor& object, const char* name,
                      std::span<const char* const> choices, std::size_t otherwise);
/// The same of a list of texts, none of them twice; all, as an empty list, if there is no such
/// member.
std::vector<std::size_t> choices_of(const output::JsonCursor& object, const char* name,
                                    std::span<const char* const> choices);
/// Complains about members that are none of these, and says which is meant.
void require_known(const output::JsonCursor& object, std::span<const char* const> names);

}  // namespace arges::synth
