#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "ir/context.h"
#include "ir/valuation.h"

namespace arges::ir {

/// How a run resolved one nondeterministic point of a statement: the branch of a choice, or the
/// value of a havocked (or fresh local) variable.
struct Decision {
  enum class Kind : std::uint8_t { branch, value } kind = Kind::branch;
  std::uint32_t branch = 0;
  Value value = {};
  Type type = {};  ///< of `value`

  static Decision take(std::uint32_t branch) { return {Kind::branch, branch}; }
  static Decision pick(Value value, Type type) { return {Kind::value, 0, value, type}; }
};

/// Why a statement could not be executed as told.
struct ExecutionError {
  SourceLocation location;
  std::string message;
  bool undecided =
      false;  ///< an expression's value could not be told; nothing is known to be wrong
};

/// Executes statements on concrete states, nondeterminism resolved by a list of decisions consumed
/// in order. Uses reference_evaluate: it shares no code with the abstract domains.
class Interpreter {
 public:
  Interpreter(Valuation state, std::vector<Decision> decisions)
      : state_(std::move(state)), decisions_(std::move(decisions)) {}

  /// Called as a statement is executed: one that is no sequence, and of a condition or a choice
  /// once more with the way that is gone.
  static constexpr std::uint32_t no_way = static_cast<std::uint32_t>(-1);
  using Observer = std::function<void(Stmt statement, std::uint32_t way)>;
  void watch(Observer observer) { observer_ = std::move(observer); }

  /// Executes a statement; after an error the state is that of the failed point.
  std::optional<ExecutionError> execute(Stmt statement);
  const Valuation& state() const& { return state_; }
  Valuation state() && { return std::move(state_); }
  /// Where the chosen branches of choices begin, in the order of execution.
  const std::vector<SourceLocation>& branches() const { return branches_; }
  /// Decisions not consumed yet.
  std::size_t decisions_left() const { return decisions_.size() - next_; }

 private:
  using Error = std::optional<ExecutionError>;
  Error assign_from_decision(Stmt statement, Var var);
  Error choose(Stmt statement);
  Error iterate(Stmt statement);
  Error enter_local(Stmt statement);

  Valuation state_;
  std::vector<Decision> decisions_;
  std::size_t next_ = 0;
  std::vector<SourceLocation> branches_;
  Observer observer_;
};

}  // namespace arges::ir
