#include "analysis/certify/stretch.h"

#include <algorithm>
#include <map>

#include "analysis/certify/partial_interpreter.h"
#include "base/invariant.h"

namespace arges::analysis {

using ir::Expr;

Stretches::Stretches(const System& system, std::unordered_set<Control> with_nodes)
    : system_(system), with_nodes_(std::move(with_nodes)) {}

const Stretch& Stretches::from(const Action& action) {
  const auto found = stretches_.find(action.id);
  if (found != stretches_.end()) return found->second;
  return stretches_.emplace(action.id, find(action)).first->second;
}

Stretch Stretches::find(const Action& action) {
  Stretch stretch{&action, {}, {}};
  if (!counts(action.target)) return stretch;
  if (is_end(action.target)) {
    stretch.ends.push_back(action.target);
    return stretch;
  }
  // In depth; a control point is left after all that it leads to, so in reverse that is the order.
  struct Frame {
    Control control;
    std::size_t next;
  };
  enum class Mark : std::uint8_t { open, done };
  std::unordered_map<Control, Mark> marks{{action.target, Mark::open}};
  std::vector<Frame> stack{{action.target, 0}};
  while (!stack.empty()) {
    Frame& frame = stack.back();
    const auto actions = system_.actions(frame.control);
    if (frame.next == actions.size()) {
      marks[frame.control] = Mark::done;
      stretch.inner.push_back(frame.control);
      stack.pop_back();
      continue;
    }
    const Control target = actions[frame.next++]->target;
    if (!counts(target)) continue;
    const auto [mark, is_new] = marks.try_emplace(target, is_end(target) ? Mark::done : Mark::open);
    if (!is_new && mark->second == Mark::open) {
      stretch.cyclic = true;
      return stretch;
    }
    if (!is_new) continue;
    if (is_end(target))
      stretch.ends.push_back(target);
    else
      stack.push_back({target, 0});
  }
  std::reverse(stretch.inner.begin(), stretch.inner.end());
  return stretch;
}

bool Stretches::counts(Control control) {
  if (is_end(control)) return true;
  if (!hopeless_) search_hopeless();
  return !hopeless_->contains(control);
}

void Stretches::search_hopeless() {
  std::unordered_map<Control, std::vector<Control>> sources;
  std::vector<Control> todo{system_.initial_control()};
  std::vector<Control> hopeful;
  hopeless_.emplace(todo.begin(), todo.end());
  while (!todo.empty()) {
    const Control at = todo.back();
    todo.pop_back();
    if (system_.is_target(at)) hopeful.push_back(at);
    for (const Action* action : system_.actions(at)) {
      sources[action->target].push_back(at);
      if (hopeless_->insert(action->target).second) todo.push_back(action->target);
    }
  }
  for (const Control control : hopeful) hopeless_->erase(control);
  while (!hopeful.empty()) {
    const Control at = hopeful.back();
    hopeful.pop_back();
    for (const Control source : sources[at])
      if (hopeless_->erase(source) != 0) hopeful.push_back(source);
  }
}

namespace {

/// One way to come to a control point.
struct Arrival {
  Expr taken;  ///< null: always
  Expr formula;
  ir::Versions after;
};

/// The highest version of each variable, and for each arrival what makes its last ones equal them.
ir::Versions join(ir::Context& context, std::vector<Arrival>& arrivals) {
  ir::Versions joined = arrivals.front().after;
  if (arrivals.size() == 1) return joined;
  std::size_t known = 0;
  for (const Arrival& arrival : arrivals) known = std::max(known, arrival.after.size());
  std::vector<std::vector<Expr>> parts;
  parts.reserve(arrivals.size());
  for (const Arrival& arrival : arrivals) parts.push_back({arrival.formula});
  for (std::uint32_t id = 0; id < known; ++id) {
    const ir::Var var = context.variable(id);
    std::uint32_t highest = 0;
    for (const Arrival& arrival : arrivals) highest = std::max(highest, arrival.after.get(var));
    if (highest == 0) continue;
    for (std::size_t i = 0; i < arrivals.size(); ++i)
      if (const std::uint32_t own = arrivals[i].after.get(var); own != highest)
        parts[i].push_back(ir::eq(context.var(var, highest), context.var(var, own)));
    joined.set(var, highest);
  }
  for (std::size_t i = 0; i < arrivals.size(); ++i) arrivals[i].formula = ir::and_(parts[i]);
  return joined;
}

}  // namespace

StretchFormula Stretches::formula(const Stretch& stretch) {
  Names names(system_.context());
  return formula(stretch, {}, names);
}

StretchFormula Stretches::formula(const Stretch& stretch, const ir::Versions& before,
                                  Names& names) {
  ir::Context& context = system_.context();
  ir::Unfolding first = names.unfolder.unfold(stretch.first->statement, before);
  if (stretch.is_single())
    return {first.formula, {{stretch.first->target, context.true_expr(), std::move(first.after)}}};

  if (taken_ == nullptr) taken_ = context.declare("taken", context.bool_type());
  std::map<Control, std::vector<Arrival>> arrivals;
  arrivals[stretch.first->target].push_back({{}, first.formula, std::move(first.after)});
  std::vector<Expr> parts;
  // An action that is taken starts where one that is taken arrives. Versions only grow along a way,
  // so those of other ways are not in the way of it.
  const auto arrive = [&](Control control) {
    std::vector<Arrival>& here = arrivals[control];
    StretchFormula::End end{control, {}, join(context, here)};
    std::vector<Expr> reached;
    for (const Arrival& arrival : here) {
      reached.push_back(arrival.taken ? arrival.taken : context.true_expr());
      parts.push_back(arrival.taken ? ir::implies(arrival.taken, arrival.formula)
                                    : arrival.formula);
    }
    end.reached = ir::or_(reached);
    return end;
  };
  for (const Control control : stretch.inner) {
    const StretchFormula::End at = arrive(control);
    for (const Action* action : system_.actions(control)) {
      if (!counts(action->target)) continue;
      ir::Unfolding step = names.unfolder.unfold(action->statement, at.after);
      const Expr taken = context.var(taken_, names.next_taken++);
      parts.push_back(ir::implies(taken, at.reached));
      arrivals[action->target].push_back({taken, step.formula, std::move(step.after)});
    }
  }
  StretchFormula result;
  for (const Control control : stretch.ends) result.ends.push_back(arrive(control));
  result.formula = ir::and_(parts);
  return result;
}

std::optional<std::vector<std::pair<Control, ir::Valuation>>> Stretches::execute(
    const Stretch& stretch, const ir::Valuation& before) {
  INVARIANT(!stretch.cyclic, "a way that is executed should end");
  constexpr std::size_t most_states = 64;
  std::vector<std::pair<Control, ir::Valuation>> ends;
  std::map<Control, std::vector<ir::Valuation>> inner;
  const auto run = [&](const Action& action, const ir::Valuation& state) {
    const auto after = execute_partially(action.statement, state);
    if (!after) return false;
    for (const ir::Valuation& end : *after) {
      if (is_end(action.target))
        ends.emplace_back(action.target, end);
      else
        inner[action.target].push_back(end);
    }
    return ends.size() <= most_states && inner[action.target].size() <= most_states;
  };
  if (!run(*stretch.first, before)) return std::nullopt;
  for (const Control control : stretch.inner)
    for (const Action* action : system_.actions(control)) {
      if (!counts(action->target)) continue;
      for (const ir::Valuation& state : inner[control])
        if (!run(*action, state)) return std::nullopt;
    }
  return ends;
}

}  // namespace arges::analysis
