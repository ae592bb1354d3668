#include "model/passes/live_variables.h"

#include <deque>
#include <set>

#include "ir/traversal.h"

namespace arges::model {

using analysis::Action;
using analysis::Control;
using ir::StmtKind;

LiveVariables::LiveVariables(const analysis::System& system, Reads reads)
    : context_(system.context()), reads_(reads) {
  propagate(system);
}

bool LiveVariables::is_live(Control control, ir::Var var) const {
  const auto found = live_.find(control);
  return found != live_.end() && var->id < found->second.size() && found->second[var->id];
}

std::vector<ir::Var> LiveVariables::live(Control control) const {
  std::vector<ir::Var> result;
  const auto found = live_.find(control);
  if (found == live_.end()) return result;
  for (std::uint32_t id = 0; id < found->second.size(); ++id)
    if (found->second[id]) result.push_back(context_.variable(id));
  return result;
}

void LiveVariables::propagate(const analysis::System& system) {
  std::map<Control, std::vector<Control>> predecessors;
  std::deque<Control> todo;
  std::vector<Control> unexplored{system.initial_control()};
  live_[system.initial_control()] = Set(context_.num_variables());
  while (!unexplored.empty()) {
    const Control at = unexplored.back();
    unexplored.pop_back();
    if (system.is_target(at)) continue;
    todo.push_front(at);  // those found later are nearer to the end, where reads are known first
    for (const Action* action : system.actions(at)) {
      predecessors[action->target].push_back(at);
      if (live_.emplace(action->target, Set(context_.num_variables())).second)
        unexplored.push_back(action->target);
    }
  }
  std::set<Control> waiting(todo.begin(), todo.end());
  while (!todo.empty()) {
    const Control at = todo.front();
    todo.pop_front();
    waiting.erase(at);
    Set live(context_.num_variables());
    for (const Action* action : system.actions(at)) {
      const Set more = before(action->statement, live_.at(action->target));
      for (std::size_t id = 0; id < live.size(); ++id) live[id] = live[id] || more[id];
    }
    if (live == live_.at(at)) continue;
    live_.at(at) = std::move(live);
    for (const Control control : predecessors[at])
      if (waiting.insert(control).second) todo.push_back(control);
  }
}

void LiveVariables::add_reads(Set& set, ir::Expr expr) {
  const auto [entry, is_new] = variables_.try_emplace(expr);
  if (is_new) entry->second = ir::free_variables(expr);
  for (const ir::Var var : entry->second) set[var->id] = true;
}

LiveVariables::Set LiveVariables::before(ir::Stmt statement, Set after) {
  switch (statement.kind()) {
    case StmtKind::skip:
      return after;
    case StmtKind::assign: {
      const bool useful = reads_ == Reads::all || after[statement.var()->id];
      after[statement.var()->id] = false;
      if (useful) add_reads(after, statement.expr());
      return after;
    }
    case StmtKind::havoc:
      after[statement.var()->id] = false;
      return after;
    case StmtKind::assume:
      add_reads(after, statement.expr());
      return after;
    case StmtKind::sequence:
      for (std::size_t i = statement.children().size(); i-- > 0;)
        after = before(statement.child(i), std::move(after));
      return after;
    case StmtKind::choice:
    case StmtKind::if_: {
      Set result(after.size());
      for (const ir::Stmt child : statement.children()) {
        const Set more = before(child, after);
        for (std::size_t id = 0; id < result.size(); ++id) result[id] = result[id] || more[id];
      }
      if (statement.kind() == StmtKind::if_) add_reads(result, statement.expr());
      return result;
    }
    case StmtKind::loop:
      return before_loop(statement, after);
    case StmtKind::local: {
      Set result = before(statement.child(0), std::move(after));
      for (const ir::Var var : statement.locals()) result[var->id] = false;
      return result;
    }
  }
  return after;
}

LiveVariables::Set LiveVariables::before_loop(ir::Stmt statement, const Set& after) {
  // Any number of iterations, none included.
  Set result = after;
  while (true) {
    Set next = before(statement.child(0), result);
    next[statement.var()->id] = false;
    for (std::size_t id = 0; id < next.size(); ++id) next[id] = next[id] || result[id];
    if (next == result) break;
    result = std::move(next);
  }
  result[statement.var()->id] = false;
  add_reads(result, statement.expr());
  add_reads(result, statement.bound());
  return result;
}

}  // namespace arges::model
