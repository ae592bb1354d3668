#include "analysis/explicit/explicit_search.h"

#include <algorithm>

#include <fmt/format.h>

#include "analysis/system/state_variables.h"
#include "analysis/trace/run_finder.h"

namespace arges::analysis {

namespace {

/// Once there were too many successors: a proof may do without, and if not, the answer is unknown.
constexpr std::uint32_t fewer_successors = 10;

}  // namespace

ExplicitSearch::ExplicitSearch(Env& env, const System& system, smt::SolverFactory& solvers,
                               TraceChecker& checker, std::span<Monitor* const> monitors)
    : system_(system),
      checker_(checker),
      domain_(env, system.context(), solvers, ExplicitDomain::most_successors),
      builder_(env, system, domain_, SearchKind::breadth_first, monitors) {
  domain_.enumerate_less_after_giving_up(fewer_successors);
}

Verdict ExplicitSearch::run() {
  Precision precision(Granularity::global);
  for (const ir::Var var : state_variables(system_))
    precision.add_variable(system_.initial_control(), var);
  const std::vector<NodeId> targets = builder_.build(precision, Targets::first);
  if (targets.empty()) return {Answer::holds, "", {}};
  const std::vector<NodeId> path = builder_.arg().path_to(targets.front());
  if (auto run = by_evaluation(path)) return {Answer::violated, "", std::move(run)};
  std::vector<const Action*> actions;
  for (const NodeId id : path)
    if (const Action* action = builder_.arg().node(id).action) actions.push_back(action);
  TraceStatus status = checker_.check(actions);
  if (status.run) return {Answer::violated, "", std::move(status.run)};
  return {Answer::unknown, status.refutation ? unsupported() : status.unknown_reason, {}};
}

/// States that know all values say which way to go. What one leaves open may be restricted by the
/// actions after it, so it is decided together with them.
std::optional<ConcreteTrace> ExplicitSearch::by_evaluation(const std::vector<NodeId>& path) const {
  const std::vector<ir::Var> variables = state_variables(system_);
  std::vector<Passage> way;
  bool is_open = false;
  for (const NodeId id : path) {
    const ArgNode& node = builder_.arg().node(id);
    if (node.action == nullptr) continue;
    if (!is_open) way.emplace_back();
    way.back().actions.push_back(node.action);
    is_open = std::any_of(variables.begin(), variables.end(), [&](ir::Var var) {
      return domain_.value(node.state, var).is_unknown() && !node.action->leaves_dead(var);
    });
    if (!is_open || id == path.back()) way.back().after = domain_.values(node.state);
  }
  const ArgNode& root = builder_.arg().node(path.front());
  return RunFinder(system_).run(domain_.values(root.state), way);
}

/// Why states that are not reachable were taken to be.
std::string ExplicitSearch::unsupported() const {
  const auto& given_up = domain_.first_given_up();
  if (!given_up) return "solver unknown";
  std::string where = given_up->action.label;
  if (const std::string position = given_up->action.location.to_string(); !position.empty())
    where += " at " + position;
  return fmt::format("unsupported: {} has too many values after {}", given_up->variable->name,
                     where);
}

}  // namespace arges::analysis
