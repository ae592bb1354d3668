#pragma once

#include "lts/temporal/ctl_check.h"

namespace arges::lts {

/// Why a formula holds or does not, as far as one run can show it.
struct CtlExplanation {
  enum class Where : std::uint8_t {
    from_there,  ///< of runs from there on
    from_step,   ///< of runs that begin with the step that comes next
    all_along,   ///< at every position from there on
  };
  /// What a run can't show.
  struct Note {
    std::size_t step;  ///< so many steps were done before
    Where where;
    std::string text;  ///< a part of the formula
    bool value;        ///< whether it holds
  };
  Run run;
  std::vector<Note> notes;
};

/// Follows a formula of states, whose sets are known, from the initial state along what makes it
/// true or false. Where runs would have to be compared ("no run from here …") it stops with a note.
/// Nothing, if no step has to do with it.
std::optional<CtlExplanation> explain(const StateSpace& space, const CtlFormulas& formulas,
                                      const CtlSets& sets, CtlId formula);

}  // namespace arges::lts
