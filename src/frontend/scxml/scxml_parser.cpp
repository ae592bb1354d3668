#include "frontend/scxml/scxml_parser.h"

#include "frontend/scxml/scxml_system.h"

namespace arges::frontend {

model::statechart::System parse_scxml(ir::Context& context, const SourcePtr& source,
                                      const ScxmlOptions& options, const Limits* limits) {
  return scxml::read_system(context, source, options, limits);
}

}  // namespace arges::frontend
