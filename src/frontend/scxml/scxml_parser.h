#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/limits.h"
#include "base/source.h"
#include "ir/context.h"
#include "model/statechart/system.h"

namespace arges::frontend {

/// What becomes of documents that are legal, but hardly what somebody means.
enum class ScxmlRules : std::uint8_t {
  strict,   ///< they are refused
  lenient,  ///< they are warned of and mean what Appendix D of SCXML makes of them
};

/// What becomes of a further event of a system of which nobody can tell which machine takes it.
enum class UnclearEvents : std::uint8_t {
  refused,   ///< UsageError
  left_out,  ///< whoever sends it will be told
};

struct ScxmlOptions {
  /// Events that the environment may send beside those the document tells of; of a system with the
  /// machine's id, which may be left out where one machine takes it.
  std::vector<std::string> further_events = {};
  ScxmlRules rules = ScxmlRules::strict;
  UnclearEvents unclear_events = UnclearEvents::refused;
};

/// Reads a state machine in W3C's SCXML, or a system of them in a file of our own XML namespace, as
/// docs/scxml.md tells. Throws InputError with everything that is wrong, or LimitReached.
model::statechart::System parse_scxml(ir::Context& context, const SourcePtr& source,
                                      const ScxmlOptions& options = {},
                                      const Limits* limits = nullptr);

}  // namespace arges::frontend
