#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/source.h"

namespace arges::campaign {

/// A table with names of columns; all rows have as many fields as there are columns.
struct Table {
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
  std::vector<SourceLocation> places;  ///< where each row begins

  std::optional<std::size_t> find_column(const std::string& name) const;
};

/// Reads one, separated by tabs or by commas (RFC 4180); throws InputError.
Table read_table(const SourcePtr& source);

}  // namespace arges::campaign
