#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/source.h"
#include "frontend/c/options.h"

namespace arges::frontend::c {

/// An SV-COMP task definition (.yml): a program and what is asked about it.
struct TaskDefinition {
  std::string input_file;  ///< as a path from where the definition is
  /// The files of the properties, in the same way.
  std::vector<std::string> property_files;
  std::optional<DataModel> data_model;
};

/// Reads format versions 1.0 and 2.0; throws InputError.
TaskDefinition read_task_definition(const SourcePtr& source);

}  // namespace arges::frontend::c
