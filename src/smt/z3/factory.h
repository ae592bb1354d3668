#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include "base/env.h"
#include "ir/context.h"
#include "smt/solver.h"

namespace arges::smt {

struct Z3Options {
  /// Every check is written there as a numbered SMT-LIB2 file.
  std::optional<std::filesystem::path> dump_folder;
};

/// Z3's incremental SMT core. Start env.limits before: its memory limit is passed on to Z3 here
/// (to the whole process, Z3 knows no other). `env` and `context` must outlive all solvers.
std::unique_ptr<SolverFactory> make_z3_factory(Env& env, ir::Context& context,
                                               const Z3Options& options = {});

}  // namespace arges::smt
