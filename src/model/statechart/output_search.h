#pragma once

#include <functional>
#include <string>
#include <vector>

#include "model/statechart/simulation.h"

namespace arges::model::statechart {

/// Searches all runs of a system of machines for one event at a time, for one in which the
/// environment sends certain events and the system shows certain outputs, in order and no others.
class OutputSearch {
 public:
  /// `as_time_passes` may throw, to end a search that takes long.
  OutputSearch(ir::Context& context, const System& system, std::function<void()> as_time_passes);

  struct Input {
    EventRef event;
    std::vector<ir::Value> arguments = {};
  };
  enum class Answer : std::uint8_t { possible, impossible, unknown };
  struct Result {
    Answer answer = Answer::unknown;
    /// Of a possible run: the outputs from the start on until the first input, then behind each.
    std::vector<std::vector<std::string>> outputs = {};
  };
  /// A run may end before all inputs were sent; otherwise all are, and it ends where it waits.
  /// States without a first value have that of their type.
  Result find(const std::vector<Input>& inputs, const std::vector<std::string>& outputs);

 private:
  struct Visit {
    State state;
    std::size_t sent = 0;   ///< inputs
    std::size_t shown = 0;  ///< outputs
    std::size_t parent = 0;
  };
  /// The steps that are open, the next input among them.
  std::vector<StepChoice> steps(const Visit& visit, const std::vector<Input>& inputs) const;
  /// How many outputs are shown after that outcome; nothing: others than those wanted.
  std::optional<std::size_t> shown_after(const Outcome& outcome, std::size_t before,
                                         const std::vector<std::string>& outputs) const;
  std::string key(const Visit& visit) const;
  Result run_to(std::size_t visit, std::size_t inputs,
                const std::vector<std::string>& outputs) const;

  const System& system_;
  Interpreter interpreter_;
  std::function<void()> as_time_passes_;
  std::vector<Visit> visits_;
};

}  // namespace arges::model::statechart
