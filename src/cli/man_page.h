#pragma once

#include <string>

#include "cli/command.h"

namespace arges::cli {

/// Who wrote a page, when, and what else there is to read.
struct ManEdition {
  std::string date;                   ///< "2026-01-31"
  std::vector<std::string> commands;  ///< that have pages
};

/// The manual page of a command, for man: arges-COMMAND(1).
std::string man_page(Command& command, const ManEdition& edition);
/// That of the program: arges(1).
std::string man_page(const std::vector<std::unique_ptr<Command>>& commands,
                     const ManEdition& edition);

}  // namespace arges::cli
