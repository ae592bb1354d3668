#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/trace/concrete_trace.h"
#include "model/machines/concrete_evaluator.h"
#include "model/machines/lowering.h"

namespace arges::output {

/// Something that is true of a configuration of communicating machines, under the name that a
/// reader knows it by: `sender` is in a state, `sender.next` has a value, `sender queue` holds
/// messages.
struct MachineFact {
  enum class Kind : std::uint8_t { state, number, truth, word, queue } kind = Kind::state;
  std::string name;
  std::string text = {};                   ///< the value; of a queue: [data(3), ack]
  std::vector<std::string> messages = {};  ///< of a queue
  model::machines::ObjectId object = 0;
  bool operator==(const MachineFact&) const = default;
};

/// A message as a reader of a run follows it.
struct MachineMessage {
  std::uint32_t id = 0;  ///< the same where it is received
  model::machines::ObjectId to = model::machines::none;
  std::string text;  ///< data(3)
};

/// An event of a run in words.
struct MachineStep {
  std::optional<model::machines::Event> event;  ///< none: the start, or that nothing can happen
  std::string what;                             ///< "sender: Idle -> Waiting on start"
  std::string title;                            ///< the same, ", sends data(3) to channel"
  std::optional<MachineMessage> received;       ///< taken from the queue, be it lost or put aside
  std::string external;                         ///< the signal that came from the environment
  std::vector<MachineMessage> sent;
  std::vector<MachineFact> facts;        ///< all of the configuration behind it
  std::vector<MachineFact> changed;      ///< those of them that are new
  std::vector<std::string> notes;        ///< what went wrong
  const ir::Valuation* state = nullptr;  ///< of a run of a System
  std::size_t end = 0;                   ///< so many actions of the run were taken then
};

/// Executes events and tells what they do.
class MachineTeller {
 public:
  explicit MachineTeller(const model::machines::Model& model);

  /// Begins with a configuration.
  MachineStep start(model::machines::Configuration from);
  /// Executes an event, which must be enabled.
  MachineStep step(const model::machines::Event& event);
  MachineStep pause() const;
  /// Goes back to where it was.
  void resume(model::machines::Configuration to, model::machines::Fault fault);

  const model::machines::Configuration& configuration() const { return at_; }
  model::machines::Fault fault() const { return fault_; }
  const model::machines::Execution& execution() const { return execution_; }

 private:
  std::string text(const model::machines::Message& message) const;
  /// `(3, true)`; nothing if there are none.
  std::string arguments(const model::machines::Message& message) const;
  std::vector<MachineFact> facts() const;
  void add_queue(model::machines::ObjectId object, const char* what,
                 const std::vector<model::machines::Message>& messages,
                 std::vector<MachineFact>& to) const;
  void note_fault(const model::machines::Event& event, const model::machines::Effect* effect,
                  MachineStep& step) const;
  std::string receiver_of(const model::machines::Event& event,
                          const model::machines::Effect& effect) const;
  std::string closed_choice(const model::machines::Event& event,
                            const model::machines::Effect& effect) const;
  std::string values_in(const model::machines::Event& event,
                        model::machines::ExprId expression) const;

  const model::machines::Model& model_;
  model::machines::ConcreteEvaluator evaluator_;
  model::machines::Execution execution_;
  model::machines::Configuration at_;
  model::machines::Fault fault_ = model::machines::Fault::nothing;
  std::vector<MachineFact> facts_;
};

/// A run in such steps, the start being the first.
struct MachineTrace {
  std::vector<MachineStep> steps;
  std::optional<std::size_t> loop_start = {};  ///< steps behind this one repeat
};

/// Refers to the trace's states.
MachineTrace make_machine_trace(const model::machines::Lowering& machines,
                                const analysis::ConcreteTrace& trace);

}  // namespace arges::output
