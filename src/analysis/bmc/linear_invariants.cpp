#include "analysis/bmc/linear_invariants.h"

#include <algorithm>
#include <optional>
#include <set>

#include "analysis/bmc/unrolling.h"
#include "analysis/polyhedra/library.h"
#include "analysis/polyhedra/polyhedral_interpreter.h"
#include "ir/traversal.h"

namespace arges::analysis {

namespace ppl = Parma_Polyhedra_Library;
using ir::Expr;
using Polyhedron = ppl::C_Polyhedron;

namespace {

/// Costs grow fast with the variables.
constexpr std::size_t most_variables = 16;
/// Of a control point, before what changes there is widened.
constexpr std::uint32_t visits_before_widening = 3;
constexpr std::uint32_t narrowing_rounds = 2;

/// The integers that a model's actions read or write, those that occur most first.
std::vector<ir::Var> integers_by_use(const System& system) {
  std::map<ir::Var, std::size_t, decltype(&ir::declared_before)> uses(&ir::declared_before);
  const auto count = [&](std::span<const ir::Var> variables) {
    for (const ir::Var var : variables)
      if (var->type.is_int()) ++uses[var];
  };
  for (const Control control : reachable_controls(system))
    for (const Action* action : system.actions(control)) {
      count(ir::written_variables(action->statement));
      count(ir::read_variables(action->statement));
    }
  std::vector<ir::Var> result;
  result.reserve(uses.size());
  for (const auto& [var, unused] : uses) result.push_back(var);
  std::stable_sort(result.begin(), result.end(),
                   [&](ir::Var a, ir::Var b) { return uses[a] > uses[b]; });
  return result;
}

/// Finds polyhedra that no action leaves.
class FixedPoint {
 public:
  FixedPoint(Env& env, const System& system, std::span<const ir::Var> tracked,
             std::size_t most_work)
      : system_(system), interpreter_(env, tracked, most_work) {}

  std::map<Control, std::vector<Expr>> run() {
    ascend();
    for (std::uint32_t round = 0; round < narrowing_rounds; ++round) descend();
    std::map<Control, std::vector<Expr>> result;
    for (const auto& [control, states] : states_) {
      auto conditions =
          interpreter_.conditions(system_.context(), states, PolyhedralInterpreter::Factors::small);
      if (!conditions.empty()) result[control] = std::move(conditions);
    }
    return result;
  }

 private:
  Polyhedron initial() {
    const PolyhedralInterpreter::Cases all{Polyhedron(interpreter_.num_tracked())};
    return interpreter_.joined(interpreter_.assume(all, system_.initial_condition(), true));
  }

  Polyhedron after(const Action& action) {
    const auto cases = interpreter_.run({states_.at(action.source)}, action.statement);
    return interpreter_.joined(interpreter_.forget(cases, action.dead));
  }

  void ascend() {
    std::set<Control> todo{system_.initial_control()};
    std::map<Control, std::uint32_t> visits;
    states_.emplace(system_.initial_control(), initial());
    while (!todo.empty()) {
      const Control at = *todo.begin();
      todo.erase(todo.begin());
      for (const Action* action : system_.actions(at)) {
        if (system_.is_target(action->target)) continue;
        Polyhedron states = after(*action);
        if (states.is_empty()) continue;
        const auto [known, is_new] = states_.try_emplace(action->target, states);
        if (!is_new) {
          if (known->second.contains(states)) continue;
          states.poly_hull_assign(known->second);
          if (++visits[action->target] > visits_before_widening)
            states.limited_BHRZ03_extrapolation_assign(known->second, interpreter_.thresholds());
          known->second = std::move(states);
        }
        todo.insert(action->target);
      }
    }
  }

  void descend() {
    std::map<Control, Polyhedron> next;
    next.emplace(system_.initial_control(), initial());
    for (const auto& [control, unused] : states_)
      for (const Action* action : system_.actions(control)) {
        if (system_.is_target(action->target)) continue;
        const Polyhedron states = after(*action);
        if (states.is_empty()) continue;
        const auto [known, is_new] = next.try_emplace(action->target, states);
        if (!is_new) known->second.poly_hull_assign(states);
      }
    states_ = std::move(next);
  }

  const System& system_;
  PolyhedralInterpreter interpreter_;
  std::map<Control, Polyhedron> states_;
};

}  // namespace

std::map<Control, std::vector<Expr>> linear_invariants(Env& env, const System& system,
                                                       std::size_t most_work) {
  const Timer::Scope timing(env.statistics.timer("bmc::linear_invariants_time"));
  polyhedra::initialize();
  const std::vector<ir::Var> integers = integers_by_use(system);
  // What is too expensive with all variables may do with some.
  for (std::size_t count = std::min(most_variables, integers.size()); count > 1; count /= 2) {
    try {
      const polyhedra::EffortLimit limit;
      return FixedPoint(env, system, std::span(integers).first(count), most_work).run();
    } catch (const polyhedra::TooExpensive&) {
      continue;
    }
  }
  return {};
}

}  // namespace arges::analysis
