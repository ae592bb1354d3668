#pragma once

#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "analysis/domain/predicate/cube_oracle.h"
#include "analysis/domain/predicate/predicate_states.h"
#include "base/env.h"
#include "base/words_hash.h"
#include "ir/effect.h"
#include "ir/relevance.h"
#include "ir/unfold.h"
#include "ir/value_propagation.h"

namespace arges::analysis {

/// What the transformers of all actions share.
struct CubeTools {
  CubeTools(Env& environment, ir::Context& context, smt::SolverFactory& factory);

  Env& env;
  smt::SolverFactory& solvers;
  Predicates predicates;
  ir::Relevance relevance;
  CubeOracle::Counters counters;
  CubeOracle oracle;  ///< for questions about the state before an action
  /// Formulas with values filled in, by the formula and the values of its variables.
  std::unordered_map<std::vector<std::uint64_t>, ir::Expr, WordsHash> filled_in;
};

/// What an action makes of a cube: predicates that follow, or all combinations that are possible.
///
/// What the action needs and what it makes of predicates is told in terms of the state before
/// (ir::Effect). With the values that the cube fixes filled in, most of that is plainly true or
/// false, or a predicate of the cube; the rest is asked of a solver all actions share, apart what
/// shares no variable. An action that is too large for that has a solver of its own that holds its
/// formula.
class CubeTransformer {
 public:
  CubeTransformer(CubeTools& tools, const Action& action);

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
  using Mode = CubeOracle::Mode;

  /// What a question says about the state before the action.
  struct Known {
    std::vector<ir::Expr> formulas;
    ir::Substitution values;       ///< of variables with a known value
    std::vector<ir::Expr> others;  ///< formulas that say more than such a value
  };
  /// What is left to ask once everything evident is settled and known values are filled in.
  struct Rest {
    Cube settled;
    std::vector<PredicateId> open;
    std::vector<ir::Expr> formulas;    ///< of the open predicates, before the action
    std::vector<ir::Expr> conditions;  ///< that may or may not hold before the action
    std::vector<ir::Expr> known;       ///< that does hold

    bool is_empty() const { return open.empty() && conditions.empty(); }
  };

  bool is_written(const std::vector<ir::Var>& vars) const;
  Known known(const Question& question) const;

  std::vector<Cube> answer(const Question& question, Mode mode);
  std::vector<Cube> answer_by_effect(const Question& question, Mode mode);
  std::vector<Cube> answer_by_formula(const Question& question, Mode mode);

  const ir::ValuePropagation& required(const ir::Substitution& known);
  std::optional<Rest> settle(const Question& question);
  std::vector<Rest> parts(const Rest& rest);
  ir::Expr evaluate(ir::Expr formula, const ir::Substitution& values,
                    std::span<const Literal> cube);
  ir::Expr fill_in(ir::Expr formula, const ir::Substitution& values);
  struct Target {
    ir::Expr before;  ///< has, before the action, the value that the predicate has after it
    bool may_change = false;
  };
  const Target& target(PredicateId predicate);
  std::vector<ir::Expr> relevant(std::span<const ir::Expr> known,
                                 std::span<const ir::Expr> formulas, std::vector<ir::Var> seeds);
  CubeOracle& own_oracle();

  CubeTools& tools_;
  const Action& action_;
  std::vector<ir::Var> accessed_;
  ir::VarMap<bool> written_;
  std::optional<ir::Effect> effect_;  ///< nothing if it is too large
  using Key = std::vector<std::uint64_t>;
  std::unordered_map<Key, ir::ValuePropagation, WordsHash> required_;  ///< by what is known
  std::unordered_map<PredicateId, Target> target_;

  std::optional<CubeOracle> own_oracle_;
  ir::Versions after_;
};

}  // namespace arges::analysis
