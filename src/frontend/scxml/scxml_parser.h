#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"
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

/// An event that several machines would take, or that the machine's environment, of which the
/// document tells, does not send.
class UnfitEvent : public UsageError {
 public:
  using UsageError::UsageError;
};

struct ScxmlOptions {
  /// Events that the environment may send beside those the document tells of; of a system with the
  /// machine's id, which may be left out where one machine takes it.
  std::vector<std::string> further_events = {};
  ScxmlRules rules = ScxmlRules::strict;
  /// Events that somebody wants to send, if the document allows: what nobody takes is left out, and
  /// where the document tells what its environment sends, that is all, unless rules are lenient.
  std::vector<std::string> tried_events = {};
};

/// Reads a state machine in W3C's SCXML, or a system of them in a file of our own XML namespace, as
/// docs/scxml.md tells. Throws InputError with everything that is wrong, UsageError (UnfitEvent)
/// if a further event can't be one, or LimitReached.
model::statechart::System parse_scxml(ir::Context& context, const SourcePtr& source,
                                      const ScxmlOptions& options = {},
                                      const Limits* limits = nullptr);

}  // namespace arges::frontend
