#pragma once

#include "model/machines/question.h"

namespace arges::model::machines::canal {

/// What became of a counterexample in the concrete model.
struct Feasibility {
  enum class Answer : std::uint8_t {
    violated,  ///< it does what is forbidden
    escaped,   ///< it runs into a full queue, behind which nothing is known
    spurious,
  } answer = Answer::spurious;
  std::vector<Event> run = {};  ///< unless it is spurious: the events, as far as they count
};

/// IS_COUNTEREXAMPLE_FEASIBLE (Ojala 2008, Figure 4.1): executes the events of an abstract
/// counterexample in the concrete model. It need not fail where the abstract one did.
Feasibility is_counterexample_feasible(const Execution& concrete, const Question& question,
                                       const Counterexample& counterexample);

}  // namespace arges::model::machines::canal
