#pragma once

#include <optional>
#include <vector>

#include "analysis/system/system.h"
#include "ir/evaluator.h"

namespace arges::analysis {

/// One conjunct of an assumption, with what it says about a single variable where it has the form
/// x, not x, or x = e: if the rest is known, so is the variable.
struct CompiledConjunct {
  ir::Evaluator condition;
  std::vector<std::uint32_t> reads;  ///< slots
  struct Solution {
    std::uint32_t slot = 0;
    ir::Evaluator value;
  };
  std::vector<Solution> solutions;
};

/// A statement with its expressions compiled over the slots of its action.
struct CompiledStmt {
  ir::Stmt source;                          ///< for skip-free paths handed to the solver
  std::uint32_t slot = 0;                   ///< of the variable written
  ir::Evaluator value;                      ///< right side
  std::optional<ir::Value> constant = {};   ///< that is the right side
  std::vector<std::uint32_t> reads;         ///< slots of the right side
  std::vector<CompiledConjunct> conjuncts;  ///< of an assumption
  std::vector<CompiledStmt> children;
  /// Slots written in here that nothing in the rest of the action reads.
  std::vector<std::uint32_t> dead_after;
  /// Of a choice: nothing comes between its end and that of the choice around it, after which all
  /// of that is dead as well.
  bool is_last = false;

  /// What must hold before all else; null: nothing.
  const CompiledStmt* guard() const;
};

/// An action prepared for execution on partial values.
///
/// `if` becomes a choice of two assumptions followed by the branches, a loop its unrolled body, and
/// a local variable a havoc, so that only assign, assume, havoc, sequence and choice are left.
class CompiledAction {
 public:
  CompiledAction(ir::Context& context, const Action& action);

  const CompiledStmt& body() const { return body_; }
  const Action& action() const { return action_; }
  /// Variables of the model that the action reads or writes; their slots are 0, 1, 2, …
  const std::vector<ir::Var>& accessed() const { return accessed_; }
  std::uint32_t num_slots() const { return slots_.size(); }

 private:
  CompiledStmt compile(ir::Stmt statement, std::vector<bool> reads_later);
  CompiledStmt compile_sequence(ir::Stmt source, const std::vector<ir::Stmt>& statements,
                                std::vector<bool> reads_later);
  CompiledConjunct compile_conjunct(ir::Expr condition);
  std::vector<std::uint32_t> read_slots(ir::Expr expr);
  ir::Stmt desugar(ir::Stmt statement);

  ir::Context& context_;
  const Action& action_;
  std::vector<ir::Var> accessed_;
  ir::SlotMap slots_;
  CompiledStmt body_;
};

}  // namespace arges::analysis
