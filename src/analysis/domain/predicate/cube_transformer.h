#pragma once

#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "analysis/domain/predicate/predicate_states.h"
#include "analysis/domain/relevance.h"
#include "base/env.h"
#include "base/words_hash.h"
#include "ir/unfold.h"
#include "smt/solver.h"

namespace arges::analysis {

/// What an action makes of a cube: predicates that follow, or all combinations that are possible.
///
/// Most of it needs no solver: a predicate keeps its value if nothing in it is written; an
/// assignment turns it into one whose value may be known. The rest is asked of a solver that holds
/// the action's formula, with the cube as assumptions, and only the part of the cube that has to do
/// with the action; answers are kept.
class CubeTransformer {
 public:
  struct Counters {
    explicit Counters(Statistics& statistics);
    Counter& asked;
    Counter& without_solver;
    Counter& cache_hits;
  };
  CubeTransformer(Env& env, Predicates& predicates, smt::SolverFactory& solvers,
                  Relevance& relevance, Counters& counters, const Action& action);

  struct Question {
    std::span<const Literal> cube;
    std::span<const PredicateId> targets;  ///< predicates to be decided after the action
    ir::Expr before = {};  ///< known besides the cube, before and after; may be null
    ir::Expr after = {};
  };
  /// The literals that hold in all successors; nothing if there is no successor.
  std::optional<Cube> cartesian(const Question& question);
  /// The combinations of values of the targets that occur; cubes leave out what the solver can't
  /// tell.
  std::vector<Cube> combinations(const Question& question);

 private:
  /// What is left to ask once everything evident is settled.
  struct Rest {
    Cube settled;
    std::vector<PredicateId> open;
    std::vector<ir::Expr> assumptions;  ///< about the state before and the one after
    bool may_block = true;              ///< whether there may be no successor at all
  };
  enum class Mode : std::uint8_t { cartesian, combinations };

  std::vector<Cube> answer(const Question& question, Mode mode);
  std::optional<Rest> settle(const Question& question);
  bool contradicts_guards(std::span<const Literal> cube) const;
  bool passes_guards(std::span<const Literal> cube) const;
  bool is_written(const std::vector<ir::Var>& vars) const;
  bool touches_action(std::span<const ir::Var> variables) const;
  std::optional<Literal> evident(PredicateId predicate, std::span<const Literal> cube);
  std::vector<Cube> ask(const Rest& rest, Mode mode);
  std::vector<Cube> enumerate(const Rest& rest, Cube decided);
  ir::Expr after(Literal literal);
  smt::Solver& solver();
  void analyse(ir::Stmt statement);

  /// A predicate before the action with the same value as one after it.
  struct Origin {
    enum class Kind : std::uint8_t { none, constant, formula } kind = Kind::none;
    bool value = false;
    Canonical formula = {};
  };
  const Origin& origin(PredicateId predicate);
  Origin find_origin(ir::Expr predicate) const;

  Env& env_;
  Predicates& predicates_;
  smt::SolverFactory& solvers_;
  Relevance& relevance_;
  Counters& counters_;
  const Action& action_;
  std::vector<ir::Var> accessed_;
  ir::VarMap<bool> written_;
  std::vector<ir::Stmt> parts_;  ///< of a straight line; empty if there are branches
  bool is_straight_ = true;
  bool may_block_ = false;
  std::vector<Canonical> guards_;  ///< conditions on the state before, which must hold
  bool guards_are_all_ = true;     ///< whether nothing else can block

  std::unique_ptr<smt::Solver> solver_;
  ir::Versions after_;
  std::unordered_map<PredicateId, Origin> origins_;
  std::unordered_map<std::uint64_t, ir::Expr> after_exprs_;
  std::unordered_map<std::vector<std::uint64_t>, std::vector<Cube>, WordsHash> answers_;
};

}  // namespace arges::analysis
