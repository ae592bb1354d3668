#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/describe.h"

namespace arges::cli {

/// The endings of files that a text names: "cfa" and "theta" of "an automaton (.cfa, .theta)".
std::vector<std::string> endings_in(std::string_view text);

/// The endings of the files that a positional argument takes: those that its help names, or else
/// those that the formats of `--input` do, an option of the same command.
std::vector<std::string> endings_of(const OptionDescription& argument,
                                    const std::vector<OptionDescription>& options);

}  // namespace arges::cli
