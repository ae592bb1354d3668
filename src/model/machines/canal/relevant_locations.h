#pragma once

#include <compare>

#include "model/machines/canal/correspondence.h"

namespace arges::model::machines::canal {

/// A relevant location (Section 5.2): a variable of an object, or a parameter of a message, whose
/// values before the step of that number matter for the counterexample being spurious.
struct RelevantLocation {
  std::uint32_t step = 0;
  enum class Kind : std::uint8_t { variable, parameter } kind = Kind::variable;
  std::uint32_t owner = 0;  ///< the object, or the message by its number
  std::uint32_t index = 0;
  auto operator<=>(const RelevantLocation&) const = default;
};
using RelevantLocations = std::set<RelevantLocation>;

/// How canal departs from the paper on purpose: what its Section 7.1 proposes.
struct Options {
  /// Messages that are received need only have been sent by the same step of both models; the
  /// paper wants all earlier ones to have been sent to the same objects as well.
  enum class Queues : std::uint8_t { strict, weak } queues = Queues::strict;
  /// Each location is refined by the values on the way to it in the expression, not by all.
  enum class Values : std::uint8_t { together, by_location } values = Values::together;
};

/// INITIAL_RELEVANT_LOCATIONS (Figure 5.10).
RelevantLocations initial_relevant_locations(const Models& models, const AnalysisTrace& trace);

/// PROPAGATE_RELEVANT_LOCATIONS (Figure 5.11).
RelevantLocations propagate_relevant_locations(const Models& models, const AnalysisTrace& trace,
                                               RelevantLocations relevant, const Options& options);

/// CHECK_TARGET_CORRESPONDENCE (Figure 5.9): the first step up to `last` that sends a message to
/// the object in one of the models only; 0: there is none.
std::uint32_t check_target_correspondence(const Models& models, const AnalysisTrace& trace,
                                          ObjectId object, std::uint32_t last);

}  // namespace arges::model::machines::canal
