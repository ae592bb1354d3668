#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/source.h"
#include "frontend/c/options.h"

namespace arges::frontend::c {

/// An SV-COMP task definition (.yml): a program, or transition systems, and what is asked.
struct TaskDefinition {
  std::string input_file;           ///< as a path from where the definition is
  std::string second_file;          ///< of transition systems: what the first is compared with
  SourceLocation files_place = {};  ///< where they are named
  struct Property {
    std::string file;  ///< in the same way
    std::optional<bool> expected;
    std::string part = {};      ///< of a property that has several, the violated one: "valid-deref"
    SourceLocation place = {};  ///< where its file is named
  };
  std::vector<Property> properties;
  std::optional<DataModel> data_model;
};

/// Who checks does not need to know the answers, so that strange ones are no reason to complain.
enum class Answers : std::uint8_t { needed, not_needed };

/// Reads format versions 1.0 and 2.0; throws InputError.
TaskDefinition read_task_definition(const SourcePtr& source, Answers answers = Answers::not_needed);

}  // namespace arges::frontend::c
