#pragma once

#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "analysis/domain/predicate/predicate_states.h"
#include "base/env.h"
#include "base/words_hash.h"
#include "smt/solver.h"

namespace arges::analysis {

/// Asks a solver which truth values formulas have under assumptions; answers are kept.
class CubeOracle {
 public:
  struct Counters {
    explicit Counters(Statistics& statistics);
    Counter& asked;
    Counter& cache_hits;
    Counter& without_solver;  ///< questions that needed no oracle
  };
  /// `background` is assumed in every question.
  CubeOracle(Env& env, smt::SolverFactory& solvers, Counters& counters, ir::Expr background);

  enum class Mode : std::uint8_t {
    cartesian,     ///< one cube: what each formula must be
    combinations,  ///< a cube for each combination that is possible
  };
  /// The literals' predicates are positions of formulas; a cube leaves out what the solver can't
  /// tell. Empty if the assumptions can't hold.
  std::vector<Cube> ask(std::span<const ir::Expr> assumptions, std::span<const ir::Expr> formulas,
                        Mode mode);

 private:
  struct Question {
    std::span<const ir::Expr> assumptions;
    std::span<const ir::Expr> formulas;
  };
  std::vector<Cube> find(const Question& question, Mode mode);
  std::vector<Cube> enumerate(const Question& question, Cube decided);
  smt::Solver& solver();

  Env& env_;
  smt::SolverFactory& solvers_;
  Counters& counters_;
  ir::Expr background_;
  std::unique_ptr<smt::Solver> solver_;
  std::size_t questions_ = 0;  ///< asked of this solver
  std::unordered_map<std::vector<std::uint64_t>, std::vector<Cube>, WordsHash> answers_;
};

}  // namespace arges::analysis
