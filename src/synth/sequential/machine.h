#pragma once

#include <optional>

#include "lts/mealy.h"
#include "synth/property/property_system.h"

namespace arges::synth {

/// A system whose inputs and outputs alternate as a modal Mealy machine (Jasper 2021, 3.2.3): its
/// states are those before inputs. A step is required if both its halves are.
lts::MealyMachine modal_machine(const lts::Mts& system, const lts::Alphabet& inputs);

/// A Mealy machine that refines a modal one: of each input one answer, the required one if there is
/// one. Out of a hundred inputs that need no answer so many have none. Only states that can be
/// reached.
lts::MealyMachine refined(const lts::MealyMachine& modal, unsigned percent_refused, Random& random);

/// The properties of a system as they are of a machine that refines it, counterexamples included.
PropertySystem system_of(const lts::MealyMachine& machine, const PropertySystem& made);

/// What is wrong with a machine, or "": it should refine the system (by `lts/refinement`) and keep
/// all its promises.
std::string machine_error(const lts::MealyMachine& machine, const SystemRequest& request,
                          const PropertySystem& made);

/// How many inputs it takes at least to come to each state.
std::vector<std::size_t> input_distances(const lts::MealyMachine& machine);

/// What a program is to do: the states of a Mealy machine, further ones that nothing leads to, and
/// errors.
struct MachinePlan {
  enum class Kind : std::uint8_t { live, dead, error };
  struct Step {
    lts::ActionId input;
    lts::ActionId output;
    std::size_t target;
  };
  struct State {
    Kind kind = Kind::live;
    std::vector<Step> steps;
    std::size_t error = 0;  ///< its number, of an error
  };
  std::vector<State> states;  ///< first those of the machine, by number
  std::size_t initial = 0;
};

/// Which errors a program has.
struct ErrorWish {
  std::size_t reachable = 0;
  std::size_t unreachable = 0;
  /// How many inputs lead to a reachable one at least: more than, and at most.
  std::optional<std::pair<std::size_t, std::size_t>> depth;
  std::size_t dead_states = 0;
};

/// An error's number and whether it can be reached.
struct ErrorAnswer {
  std::size_t number;
  bool reachable;
};

/// The machine with errors where it refuses inputs, and with a part that nothing leads to. Errors
/// are numbered in random order. Throws SynthesisError if there is no place for them.
MachinePlan planned(const lts::MealyMachine& machine, const lts::Alphabet& inputs,
                    const lts::Alphabet& outputs, const ErrorWish& wish, Random& random);

/// Which errors a plan's steps lead to, by a search.
std::vector<ErrorAnswer> error_answers(const MachinePlan& plan);

/// A shortest sequence of inputs that leads to an error which can be reached.
std::vector<lts::ActionId> inputs_to(const MachinePlan& plan, std::size_t error);

}  // namespace arges::synth
