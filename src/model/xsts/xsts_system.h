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
/// Without a property (null) there is no target.
std::unique_ptr<ControlGraph> make_system(ir::Context& context, const Xsts& xsts, ir::Expr property,
                                          CheckPoints check_points);
/// Whether an action of that system is, or ends, the section env.
bool is_env(const analysis::Action& action);

/// Replays runs section by section.
class XstsReplayer : public Replayer {
 public:
  XstsReplayer(const Xsts& xsts, ir::Expr property, CheckPoints check_points);
  std::optional<ReplayError> replay(const analysis::ConcreteTrace& trace) const override;
  std::optional<ReplayError> follow(const analysis::ConcreteTrace& trace) const override;
  /// The same of what is left of a run, the part before it having been followed already.
  std::optional<ReplayError> follow_on(const analysis::ConcreteTrace& rest) const;

 private:
  /// Takes the run's steps as far as they are right, from a section on; tells the next one.
  std::optional<ReplayError> walk(const analysis::ConcreteTrace& trace, Replay& replay,
                                  std::uint32_t& next) const;
  std::optional<std::string> initial_error(const ir::Valuation& state) const;

  const Xsts& xsts_;
  ir::Expr property_;
  CheckPoints check_points_;
  std::vector<ir::Var> variables_;
};

}  // namespace arges::model
