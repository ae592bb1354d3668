#include "ir/decision_finder.h"

#include <algorithm>

#include "ir/reference_evaluator.h"

namespace arges::ir {

namespace {

constexpr std::size_t most_statements = 200'000;
constexpr std::size_t most_candidates = 12;
constexpr long most_iterations = 10'000;

/// Executes with backtracking.
class DecisionFinder {
 public:
  DecisionFinder(const Valuation& to, const std::vector<Var>& variables)
      : to_(to), variables_(variables) {}

  bool find(std::span<const Stmt> statements, const Valuation& from) {
    Items todo;
    for (std::size_t i = statements.size(); i > 0; --i) todo.push_back({statements[i - 1]});
    return run(std::move(todo), from);
  }
  std::vector<Decision> decisions() && { return std::move(decisions_); }

 private:
  /// A statement to execute, or a value to give to a variable: free, or a loop's counter.
  struct Item {
    Stmt statement = {};
    Var free = nullptr;
    Var counter = nullptr;
    Value value = {};
  };
  using Items = std::vector<Item>;  ///< the last comes first

  bool run(Items todo, Valuation state) {
    while (!todo.empty()) {
      if (++executed_ > most_statements) return false;
      const Item item = todo.back();
      todo.pop_back();
      if (item.counter != nullptr) {
        state.set(item.counter, item.value);
        continue;
      }
      if (item.free != nullptr) return pick(item.free, todo, state);
      const Stmt statement = item.statement;
      switch (statement.kind()) {
        case StmtKind::skip:
          break;
        case StmtKind::havoc:
          return pick(statement.var(), todo, state);
        case StmtKind::choice:
          return choose(statement, todo, state);
        case StmtKind::sequence:
          for (std::size_t i = statement.children().size(); i > 0; --i)
            todo.push_back({statement.child(i - 1)});
          break;
        case StmtKind::local:
          todo.push_back({statement.child(0)});
          for (std::size_t i = statement.locals().size(); i > 0; --i)
            todo.push_back({.free = statement.locals()[i - 1]});
          break;
        case StmtKind::loop:
          if (!unroll(statement, todo, state)) return false;
          break;
        default:
          if (!execute(statement, todo, state)) return false;
      }
    }
    return std::all_of(variables_.begin(), variables_.end(), [&](Var var) {
      return to_.get(var).is_unknown() || state.get(var) == to_.get(var);
    });
  }

  static bool execute(Stmt statement, Items& todo, Valuation& state) {
    const auto value = reference_evaluate(statement.expr(), state);
    if (!value) return false;
    if (statement.kind() == StmtKind::assume) return value->is_true();
    if (statement.kind() == StmtKind::assign)
      state.set(statement.var(), *value);
    else
      todo.push_back({statement.child(value->is_true() ? 0 : 1)});
    return true;
  }

  static bool unroll(Stmt statement, Items& todo, const Valuation& state) {
    const auto from = reference_evaluate(statement.expr(), state);
    const auto to = reference_evaluate(statement.bound(), state);
    if (!from || !to || to->integer() - from->integer() > most_iterations) return false;
    ValuePool& pool = statement.expr().context().values();
    for (mpz_class i = to->integer() - 1; i >= from->integer(); --i) {
      todo.push_back({statement.child(0)});
      todo.push_back({.counter = statement.var(), .value = pool.integer(i)});
    }
    return true;
  }

  bool choose(Stmt statement, const Items& todo, const Valuation& state) {
    for (std::uint32_t branch = 0; branch < statement.children().size(); ++branch) {
      decisions_.push_back(Decision::take(branch));
      Items rest = todo;
      rest.push_back({statement.child(branch)});
      if (run(std::move(rest), state)) return true;
      decisions_.pop_back();
    }
    return false;
  }

  bool pick(Var var, const Items& todo, const Valuation& state) {
    for (const Value value : candidates(var)) {
      decisions_.push_back(Decision::pick(value, var->type));
      Valuation next = state;
      next.set(var, value);
      if (run(todo, std::move(next))) return true;
      decisions_.pop_back();
    }
    return false;
  }

  /// What it is in the end, else what variables of that type are, and the first value.
  std::vector<Value> candidates(Var var) const {
    std::vector<Value> result;
    const auto add = [&](Value value) {
      if (!value.is_unknown() && result.size() < most_candidates &&
          std::find(result.begin(), result.end(), value) == result.end())
        result.push_back(value);
    };
    add(to_.get(var));
    if (!var->type.is_array()) add(Value::small(0));
    for (const Var other : variables_)
      if (other->type == var->type) add(to_.get(other));
    return result;
  }

  const Valuation& to_;
  const std::vector<Var>& variables_;
  std::vector<Decision> decisions_;
  std::size_t executed_ = 0;
};

}  // namespace

std::optional<std::vector<Decision>> find_decisions(std::span<const Stmt> statements,
                                                    const Valuation& from, const Valuation& to,
                                                    const std::vector<Var>& variables) {
  DecisionFinder finder(to, variables);
  if (!finder.find(statements, from)) return std::nullopt;
  return std::move(finder).decisions();
}

}  // namespace arges::ir
