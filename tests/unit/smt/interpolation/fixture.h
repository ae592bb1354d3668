#pragma once

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/env.h"
#include "ir/simplify.h"
#include "ir/traversal.h"
#include "smt/interpolation/chain.h"
#include "smt/z3/factory.h"
#include "support/core_text.h"

namespace arges::smt {

/// A loop after which something never happens.
struct LoopProgram {
  std::string name;
  std::string variables;  ///< integers, one letter each
  std::string initial;
  std::string body;
  std::string failure;
};

/// The programs on which ways of interpolation were compared before this one was made.
inline const std::vector<LoopProgram>& loop_programs() {
  static const std::vector<LoopProgram> programs = {
      {"equal", "xy", "x = 0 and y = 0", "x := x + 1; y := y + 1", "assume x /= y"},
      {"bound", "in", "i = 0 and n >= 0", "assume i < n; i := i + 1", "assume i >= n and i /= n"},
      {"double", "xy", "x = 0 and y = 0", "x := x + 1; y := y + 2", "assume y /= 2 * x"},
      {"up_down", "xyn", "x = 0 and y = n and n >= 0", "assume y > 0; x := x + 1; y := y - 1",
       "assume y <= 0 and x /= n"},
      {"lock", "lon", "l = 0 and n /= o",
       "assume n /= o; l := 1; o := n; choice { l := 0; n := n + 1 } or {}",
       "assume n = o and l = 0"},
      {"count", "x", "x = 0", "assume x < 100; x := x + 1", "assume x >= 100 and x /= 100"},
      {"monotone", "xy", "x = 1 and y = 0", "x := x + y; y := y + 1", "assume x < y"},
      {"split", "xy", "x = 0 and y = 50",
       "assume x < 100; if (x < 50) { x := x + 1 } else { x := x + 1; y := y + 1 }",
       "assume x >= 100 and y /= 100"},
  };
  return programs;
}

inline const LoopProgram& loop_program(const std::string& name) {
  return *std::find_if(loop_programs().begin(), loop_programs().end(),
                       [&](const LoopProgram& program) { return program.name == name; });
}

/// Random straight paths of assignments, assumptions, havocs and branches over a few variables.
class RandomTrace {
 public:
  RandomTrace(test::CoreText& text, std::vector<ir::Var> variables, unsigned seed)
      : text_(text), variables_(std::move(variables)), random_(seed) {}

  ir::Expr initial() { return ir::and_(condition(), condition()); }
  std::vector<ir::Stmt> actions(std::size_t count) {
    std::vector<ir::Stmt> result;
    for (std::size_t i = 0; i < count; ++i) {
      std::vector<ir::Stmt> parts;
      for (std::size_t part = 0; part < 2; ++part) parts.push_back(action());
      result.push_back(ir::sequence(text_.context, parts));
    }
    return result;
  }

 private:
  int below(int bound) { return static_cast<int>(random_() % static_cast<unsigned>(bound)); }
  ir::Var variable() {
    return variables_[static_cast<std::size_t>(below(static_cast<int>(variables_.size())))];
  }
  ir::Expr number(ir::Type type, int n) {
    return type.is_int() ? text_.context.int_literal(n)
                         : text_.context.rat_literal(mpq_class(n, 1 + below(3)));
  }
  ir::Expr sum(ir::Type type) {
    std::vector<ir::Expr> summands{number(type, below(9) - 4)};
    for (int i = 1 + below(2); i > 0; --i) {
      const ir::Var var = variable();
      if (var->type != type) continue;
      summands.push_back(ir::mul(number(type, below(5) - 2), text_.context.var(var)));
    }
    return ir::add(summands);
  }
  ir::Expr condition() {
    const ir::Var var = variable();
    const ir::Expr left = text_.context.var(var);
    if (var->type.is_bool()) return below(2) == 0 ? left : ir::not_(left);
    const ir::Expr right = sum(var->type);
    switch (below(6)) {
      case 0:
        return ir::eq(left, right);
      case 1:
        return ir::neq(left, right);
      case 2:
        return ir::lt(left, right);
      case 3:
        return ir::lt(right, left);
      default:
        return ir::le(left, right);
    }
  }
  ir::Stmt action() {
    const ir::Var var = variable();
    switch (below(8)) {
      case 0:
        return ir::havoc(text_.context, var);
      case 1:
        return ir::if_(condition(), assignment(var), assignment(variable()));
      case 2:
        return ir::choice(text_.context, {assignment(var), ir::assume(condition())});
      case 3:
      case 4:
        return ir::assume(condition());
      default:
        return assignment(var);
    }
  }
  ir::Stmt assignment(ir::Var var) {
    return ir::assign(var, var->type.is_bool() ? condition() : sum(var->type));
  }

  test::CoreText& text_;
  std::vector<ir::Var> variables_;
  std::mt19937 random_;
};

/// Traces from core text, and what tests say about their interpolants.
class InterpolationTest : public ::testing::Test, protected test::CoreText {
 protected:
  /// The initial condition and the actions of a path.
  FormulaTrace trace(const std::string& initial, const std::vector<std::string>& actions) {
    std::vector<ir::Stmt> statements;
    for (const std::string& action : actions) statements.push_back(stmt(action));
    return trace(expr(initial), statements);
  }
  FormulaTrace trace(ir::Expr initial, const std::vector<ir::Stmt>& actions) {
    FormulaTrace result{{ir::conjuncts(initial)}, {ir::Versions()}};
    ir::Unfolder unfolder(context);
    for (const ir::Stmt action : actions) {
      const ir::Unfolding unfolding = unfolder.unfold(action, result.states.back());
      result.steps.push_back(ir::conjuncts(unfolding.formula));
      result.states.push_back(unfolding.after);
    }
    return result;
  }

  Status decide(const FormulaTrace& trace) {
    const auto solver = factory_->make();
    for (const auto& step : trace.steps)
      for (const ir::Expr conjunct : step) solver->add(conjunct);
    return solver->check();
  }

  ChainStatus check(const FormulaTrace& trace, const Chain& chain) {
    return check_chain(env_, *factory_, trace, chain);
  }

  /// The path of a program that leaves its loop after some rounds.
  FormulaTrace trace(const LoopProgram& program, int rounds) {
    for (const char name : program.variables)
      if (scope.find(std::string(1, name)) == nullptr) integer(std::string(1, name));
    std::vector<std::string> actions(static_cast<std::size_t>(rounds), program.body);
    actions.push_back(program.failure);
    return trace(program.initial, actions);
  }

  /// How many chains a generator finds for random contradictory paths over the variables. All are
  /// checked.
  struct Yield {
    int contradictory = 0;
    int found = 0;
  };
  template <typename Generate>
  Yield yield(const std::vector<ir::Var>& variables, unsigned seeds, const Generate& generate) {
    Yield result;
    for (unsigned seed = 0; seed < seeds; ++seed) {
      RandomTrace random(*this, variables, seed);
      const ir::Expr initial = random.initial();
      const FormulaTrace path = trace(initial, random.actions(2 + seed % 5));
      if (decide(path) != Status::unsat) continue;
      ++result.contradictory;
      const std::optional<Chain> chain = generate(path);
      if (!chain) continue;
      ++result.found;
      EXPECT_EQ(check(path, *chain), ChainStatus::holds) << "seed " << seed << ": " << text(chain);
    }
    RecordProperty("contradictory", result.contradictory);
    RecordProperty("found", result.found);
    return result;
  }

  /// The interpolants one after another, or "none".
  static std::string text(const std::optional<Chain>& chain) {
    if (!chain) return "none";
    std::string result;
    for (const ir::Expr interpolant : *chain)
      result += (result.empty() ? "" : " | ") + ir::simplify(interpolant).to_string();
    return result;
  }

  Env env_;
  std::unique_ptr<SolverFactory> factory_ = make_z3_factory(env_, context);
};

}  // namespace arges::smt
