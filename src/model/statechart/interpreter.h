#pragma once

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "model/statechart/state.h"

namespace arges::model::statechart {

struct SystemFacts;

/// One thing that happened in a step, for people; in order.
struct Occurrence {
  enum class Kind : std::uint8_t {
    taken,
    fired,
    exited,
    entered,
    raised,
    delivered,
    logged,
    lost,
    failed,    ///< an assertion
    assigned,  ///< a variable, by the action at `location`
    read,      ///< an expression at `location` that assigns nothing: a condition, arguments, …
    branched,  ///< a choice, the node of this number, by `branch`
  };
  Kind kind = Kind::fired;
  MachineId machine = 0;
  std::uint32_t number = none;  ///< of a node, a transition, an event or an assertion
  std::vector<ir::Value> arguments = {};
  std::string text = {};  ///< what was logged
  ir::Var variable = nullptr;
  SourceLocation location = {};
  std::uint32_t branch = none;
};

/// What a step may lead to.
struct Outcome {
  State state;
  std::vector<Occurrence> occurrences;
};

/// Executes statecharts as their definition says, state by state, by the reference evaluator;
/// shares no code with the lowering. Where the semantics leaves something open, every way is an
/// outcome.
class Interpreter {
 public:
  /// Whether outcomes tell what happened on the way; if every way counts, also those are told apart
  /// that lead to one state but show other things, or the same in another order.
  enum class Account : std::uint8_t { given, left_out, every_way };
  Interpreter(ir::Context& context, const System& system, Account account = Account::given);

  /// Before the first step. Variables without an initial value have one from `data`.
  State initial(const ir::Valuation& data = {}) const;

  /// All that a step may lead to, each once, in an order that is the same on every run. Empty: the
  /// step is not possible here. Throws Undecided if an expression's value can't be told.
  std::vector<Outcome> outcomes(const State& state, const StepChoice& step) const;
  struct Undecided : std::runtime_error {
    using std::runtime_error::runtime_error;
  };

  /// The steps that are possible, those of the environment with arguments left out (and, of
  /// `inputs`, with no input present); where it has a choice in `event`, one for each event.
  std::vector<StepChoice> steps(const State& state) const;

  /// Whether only the environment or time can make it go on: ready, idle or ended.
  static bool is_stable(const State& state);

  /// The value of an expression over variables, parameters and what stands for states, events and
  /// timers; nothing if it can't be told.
  std::optional<ir::Value> evaluate(const State& state, ir::Expr expr) const;

  /// The names of active states (no regions) that have no active state inside, qualified by their
  /// machines' names; sorted.
  std::vector<std::string> configuration(const State& state) const;

 private:
  ir::Context& context_;
  const System& system_;
  Account account_;
  std::shared_ptr<const SystemFacts> facts_;
};

}  // namespace arges::model::statechart
