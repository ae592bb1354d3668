#pragma once

#include <algorithm>
#include <random>
#include <vector>

#include "ir/context.h"
#include "ir/reference_evaluator.h"
#include "ir/valuation.h"

namespace arges::test {

/// All states that a statement may lead to, by trying every branch of a choice and, for values that
/// are free, a few numbers and every value of small types. Locals begin without a value. Where
/// there are too many, some are left out, and `is_complete` is false from then on.
class StatementOutcomes {
 public:
  explicit StatementOutcomes(std::vector<std::int64_t> numbers, std::size_t most = 100'000)
      : numbers_(std::move(numbers)), most_(most) {}

  std::vector<ir::Valuation> run(ir::Stmt statement, const ir::Valuation& from) {
    std::vector<ir::Valuation> states{from};
    is_complete_ = true;
    execute(statement, states);
    return states;
  }
  /// Of the last run.
  bool is_complete() const { return is_complete_; }

 private:
  using States = std::vector<ir::Valuation>;

  static ir::Value value(ir::Expr expr, const ir::Valuation& state) {
    const auto result = ir::reference_evaluate(expr, state);
    if (!result) throw std::runtime_error("no value for " + expr.to_string());
    return *result;
  }

  void execute(ir::Stmt statement, States& states) {
    switch (statement.kind()) {
      case ir::StmtKind::skip:
        return;
      case ir::StmtKind::assign:
        for (ir::Valuation& state : states)
          state.set(statement.var(), value(statement.expr(), state));
        return;
      case ir::StmtKind::assume:
        std::erase_if(states, [&](const ir::Valuation& state) {
          return value(statement.expr(), state).is_false();
        });
        return;
      case ir::StmtKind::havoc:
        havoc(statement.var(), states);
        return;
      case ir::StmtKind::sequence:
        for (const ir::Stmt child : statement.children()) execute(child, states);
        return;
      case ir::StmtKind::choice:
        choose(statement, states);
        return;
      case ir::StmtKind::if_:
        branch(statement, states);
        return;
      case ir::StmtKind::loop:
        iterate(statement, states);
        return;
      case ir::StmtKind::local:
        execute(statement.child(0), states);
        return;
    }
  }

  void havoc(ir::Var var, States& states) {
    States result;
    for (ir::Valuation state : states) {
      // Of all arrays, the one that is there.
      if (var->type.is_array()) {
        result.push_back(state);
        continue;
      }
      const std::uint64_t count = var->type.cardinality(16);
      for (std::uint64_t i = 0; i < count; ++i) {
        state.set(var, ir::Value::small(static_cast<std::int64_t>(i)));
        result.push_back(state);
      }
      for (std::size_t i = 0; count == 0 && i < numbers_.size(); ++i) {
        state.set(var, ir::Value::small(numbers_[i]));
        result.push_back(state);
      }
    }
    thin_out(result);
    states = std::move(result);
  }

  void choose(ir::Stmt statement, States& states) {
    States result;
    for (const ir::Stmt child : statement.children()) {
      States taken = states;
      execute(child, taken);
      result.insert(result.end(), taken.begin(), taken.end());
    }
    thin_out(result);
    states = std::move(result);
  }

  void thin_out(States& states) {
    if (states.size() <= most_) return;
    is_complete_ = false;
    std::shuffle(states.begin(), states.end(), random_);
    states.resize(most_);
  }

  void branch(ir::Stmt statement, States& states) {
    States then;
    States otherwise;
    for (const ir::Valuation& state : states)
      (value(statement.expr(), state).is_true() ? then : otherwise).push_back(state);
    execute(statement.child(0), then);
    execute(statement.child(1), otherwise);
    states = std::move(then);
    states.insert(states.end(), otherwise.begin(), otherwise.end());
  }

  void iterate(ir::Stmt statement, States& states) {
    States result;
    for (const ir::Valuation& state : states) {
      States current{state};
      const std::int64_t end = value(statement.bound(), state).as_small();
      for (std::int64_t i = value(statement.expr(), state).as_small(); i < end; ++i) {
        for (ir::Valuation& at : current) at.set(statement.var(), ir::Value::small(i));
        execute(statement.child(0), current);
      }
      result.insert(result.end(), current.begin(), current.end());
    }
    states = std::move(result);
  }

  std::vector<std::int64_t> numbers_;
  std::size_t most_;
  bool is_complete_ = true;
  std::mt19937 random_;
};

}  // namespace arges::test
