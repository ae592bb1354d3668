#pragma once

#include "engine/simulator.h"
#include "frontend/machines/sm_parser.h"
#include "output/machine_trace.h"

namespace arges::engine {

/// A run of communicating state machines: which event comes next is the user's choice.
class MachineSimulator : public Simulator {
 public:
  MachineSimulator(Env& env, const LoadRequest& request);

  std::string input(std::string_view line) override;
  bool back() override;
  std::vector<Possible> possible_events() const override;
  bool has_ended() const override;
  bool left_a_choice() const override { return left_a_choice_; }

 private:
  using Event = model::machines::Event;
  /// What can happen now, under the name it has then.
  struct Open {
    Event event;
    std::string text;
  };
  std::vector<Open> open() const;
  /// The one that a text means, or what is wrong with the text.
  struct Chosen {
    std::optional<Open> event;
    std::string wrong = {};
  };
  Chosen choose(std::string_view text);
  bool is_meant(const Open& open, std::string_view text) const;
  void start();
  void note(std::string input, const output::MachineStep& told);

  ir::Context context_;
  frontend::MachineSystem system_;
  model::machines::Lowering lowering_;
  output::MachineTeller teller_;
  struct Point {
    model::machines::Configuration configuration;
    model::machines::Fault fault;
  };
  std::vector<Point> points_;  ///< behind the steps
  bool left_a_choice_ = false;
};

}  // namespace arges::engine
