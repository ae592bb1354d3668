#pragma once

#include <optional>

#include <z3++.h>

#include "base/env.h"
#include "ir/context.h"
#include "smt/query_dump.h"
#include "smt/symbols.h"
#include "smt/z3/factory.h"
#include "smt/z3/translator.h"

namespace arges::smt {

/// What all solvers of one factory share: the Z3 context, the translation, the figures.
struct Session {
  Session(Env& run, ir::Context& expressions, const Z3Options& options);

  Env& env;
  ir::Context& ir;
  z3::context z3;
  Symbols symbols;
  Translator translator;
  std::optional<QueryDump> dump;

  Counter& checks;
  Counter& sat;
  Counter& unsat;
  Counter& unknown;
  Timer& time;
};

}  // namespace arges::smt
