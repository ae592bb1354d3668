#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "base/limits.h"
#include "output/json_cursor.h"
#include "synth/task.h"

namespace arges::synth {

/// Makes a task of a specification's members. Throws InputError where they are wrong,
/// SynthesisError where nothing can be like that, and LimitReached.
using MakeTask = Task (*)(const output::JsonCursor& spec, std::uint64_t seed,
                          const std::string& name, const Limits* limits);

/// A kind of task, as `"kind"` names it.
struct TaskKind {
  std::string_view name;
  MakeTask make;
};

/// All kinds. Whoever adds one adds a line there.
std::span<const TaskKind> task_kinds();

/// What complaints call a specification.
inline constexpr output::JsonKind spec_kind{
    "the specification", "docs/synthesis.md and docs/synthesis-parallel.md tell what it may say"};

/// One variant of a specification: its sweep's fields have one value each.
struct SpecVariant {
  nlohmann::json document;  ///< without the sweep
  std::string label;        ///< what the fields are set to: "states=20,class=plain"
};

/// All variants of a specification, in the order of its sweep; the whole, if it has none. A sweep
/// is an object of JSON pointers and the values that the field gets: a list, or `from`, `to` and
/// `step`.
std::vector<SpecVariant> variants(const nlohmann::json& document, const SourceText& source);

/// A task by the kind that the document names.
Task make_task(const nlohmann::json& document, const SourceText& source, std::uint64_t seed,
               const std::string& name, const Limits* limits = nullptr);

// Reading members; all throw InputError with the place.

/// A number between the bounds; the other value if there is no such member.
std::uint32_t number_or(const output::JsonCursor& object, const char* name, std::uint32_t otherwise,
                        std::uint32_t least, std::uint32_t most);
/// The position of a member's text among the choices; `otherwise` if there is no such member.
std::size_t choice_or(const output::JsonCursor& object, const char* name,
                      std::span<const char* const> choices, std::size_t otherwise);
/// The same of a list of texts, each once.
std::vector<std::size_t> choices_of(const output::JsonCursor& object, const char* name,
                                    std::span<const char* const> choices);
/// Complains about members that are none of these, and says which is meant.
void require_known(const output::JsonCursor& object, std::span<const char* const> names);

}  // namespace arges::synth
