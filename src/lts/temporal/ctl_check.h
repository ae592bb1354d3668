#pragma once

#include <optional>
#include <vector>

#include "lts/temporal/ctl_formula.h"
#include "lts/temporal/letters.h"
#include "lts/temporal/state_space.h"

namespace arges::lts {

/// Where the parts of a formula hold, with what shows that fixpoints are the least or the greatest:
/// enough for someone else to check it (`ctl_recheck.h`).
struct CtlSets {
  /// Of a formula: at each position; empty if nobody asked.
  std::vector<std::vector<bool>> positions;
  /// Of a formula of states: in each state; empty if nobody asked.
  std::vector<std::vector<bool>> states;
  /// Of E(f U g), for positions where it holds: 0 where g does, otherwise more than that of some
  /// next position. Of EG f, for those where it does not: 0 where f does not, otherwise more than
  /// that of every next position.
  std::vector<std::vector<std::uint32_t>> ranks;
};

/// Computes where formulas hold by fixpoints over positions, in time linear in the state space for
/// each operator (Clarke, Emerson, Sistla 1986).
class CtlCheck {
 public:
  /// Everything must outlive this; actions are by the formulas' propositions.
  CtlCheck(const StateSpace& space, const CtlFormulas& formulas, const ActionPropositions& actions,
           const Limits* limits = nullptr);

  /// Whether a formula of states holds initially. Throws LimitReached.
  bool holds(CtlId formula) { return states(formula)[space_.initial()]; }
  const CtlSets& sets() const { return sets_; }

 private:
  const std::vector<bool>& positions(CtlId formula);
  const std::vector<bool>& states(CtlId formula);
  std::vector<bool> positions_of(CtlId formula);
  std::vector<bool> states_of(CtlId formula);
  std::vector<bool> until(CtlId formula);
  std::vector<bool> always(CtlId formula);
  std::vector<bool> next(const std::vector<bool>& operand) const;
  std::vector<bool> some_step(const std::vector<bool>& operand) const;
  void check_limits() const {
    if (limits_ != nullptr) limits_->check();
  }

  const StateSpace& space_;
  const CtlFormulas& formulas_;
  const ActionPropositions& actions_;
  const Limits* limits_;
  CtlSets sets_;
  // What was computed; the sets may have no elements.
  std::vector<bool> has_positions_;
  std::vector<bool> has_states_;
};

}  // namespace arges::lts
