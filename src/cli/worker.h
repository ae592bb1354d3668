#pragma once

#include <string>
#include <vector>

#include "base/error.h"

namespace arges::cli {

/// The command, for no one to type, by which the program starts itself as a worker of a portfolio.
inline constexpr const char* worker_name = "worker";
std::vector<std::string> worker_command();

/// Reads a request from the standard input, and answers it on the standard output.
ExitCode run_worker();

}  // namespace arges::cli
