#pragma once

#include <memory>
#include <variant>

#include "model/cfa/cfa.h"
#include "model/replay.h"
#include "model/transition_system/control_graph.h"

namespace arges::model {

/// What must not happen in a CFA: reaching a location, or a state where a condition fails.
struct CfaProperty {
  std::optional<std::uint32_t> error_location;  ///< position in Cfa::locations
  ir::Expr invariant = {};                      ///< if there is no error location
};

/// The CFA as a System: a control point a location. An invariant is checked at every location.
std::unique_ptr<ControlGraph> make_system(ir::Context& context, const Cfa& cfa,
                                          const CfaProperty& property);

/// Replays runs along the CFA's edges.
class CfaReplayer : public Replayer {
 public:
  CfaReplayer(const Cfa& cfa, CfaProperty property) : cfa_(cfa), property_(property) {}
  std::optional<ReplayError> replay(const analysis::ConcreteTrace& trace) const override;

 private:
  const Cfa& cfa_;
  CfaProperty property_;
};

}  // namespace arges::model
