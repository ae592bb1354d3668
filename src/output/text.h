#pragma once

#include <cstdint>
#include <string>

#include "output/result.h"

namespace arges::output {

/// Which variables a counterexample prints at a step.
enum class StateDetail : std::uint8_t { changed, full };
/// Whether the figures of a run are printed after its result.
enum class StatisticsDetail : std::uint8_t { none, all };
/// Whether the concerns of a run's monitors are printed; they are with the figures in any case.
enum class ConcernDetail : std::uint8_t { none, all };

struct TextOptions {
  StateDetail states = StateDetail::changed;
  StatisticsDetail statistics = StatisticsDetail::none;
  ConcernDetail concerns = ConcernDetail::none;
};

/// "MODEL: PROPERTY: verdict" without an end of line; blanks of the property become single ones.
std::string result_line(const std::string& model, const std::string& property,
                        const std::string& verdict);

/// The verdict in the words of the command line contract: "true", "false", "unknown (REASON)".
std::string verdict_text(const analysis::Verdict& verdict);

/// The result of one property: the result line, then the counterexample and what else was asked.
std::string render_text(const std::string& model, const PropertyResult& result,
                        const TextOptions& options);

}  // namespace arges::output
