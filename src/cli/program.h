#pragma once

#include <string>
#include <vector>

namespace arges::cli {

/// Runs the program with arguments (without its own name) and returns its exit code; every error
/// is rendered here and nowhere else. Does not throw.
int run_program(const std::vector<std::string>& arguments);

}  // namespace arges::cli
