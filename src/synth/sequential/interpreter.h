#pragma once

#include <optional>
#include <string>

#include "lts/mealy.h"
#include "synth/random.h"
#include "synth/sequential/machine.h"
#include "synth/sequential/program.h"

namespace arges::synth {

/// Executes programs step by step, as a compiled program would run.
class Interpreter {
 public:
  /// What came of an input.
  struct Reaction {
    std::vector<lts::ActionId> outputs;
    std::optional<std::size_t> error;
    bool answered = false;
  };

  /// The program must outlive this.
  explicit Interpreter(const Program& program);

  Reaction read(lts::ActionId input);
  const std::vector<std::int64_t>& values() const { return values_; }

 private:
  std::int64_t evaluate(const ProgramExpr& expr) const;
  /// That an entry or an element is of.
  std::size_t table_of(const ProgramExpr& expr) const;
  bool holds(const ProgramCondition& condition) const;
  void execute(const std::vector<ProgramStatement>& statements);

  const Program& program_;
  std::vector<std::int64_t> values_;
  lts::ActionId input_ = 0;
  Reaction reaction_;
  bool stopped_ = false;
};

/// Runs a program beside its machine on random inputs; what differs, or "". Errors are expected
/// where the plan has them; a run ends there. `least` and `most` get the values that each variable
/// was seen with.
struct RandomRuns {
  std::string error;
  std::vector<std::int64_t> least;
  std::vector<std::int64_t> most;
};
RandomRuns random_runs(const Program& program, const lts::MealyMachine& machine,
                       const MachinePlan& plan, std::size_t runs, std::size_t length,
                       Random& random);

}  // namespace arges::synth
