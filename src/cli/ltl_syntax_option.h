#pragma once

#include <functional>

#include "cli/command.h"
#include "engine/ltl.h"

namespace arges::cli {

/// `--ltl-syntax`: in which way formulas of linear time are written.
void declare_ltl_syntax(CLI::App& app, std::function<void(automata::LtlSyntax)> use,
                        const char* group);

}  // namespace arges::cli
