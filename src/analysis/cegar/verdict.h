#pragma once

#include <optional>
#include <string>

#include "analysis/trace/concrete_trace.h"

namespace arges::analysis {

enum class Answer : std::uint8_t { holds, violated, unknown };

/// What an engine found out about one property, before anything is certified.
struct Verdict {
  Answer answer = Answer::unknown;
  std::string reason;                           ///< of unknown, in the CLI contract's words
  std::optional<ConcreteTrace> counterexample;  ///< of violated
};

}  // namespace arges::analysis
