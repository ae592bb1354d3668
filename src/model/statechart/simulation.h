#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/statechart/interpreter.h"

namespace arges::model::statechart {

/// Which way to go where several are open, as a position; by default the first.
struct Decisions {
  std::function<std::size_t(const std::vector<StepChoice>&)> step = {};
  std::function<std::size_t(const std::vector<Outcome>&)> outcome = {};
  /// How many steps may pass before the next stable state.
  std::size_t max_steps = 10'000;
  std::function<void()> as_time_passes = {};  ///< may throw, to end a simulation that takes long
};

/// "NAME(ARGUMENTS)" of an output that was raised, or what was logged; nothing for other things.
std::optional<std::string> output_text(const System& system, const Occurrence& what);

/// What a step showed, in order. Outputs of cycles and turns are signals: of each event the one
/// that is there after the step, which is the last, in the order of the model.
std::vector<Occurrence> shown_in(const System& system, const Outcome& step);

/// Runs a system from one stable state to the next and remembers the way, so that it can go back.
class Simulation {
 public:
  /// An event with its arguments; those left out have their initial values.
  struct Input {
    std::string event;  ///< its qualified name, or its own name if no other machine's is the same
    std::vector<ir::Value> arguments = {};
  };

  /// What one command led to.
  struct Step {
    enum class Command : std::uint8_t { start, send, cycle, turn, advance };
    Command command = Command::start;
    std::vector<Input> inputs;        ///< of `send` (one) and `cycle`
    std::int64_t milliseconds = 0;    ///< of `advance`
    std::vector<StepChoice> choices;  ///< the steps it consists of
    std::vector<Occurrence> occurrences;
    /// Of all that was shown: "NAME(ARGUMENTS)" of outputs, and what was logged.
    std::vector<std::string> outputs;
    std::vector<std::string> failures;       ///< assertions that failed in it, each once
    State state;                             ///< after it
    bool is_endless = false;                 ///< it was stopped within a reaction that goes on
    std::vector<std::string> configuration;  ///< as Interpreter::configuration says
    std::vector<std::pair<ir::Var, ir::Value>> variables;
  };

  /// A command that can't be followed; the simulation is where it was before.
  struct Error : std::runtime_error {
    using std::runtime_error::runtime_error;
  };

  /// `data`: of variables without an initial value.
  Simulation(ir::Context& context, const System& system, Decisions decisions = {},
             const ir::Valuation& data = {});

  /// To the first stable state; from the beginning again, if it was started before.
  const Step& start();
  /// The event and all that follows of it until the system waits for the environment again. Of a
  /// system in cycles: a cycle with this event alone; in turns: the message waits for a turn.
  const Step& send(std::string_view event, std::vector<ir::Value> arguments = {});
  /// One cycle in which exactly these events come; only of systems in cycles.
  const Step& cycle(std::vector<Input> inputs);
  /// The components that can take a turn now; none unless the system is in turns.
  std::vector<ComponentId> possible_turns() const;
  const Step& turn(ComponentId component);
  /// So much time passes, in steps of the system's; what is due happens. Of a system in cycles: so
  /// many cycles without an input.
  const Step& advance(std::int64_t milliseconds);
  /// Undoes the last command; false if there is none but the start.
  bool back();

  /// All since the start, which is the first.
  const std::deque<Step>& steps() const { return steps_; }
  const State& state() const;
  const Interpreter& interpreter() const { return interpreter_; }
  /// The events of the environment that could be sent now.
  std::vector<EventRef> possible_events() const;
  /// What one of them would do now, with the initial values of its parameters: whether a transition
  /// would fire because of it. Unclear: that depends on its parameters, or takes long to tell.
  enum class Effect : std::uint8_t { triggers, nothing, unclear };
  Effect effect_of(EventRef event) const;
  /// The event of the environment that `send` means by the name.
  std::optional<EventRef> find_event(std::string_view name) const;
  /// As `send` takes it.
  std::string name_of(EventRef event) const;
  /// Whether nothing can happen any more: it has ended, or was stopped.
  bool has_ended() const;
  /// What stopped the run; empty: nothing did.
  std::string obstacle() const;

 private:
  class Command;
  const Step& record(Command command);
  void require_running() const;
  EventRef event_named(std::string_view name) const;
  bool may_be_waited_for(EventRef event) const;

  const System& system_;
  Interpreter interpreter_;
  Decisions decisions_;
  State before_;
  std::deque<Step> steps_;  ///< what was returned stays where it is
};

}  // namespace arges::model::statechart
