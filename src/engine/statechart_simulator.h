#pragma once

#include "engine/simulator.h"

namespace arges::engine {

/// A run of a statechart.
class StatechartSimulator : public Simulator {
 public:
  StatechartSimulator(Env& env, const LoadRequest& request);
  ~StatechartSimulator() override;
  StatechartSimulator(const StatechartSimulator&) = delete;
  StatechartSimulator& operator=(const StatechartSimulator&) = delete;

  std::string input(std::string_view line) override;
  bool back() override;
  std::vector<Possible> possible_events() const override;
  bool has_ended() const override;
  const model::statechart::System* chart() const override;
  bool left_a_choice() const override;

  struct Parts;

 private:
  void make_simulation(Parts& parts) const;
  void start();
  /// Does all again with these parts, and then what the line says.
  std::string do_all_again(std::unique_ptr<Parts> parts, std::string_view line);
  std::string do_input(std::string_view line);
  /// Of `turn`, or `turn of NAME`.
  std::string do_turn(const std::string& text);
  /// Remembers what an input led to, and how the input is to be written in a script.
  void note(std::string input, std::string lasting);

  Env& env_;
  LoadRequest request_;
  std::unique_ptr<Parts> parts_;
};

}  // namespace arges::engine
