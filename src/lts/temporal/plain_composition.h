#pragma once

#include <string>
#include <vector>

#include "lts/temporal/run.h"

namespace arges::lts {

/// Parallel composition by its definition (Jasper 2021, Def. 8), for those who check what others
/// found; shares no code with ParallelView. May and must are the same here.
class PlainComposition {
 public:
  struct Move {
    ActionId action;
    std::vector<StateId> target;

    friend auto operator<=>(const Move& a, const Move& b) = default;
  };

  /// The systems must outlive this.
  explicit PlainComposition(std::vector<const Mts*> parts) : parts_(std::move(parts)) {}

  std::vector<StateId> initial() const;
  /// In order, none twice.
  std::vector<Move> moves(const std::vector<StateId>& at) const;
  /// Whether a step is one of the composition's; without an action: whether nothing can be done
  /// and nothing is.
  bool allows(const std::vector<StateId>& from, const RunStep& step) const;

 private:
  bool part_can(std::size_t part, StateId from, ActionId action, StateId target) const;
  void add_moves(ActionId action, std::size_t part, const std::vector<StateId>& at, Move& move,
                 std::vector<Move>& result) const;

  std::vector<const Mts*> parts_;
};

/// What is wrong with a run, or "": it must begin where all parts do, every step must be one of the
/// composition's, and a loop must come back to its first states. A run that ends without a loop is
/// the beginning of one.
std::string run_error(const PlainComposition& system, const Run& run);

}  // namespace arges::lts
