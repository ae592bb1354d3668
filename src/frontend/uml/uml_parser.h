#pragma once

#include <string>

#include "base/source.h"
#include "frontend/machines/sm_parser.h"
#include "ir/context.h"
#include "model/statechart/system.h"

namespace arges {
class Limits;
}

namespace arges::frontend {

/// What a file of UML is read as.
enum class UmlTarget : std::uint8_t {
  chart,    ///< one state machine by itself: model/statechart
  objects,  ///< objects that send each other signals: model/machines
};

/// Decides by what is in the file; something that is no UML at all is a chart, and refused as such.
UmlTarget uml_target(const SourcePtr& source);

/// Reads the state machine of that name, or the first that is no submachine of another; throws
/// InputError with all that is wrong.
model::statechart::System parse_uml_chart(ir::Context& context, const SourcePtr& source,
                                          const std::string& machine, const Limits* limits);

/// Reads classes with state machines and the instance specifications of them.
MachineSystem parse_uml_objects(const SourcePtr& source, const Limits* limits);

}  // namespace arges::frontend
