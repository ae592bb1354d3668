#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lsp/analysis/finding.h"
#include "lsp/text/document.h"
#include "lsp/verdicts/marks.h"

namespace arges::lsp {

/// What is known of the properties at one place.
struct Verdict {
  enum class Answer : std::uint8_t { holds, violated, unknown } answer = Answer::unknown;
  TextRange range;
  std::string title;  ///< in few words: "true, 0.2 s, proof re-checked"
  /// What is shown at the place; one for each result that is not like the others.
  std::vector<Finding> findings;
};

/// What a run of `arges check` says, by the places of the properties it was made for. `output` is
/// what the program wrote; what is no result is told as one that is unknown.
std::vector<Verdict> verdicts_of(const Document& document, const DocumentIndex& index,
                                 const MarkedCheck& check, const std::string& output,
                                 double seconds);

/// The same answer for all places of a check that came to no end.
std::vector<Verdict> unknown_verdicts(const Document& document, const MarkedCheck& check,
                                      const std::string& reason);

}  // namespace arges::lsp
