#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/env.h"
#include "base/syntax/call_text.h"
#include "engine/task.h"
#include "ir/value.h"
#include "model/statechart/system.h"

namespace arges::engine {

/// A run of a model by its interpreter, told and asked in the words of a command line.
class Simulator {
 public:
  virtual ~Simulator() = default;

  /// What was done, and what it led to.
  struct Step {
    std::string input;                       ///< empty: the start
    std::vector<std::string> configuration;  ///< states without active ones inside, sorted
    std::vector<std::pair<ir::Var, ir::Value>> variables;
    std::vector<std::string> outputs;    ///< events and what was logged
    std::vector<std::string> sent = {};  ///< of these, the events
    std::vector<std::string> failures;   ///< assertions that failed on the way
    std::string problem = {};            ///< what ended the run; empty: nothing did
    /// Messages that wait, of communicating machines: by the objects' names.
    std::vector<std::pair<std::string, std::vector<std::string>>> queues = {};
    /// Values that the model has other words for than their type, by variables.
    std::map<ir::Var, std::string> words = {};
    bool is_one_of_several = false;  ///< the same input may lead elsewhere: the first way was gone
    /// The input in full names, so that a script means the same; empty: as it was given.
    std::string script = {};
  };
  const std::vector<Step>& steps() const { return steps_; }

  /// Does what a line says, or returns what is wrong with it. Of a statechart: `event`,
  /// `event(1, Red)`, `event1 & event2` for several inputs of one cycle, `cycle` for none,
  /// `turn` or `turn of NAME` where messages wait for one, `after 500ms`. Of communicating
  /// machines: an event by its text, or the signal or the object that it is the only one of; `step`
  /// for the first. `---` starts again.
  virtual std::string input(std::string_view line) = 0;
  /// Undoes the last input; false if there is none.
  virtual bool back() = 0;
  /// The events that there could be now, and the types of their arguments: "set(level: integer)".
  struct Possible {
    /// Whether something would fire because of it; unclear: that depends on its arguments.
    enum class Effect : std::uint8_t { triggers, nothing, unclear };
    std::string name;
    std::string signature;
    std::optional<Effect> effect = {};  ///< nothing: each that is told does something
    std::string input = {};             ///< the line that sends it; empty: its name
  };
  virtual std::vector<Possible> possible_events() const = 0;
  virtual bool has_ended() const = 0;
  /// The statechart, in whose words values are told; null: it is none.
  virtual const model::statechart::System* chart() const { return nullptr; }
  /// Whether several ways were open since the start, of which the first was gone.
  virtual bool left_a_choice() const = 0;

 protected:
  std::vector<Step> steps_;
};

/// Reads the model and starts; throws as load does.
std::unique_ptr<Simulator> make_simulator(Env& env, const LoadRequest& request);

using syntax::start_again;

/// Whether some run of a model shows certain outputs when certain events come.
struct OutputAnswer {
  enum class Verdict : std::uint8_t { possible, impossible, unknown } verdict = Verdict::unknown;
  /// Of such a run: the outputs behind the start, then behind each event.
  std::vector<std::vector<std::string>> outputs = {};
};
/// Searches all runs; throws UsageError if an event can't be sent, or the model is in cycles.
OutputAnswer ask_for_outputs(Env& env, const LoadRequest& request,
                             const std::vector<std::string>& events,
                             const std::vector<std::string>& outputs);

/// The names of the events that an input sends.
std::vector<std::string> events_of(std::string_view input);

}  // namespace arges::engine
