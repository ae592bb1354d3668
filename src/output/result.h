#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analysis/cegar/verdict.h"
#include "analysis/certify/proof.h"
#include "automata/omega/automaton.h"
#include "base/statistics.h"
#include "model/cfa/cfa.h"
#include "model/machines/lowering.h"
#include "model/statechart/lowering.h"
#include "output/explanation.h"

namespace arges::output {

/// How a portfolio came to its result.
struct PortfolioReport {
  std::string preset;
  std::string reason;  ///< why this preset
  struct Run {
    std::string options;
    std::string purpose;
    double start_seconds;  ///< after the portfolio's
    double seconds;
    std::string outcome;  ///< a verdict, or why there is none
  };
  std::vector<Run> runs;               ///< by their starts
  std::optional<std::size_t> decided;  ///< the run whose verdict it is
};

/// What is asked about runs: that all of them are as the property says, or that one is.
enum class Polarity : std::uint8_t { universal, existential };

/// The part of the model that one of many properties of a kind is about.
struct Subject {
  /// What such parts are called, "transitions", and what is hoped of them, "can fire"; empty: it is
  /// no such property.
  std::string group;
  std::string hope = {};
  SourceLocation position = {};
  /// Where its pieces stand, of what goes through junctions; empty: it has no pieces.
  std::vector<SourceLocation> segments = {};
};

/// All there is to say about one property of one model once an engine is done with it.
struct PropertyResult {
  std::string property;
  analysis::Verdict verdict;
  analysis::Check certificate;               ///< was the verdict re-checked
  std::optional<analysis::Proof> proof;      ///< of `holds`
  const analysis::System* system = nullptr;  ///< what the trace and the proof refer to
  const model::Cfa* program = nullptr;       ///< if the model is one: the trace follows its edges
  const model::statechart::Lowering* chart = nullptr;   ///< the same, of a statechart
  const model::machines::Lowering* machines = nullptr;  ///< the same, of communicating machines
  bool is_temporal = false;                             ///< the property is about whole runs
  const automata::Automaton* automaton = nullptr;       ///< of its negation, if it is temporal
  /// Of an existential one the verdict is on the question; what the analysis checked is that there
  /// is no such run, so that `holds` has a run, and `violated` a proof.
  Polarity polarity = Polarity::universal;
  Subject subject = {};
  bool leaves_model = false;   ///< of unknown: a run goes where the model does not
  std::string advice = {};     ///< of unknown: what may help, on one line
  std::string precision = {};  ///< what was tracked in the end, as text
  /// Of a refinement, if it was kept: as reports have it (report/refinement_history.h).
  std::string history = {};
  std::vector<Explanation> explanations = {};  ///< of spurious counterexamples
  std::vector<std::string> concerns = {};      ///< of the monitors that watched the run, at its end
  std::vector<Statistics::Entry> statistics;
  std::vector<std::pair<std::string, std::string>> configuration;  ///< option name → value
  std::optional<PortfolioReport> portfolio = {};                   ///< if there was one
};

/// The verdict on an invariant as one on whether a run violates it, and back.
inline analysis::Answer inverted(analysis::Answer answer) {
  using analysis::Answer;
  return answer == Answer::holds      ? Answer::violated
         : answer == Answer::violated ? Answer::holds
                                      : Answer::unknown;
}

/// The results of one command, in the order of the properties.
struct ModelResult {
  std::string model;  ///< as given on the command line
  std::vector<PropertyResult> results;
};

}  // namespace arges::output
