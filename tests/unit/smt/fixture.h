#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/env.h"
#include "ir/context.h"
#include "smt/solver.h"
#include "smt/z3/factory.h"

namespace arges::smt {

/// A context, a factory over it, and short names for what tests build again and again.
class SmtTest : public ::testing::Test {
 protected:
  ir::Expr variable(const std::string& name, ir::Type type) {
    return context_.var(context_.declare(name, type));
  }
  ir::Expr num(const mpz_class& n) { return context_.int_literal(n); }
  ir::Expr rat(const char* n) { return context_.rat_literal(mpq_class(n)); }
  ir::Expr bits(std::uint32_t width, const mpz_class& n) { return context_.bv_literal(width, n); }

  Env env_;
  ir::Context context_;
  std::unique_ptr<SolverFactory> factory_ = make_z3_factory(env_, context_);
};

/// What solvers without an idea search for a long time: x³ + y³ + z³ = 42.
inline ir::Expr hard_formula(ir::Context& context) {
  std::vector<ir::Expr> cubes;
  for (const char* name : {"x", "y", "z"}) {
    const ir::Expr v = context.var(context.declare(name, context.int_type()));
    cubes.push_back(ir::mul(std::array{v, v, v}));
  }
  return ir::eq(ir::add(cubes), context.int_literal(42));
}

}  // namespace arges::smt
