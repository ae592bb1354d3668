#pragma once

#include <functional>

#include "automata/ltl/parser.h"
#include "cli/command.h"

namespace arges::cli {

/// `--ltl-syntax`: whose formulas of linear time are written in which way.
void declare_ltl_syntax(CLI::App& app, std::function<void(automata::LtlSyntax)> use,
                        const char* group);

}  // namespace arges::cli
