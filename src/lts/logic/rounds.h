#pragma once

#include <optional>

#include "base/limits.h"
#include "lts/equivalence/labelled_graph.h"

namespace arges::lts {

/// How states are told apart round by round: in round 0 all are one class, in round r + 1 states of
/// a class stay together if they can do the same labels into the same classes of round r.
///
/// Only states with a successor whose class changed are looked at, and the largest part of a class
/// keeps its number (Jacobs and Wißmann, "Fast coalgebraic bisimilarity minimization", POPL 2023),
/// so each state's number changes at most log n times, however many rounds there are.
class Rounds {
 public:
  /// Until the two states are told apart, or nothing changes. Throws LimitReached.
  Rounds(const LabelledGraph& graph, StateId p, StateId q, const Limits* limits);

  /// The class of a state in a round.
  std::uint32_t class_at(StateId state, std::uint32_t round) const;
  /// The first round in which they are in different classes; nothing if there is none so far.
  std::optional<std::uint32_t> level(StateId a, StateId b) const;

 private:
  struct Change {
    std::uint32_t round;
    std::uint32_t now;
  };
  using Signature = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
  struct Signed {
    std::uint32_t old_class;
    Signature signature;
    StateId state;
  };
  Signature signature(const LabelledGraph& graph, StateId state) const;
  std::vector<StateId> refine(std::vector<Signed> states, std::uint32_t round);
  std::vector<StateId> untouched_of(std::uint32_t old,
                                    const std::vector<std::vector<StateId>>& parts) const;
  void renumber(const std::vector<StateId>& part, std::uint32_t round,
                std::vector<StateId>& changed);

  std::vector<std::uint32_t> current_;
  std::vector<std::uint32_t> sizes_;           ///< of classes
  std::vector<std::vector<StateId>> members_;  ///< of classes; some may have left
  std::vector<std::vector<Change>> history_;
};

}  // namespace arges::lts
