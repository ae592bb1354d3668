#include "analysis/polyhedra/partitioned_polyhedra.h"

#include <algorithm>

#include "ir/simplify.h"

namespace arges::analysis {

using ir::Expr;

namespace {

/// Of a part, before what changes there is widened.
constexpr std::uint32_t visits_before_widening = 3;
constexpr std::uint32_t narrowing_rounds = 2;

}  // namespace

PartitionedPolyhedra::PartitionedPolyhedra(Env& env, const System& system,
                                           std::vector<ir::Var> tracked, std::size_t most_parts)
    : env_(env), system_(system), most_parts_(most_parts), interpreter_(env, tracked) {
  for (const ir::Var var : system.variables()) {
    if (std::find(tracked.begin(), tracked.end(), var) != tracked.end()) continue;
    others_.push_back(var);
    numbers_.set(var, others_.size());
  }
}

PartitionedPolyhedra::Answer PartitionedPolyhedra::run() {
  polyhedra::initialize();
  try {
    ascend();
    for (std::uint32_t round = 0; round < narrowing_rounds; ++round) {
      const Answer answer = confirm();
      if (answer != Answer::reached) return answer;
      descend();
    }
    return confirm();
  } catch (const TooMany&) {
    return Answer::too_many;
  } catch (const Unsupported&) {
    return Answer::unsupported;
  }
}

PartitionedPolyhedra::Key PartitionedPolyhedra::key(Control control, const Values& values) const {
  Key result{control, {}};
  for (const Expr value : values) result.values.push_back(value.id());
  return result;
}

/// Values that the initial condition fixes, and the numbers that it allows.
PartitionedPolyhedra::Cases PartitionedPolyhedra::initial() {
  Case start{Values(others_.size()), Polyhedron(interpreter_.num_tracked())};
  const std::vector<Expr> conditions = ir::conjuncts(system_.initial_condition());
  for (const Expr condition : conditions)
    if (const auto fixed = ir::fixed_value(condition))
      if (const std::size_t number = numbers_.get(fixed->variable.var()); number > 0)
        start.values[number - 1] = fixed->value;
  if (std::any_of(start.values.begin(), start.values.end(), [](Expr value) { return !value; }))
    throw Unsupported();
  Cases cases{std::move(start)};
  for (const Expr condition : conditions) {
    Cases next;
    for (const Case& one : cases)
      for (Case& allowed : assume(one, condition, true)) next.push_back(std::move(allowed));
    cases = std::move(next);
  }
  return cases;
}

Expr PartitionedPolyhedra::filled(const Case& at, Expr expr) const {
  ir::Substitution values;
  for (const ir::Var var : ir::free_variables(expr))
    if (const std::size_t number = numbers_.get(var); number > 0)
      values[system_.context().var(var)] = at.values[number - 1];
  return ir::simplify(values.empty() ? expr : ir::substitute(expr, values));
}

PartitionedPolyhedra::Cases PartitionedPolyhedra::assume(const Case& before, Expr condition,
                                                         bool truth) {
  const Expr left = filled(before, condition);
  if (left.is_true() || left.is_false()) return left.is_true() == truth ? Cases{before} : Cases{};
  Cases result;
  for (Polyhedron& states :
       interpreter_.assume(PolyhedralInterpreter::Cases{before.states}, left, truth))
    result.push_back({before.values, std::move(states)});
  return result;
}

PartitionedPolyhedra::Cases PartitionedPolyhedra::set(const Case& before, std::size_t variable,
                                                      Expr value) {
  const Expr known = filled(before, value);
  if (known.is_literal()) {
    Case result = before;
    result.values[variable] = known;
    return {std::move(result)};
  }
  Cases result;
  const auto branch = [&](Expr condition, bool truth, Expr then) {
    for (const Case& one : assume(before, condition, truth))
      for (Case& done : set(one, variable, then)) result.push_back(std::move(done));
  };
  if (known.type().is_bool()) {
    branch(known, true, system_.context().true_expr());
    branch(known, false, system_.context().false_expr());
  } else if (known.op() == ir::Op::ite) {
    branch(known.child(0), true, known.child(1));
    branch(known.child(0), false, known.child(2));
  } else {
    throw Unsupported();
  }
  return result;
}

PartitionedPolyhedra::Cases PartitionedPolyhedra::run(Cases before, ir::Stmt statement) {
  Cases result;
  for (Case& one : before)
    for (Case& done : run(std::move(one), statement)) result.push_back(std::move(done));
  return result;
}

PartitionedPolyhedra::Cases PartitionedPolyhedra::run(Case before, ir::Stmt statement) {
  env_.limits.check();
  switch (statement.kind()) {
    case ir::StmtKind::skip:
      return {std::move(before)};
    case ir::StmtKind::sequence: {
      Cases cases{std::move(before)};
      for (const ir::Stmt child : statement.children()) cases = run(std::move(cases), child);
      return cases;
    }
    case ir::StmtKind::choice: {
      Cases result;
      for (const ir::Stmt child : statement.children())
        for (Case& done : run(before, child)) result.push_back(std::move(done));
      return result;
    }
    case ir::StmtKind::if_: {
      Cases result = run(assume(before, statement.expr(), true), statement.child(0));
      for (Case& done : run(assume(before, statement.expr(), false), statement.child(1)))
        result.push_back(std::move(done));
      return result;
    }
    case ir::StmtKind::assume:
      return assume(before, statement.expr(), true);
    case ir::StmtKind::assign: {
      if (const std::size_t number = numbers_.get(statement.var()); number > 0)
        return set(before, number - 1, statement.expr());
      const Expr value = filled(before, statement.expr());
      Cases result;
      for (Polyhedron& states : interpreter_.run(PolyhedralInterpreter::Cases{before.states},
                                                 ir::assign(statement.var(), value)))
        result.push_back({before.values, std::move(states)});
      return result;
    }
    case ir::StmtKind::havoc:
    case ir::StmtKind::loop:
    case ir::StmtKind::local:
      break;
  }
  throw Unsupported();
}

PartitionedPolyhedra::Cases PartitionedPolyhedra::after(const Part& part, const Action& action) {
  Cases cases = run(Case{part.values, part.states}, action.statement);
  std::erase_if(cases, [](const Case& one) { return one.states.is_empty(); });
  return cases;
}

/// The part that the case belongs to, with its states among those of the part.
std::size_t PartitionedPolyhedra::part_of(Control control, const Case& one) {
  const auto [known, is_new] = by_key_.try_emplace(key(control, one.values), parts_.size());
  const std::size_t number = known->second;
  if (is_new) {
    if (parts_.size() == most_parts_) throw TooMany();
    parts_.push_back({control, one.values, one.states});
    todo_.insert(number);
    return number;
  }
  Part& part = parts_[number];
  if (part.states.contains(one.states)) return number;
  Polyhedron states = one.states;
  states.poly_hull_assign(part.states);
  if (++part.visits > visits_before_widening)
    states.limited_BHRZ03_extrapolation_assign(part.states, interpreter_.thresholds());
  part.states = std::move(states);
  todo_.insert(number);
  return number;
}

void PartitionedPolyhedra::ascend() {
  for (const Case& one : initial()) {
    // Of `0 <= last <= made` widening may keep the first half only where the second breaks; that
    // made is not negative went without saying.
    interpreter_.add_thresholds(one.states);
    part_of(system_.initial_control(), one);
  }
  while (!todo_.empty()) {
    const std::size_t at = *todo_.begin();
    todo_.erase(todo_.begin());
    for (const Action* action : system_.actions(parts_[at].control)) {
      if (system_.is_target(action->target)) continue;
      const Part part = parts_[at];
      for (const Case& one : after(part, *action)) part_of(action->target, one);
    }
  }
}

/// What the parts as they are lead to, in all.
void PartitionedPolyhedra::descend() {
  std::vector<Polyhedron> next(
      parts_.size(), Polyhedron(interpreter_.num_tracked(), Parma_Polyhedra_Library::EMPTY));
  const auto add = [&](Control control, const Case& one) {
    next[by_key_.at(key(control, one.values))].poly_hull_assign(one.states);
  };
  for (const Case& one : initial()) add(system_.initial_control(), one);
  for (const Part& part : parts_)
    for (const Action* action : system_.actions(part.control))
      if (!system_.is_target(action->target))
        for (const Case& one : after(part, *action)) add(action->target, one);
  for (std::size_t i = 0; i < parts_.size(); ++i) parts_[i].states = std::move(next[i]);
}

PartitionedPolyhedra::Answer PartitionedPolyhedra::confirm() {
  for (Part& part : parts_) {
    part.successors.clear();
    if (part.states.is_empty()) continue;
    for (const Action* action : system_.actions(part.control))
      for (const Case& one : after(part, *action)) {
        if (system_.is_target(action->target)) return Answer::reached;
        const auto to = by_key_.find(key(action->target, one.values));
        if (to == by_key_.end() || !parts_[to->second].states.contains(one.states))
          return Answer::reached;
        part.successors.emplace(action->id, to->second);
      }
  }
  return Answer::holds;
}

Certificate PartitionedPolyhedra::certificate() const {
  Certificate result;
  ir::Context& context = system_.context();
  for (const Part& part : parts_) {
    std::vector<Expr> conditions;
    for (std::size_t i = 0; i < others_.size(); ++i)
      conditions.push_back(ir::eq(context.var(others_[i]), part.values[i]));
    if (part.states.is_empty()) conditions.push_back(context.false_expr());
    for (const Expr condition :
         interpreter_.conditions(context, part.states, PolyhedralInterpreter::Factors::any))
      conditions.push_back(condition);
    Certificate::Node node;
    node.control = part.control;
    node.state = ir::and_(conditions);
    for (const auto& [action, to] : part.successors)
      node.successors.push_back({action, static_cast<std::uint32_t>(to)});
    result.nodes.push_back(std::move(node));
  }
  result.roots = {0};
  return result;
}

}  // namespace arges::analysis
