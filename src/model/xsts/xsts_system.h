#pragma once

#include <memory>

#include "model/replay.h"
#include "model/transition_system/control_graph.h"
#include "model/xsts/xsts.h"

namespace arges::model {

/// The states of an XSTS in which its property must hold.
enum class CheckPoints : std::uint8_t {
  all,     ///< after init, after env, after trans
  stable,  ///< after init and after trans
};

/// The XSTS as a System with three control points of its own: before init, ready (env is next), and
/// after env (trans is next).
std::unique_ptr<ControlGraph> make_system(ir::Context& context, const Xsts& xsts, ir::Expr property,
                                          CheckPoints check_points);

/// Replays runs section by section.
class XstsReplayer : public Replayer {
 public:
  XstsReplayer(const Xsts& xsts, ir::Expr property, CheckPoints check_points);
  std::optional<ReplayError> replay(const analysis::ConcreteTrace& trace) const override;

 private:
  std::optional<std::string> initial_error(const ir::Valuation& state) const;

  const Xsts& xsts_;
  ir::Expr property_;
  CheckPoints check_points_;
  std::vector<ir::Var> variables_;
};

}  // namespace arges::model
