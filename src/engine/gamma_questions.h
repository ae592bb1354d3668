#pragma once

#include <string>

#include "frontend/gamma/gamma_parser.h"
#include "output/result.h"

namespace arges::engine {

/// A property of Gamma's as it is checked.
struct GammaQuestion {
  std::string text;  ///< a formula; of one about states alone, the condition
  bool is_temporal = true;
  output::Polarity polarity = output::Polarity::universal;
};

/// For some run to satisfy a formula is for its negation to be violated; what must always hold is
/// an invariant, and what may hold at some time is a question of reachability.
GammaQuestion question_of(const frontend::GammaProperty& property);

}  // namespace arges::engine
