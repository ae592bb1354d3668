#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "model/cfa/cfa.h"
#include "model/replay.h"
#include "model/transition_system/control_graph.h"

namespace arges::model {

/// What must not happen in a CFA: reaching one of some locations, or a state where a condition
/// fails.
struct CfaProperty {
  std::vector<std::uint32_t> error_locations;  ///< positions in Cfa::locations
  ir::Expr invariant = {};                     ///< null: none

  bool forbids(std::uint32_t location) const {
    return std::find(error_locations.begin(), error_locations.end(), location) !=
           error_locations.end();
  }
};

/// The CFA as a System: a control point a location. An invariant is checked at every location.
std::unique_ptr<ControlGraph> make_system(ir::Context& context, const Cfa& cfa,
                                          const CfaProperty& property);

/// Replays runs along the CFA's edges.
class CfaReplayer : public Replayer {
 public:
  CfaReplayer(const Cfa& cfa, CfaProperty property) : cfa_(cfa), property_(std::move(property)) {}
  std::optional<ReplayError> replay(const analysis::ConcreteTrace& trace) const override;
  std::optional<ReplayError> follow(const analysis::ConcreteTrace& trace) const override;
  /// The same of what is left of a run, the part before it having been followed already.
  std::optional<ReplayError> follow_on(const analysis::ConcreteTrace& rest) const;

 private:
  /// Takes the run's steps as far as they are right, from a location on; tells that it gets to.
  std::optional<ReplayError> walk(const analysis::ConcreteTrace& trace, Replay& replay,
                                  std::uint32_t& at) const;

  const Cfa& cfa_;
  CfaProperty property_;
};

}  // namespace arges::model
