#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lts/alphabet.h"

namespace arges::lts {

using StateId = std::uint32_t;

/// Whether a transition is allowed, or also required; what is required is allowed.
enum class Modality : std::uint8_t { may, must };

/// A transition without its source, in eight bytes.
class Transition {
 public:
  Transition(ActionId action, StateId target, Modality modality)
      : label_(action << 1U | static_cast<std::uint32_t>(modality)), target_(target) {}

  ActionId action() const { return label_ >> 1U; }
  StateId target() const { return target_; }
  Modality modality() const { return static_cast<Modality>(label_ & 1U); }
  bool is_must() const { return modality() == Modality::must; }

  friend bool operator==(const Transition& a, const Transition& b) = default;

 private:
  std::uint32_t label_;  ///< the action and, in the lowest bit, the modality
  StateId target_;
};
static_assert(sizeof(Transition) == 8);

/// A rooted modal transition system (Jasper 2021, Def. 3): states 0 to n - 1, and for each its
/// transitions, ordered by action, target and modality. An LTS is one whose transitions are all
/// must (Def. 5). Immutable; made by an MtsBuilder.
class Mts {
 public:
  const ActionTablePtr& table() const { return table_; }
  /// The visible actions it knows of; some may have no transition.
  const Alphabet& alphabet() const { return alphabet_; }
  StateId initial() const { return initial_; }
  std::size_t num_states() const { return offsets_.size() - 1; }
  std::size_t num_transitions() const { return transitions_.size(); }

  std::span<const Transition> transitions(StateId state) const {
    return {transitions_.data() + offsets_[state], offsets_[state + 1] - offsets_[state]};
  }
  /// Those of one action.
  std::span<const Transition> transitions(StateId state, ActionId action) const;
  /// The position of a state's first transition among all of them.
  std::size_t offset(StateId state) const { return offsets_[state]; }
  std::span<const Transition> all_transitions() const { return transitions_; }

  bool is_lts() const;
  bool has_tau() const;
  /// Whether no state has two transitions of one action, and none is internal.
  bool is_deterministic() const;

 private:
  friend class MtsBuilder;
  ActionTablePtr table_;
  Alphabet alphabet_;
  StateId initial_ = 0;
  std::vector<std::uint32_t> offsets_;  ///< one more than there are states
  std::vector<Transition> transitions_;
};

/// Collects states and transitions in any order, and makes an Mts of them.
class MtsBuilder {
 public:
  explicit MtsBuilder(ActionTablePtr table) : table_(std::move(table)) {}

  StateId add_state() { return num_states_++; }
  /// There are at least so many states.
  void ensure_states(StateId number) { num_states_ = std::max(num_states_, number); }
  std::size_t num_states() const { return num_states_; }
  void set_initial(StateId state) { initial_ = state; }
  /// The alphabet has these actions, and those of transitions anyway.
  void add_to_alphabet(const Alphabet& alphabet) { alphabet_ = united(alphabet_, alphabet); }
  void reserve(std::size_t transitions) { edges_.reserve(transitions); }
  void add(StateId source, ActionId action, StateId target, Modality modality = Modality::must) {
    edges_.push_back({source, Transition(action, target, modality)});
  }
  std::size_t num_transitions() const { return edges_.size(); }

  /// The system; a transition that was added twice is there once, as must if one of them was.
  Mts build();

 private:
  struct Edge {
    StateId source;
    Transition transition;
  };
  ActionTablePtr table_;
  Alphabet alphabet_;
  StateId initial_ = 0;
  StateId num_states_ = 0;
  std::vector<Edge> edges_;
};

/// The transitions of a system by their target, for searches against the arrows.
class ReverseView {
 public:
  explicit ReverseView(const Mts& system);

  /// What leads to a state: `target()` of these transitions is where they come from.
  std::span<const Transition> transitions(StateId state) const {
    return {transitions_.data() + offsets_[state], offsets_[state + 1] - offsets_[state]};
  }

 private:
  std::vector<std::uint32_t> offsets_;
  std::vector<Transition> transitions_;
};

/// The part that can be reached, numbered breadth-first from the initial state.
Mts reachable_part(const Mts& system);

}  // namespace arges::lts
