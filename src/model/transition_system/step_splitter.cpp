#include "model/transition_system/step_splitter.h"

#include <algorithm>

#include <fmt/format.h>

#include "ir/rename.h"
#include "ir/unfold.h"

namespace arges::model {

using ir::Stmt;
using ir::StmtKind;

namespace {

/// Whether a statement can't stay in one action, if it is repeated so often.
bool needs_split(Stmt statement, mpz_class times = 1) {
  if (statement.kind() == StmtKind::loop) {
    const auto bounds = ir::constant_bounds(statement);
    if (!bounds) return true;
    if (bounds->second > bounds->first) times *= bounds->second - bounds->first;
    if (times > StepSplitter::most_iterations) return true;
  }
  return std::any_of(statement.children().begin(), statement.children().end(),
                     [&](Stmt child) { return needs_split(child, times); });
}

}  // namespace

void StepSplitter::add(const analysis::Action& step) {
  step_ = step;
  lower(step.statement, step.source, step.target, step.branches);
}

StepSplitter::Control StepSplitter::fresh_control() {
  return graph_.add_control(fmt::format("within {}", step_.label));
}

void StepSplitter::emit(Stmt statement, Control from, Control to,
                        std::vector<std::uint32_t> branches) {
  analysis::Action part = step_;
  part.source = from;
  part.target = to;
  part.statement = statement;
  part.branches = std::move(branches);
  part.role = to == step_.target ? analysis::ActionRole::step : analysis::ActionRole::fragment;
  graph_.add_action(std::move(part));
}

void StepSplitter::lower(Stmt statement, Control from, Control to,
                         std::vector<std::uint32_t> branches) {
  ir::Context& context = graph_.context();
  if (!needs_split(statement)) {
    emit(statement, from, to, std::move(branches));
    return;
  }
  switch (statement.kind()) {
    case StmtKind::sequence:
      lower_sequence(statement, from, to, std::move(branches));
      return;
    case StmtKind::choice:
      for (std::uint32_t i = 0; i < statement.children().size(); ++i) {
        std::vector<std::uint32_t> taken = branches;
        taken.push_back(i);
        lower(statement.child(i), from, to, std::move(taken));
      }
      return;
    case StmtKind::if_:
      for (const std::size_t i : {0U, 1U}) {
        const ir::Expr guard = i == 0 ? statement.expr() : ir::not_(statement.expr());
        const Control inside = fresh_control();
        emit(ir::assume(guard, statement.location()), from, inside, branches);
        lower(statement.child(i), inside, to, {});
      }
      return;
    case StmtKind::local: {
      std::vector<Stmt> havocs;
      for (const ir::Var var : statement.locals()) {
        graph_.add_auxiliary(var);
        havocs.push_back(ir::havoc(context, var, statement.location()));
      }
      const Control inside = fresh_control();
      emit(ir::sequence(context, havocs), from, inside, std::move(branches));
      lower(statement.child(0), inside, to, {});
      return;
    }
    default:
      lower_loop(statement, from, to, std::move(branches));
  }
}

void StepSplitter::lower_sequence(Stmt statement, Control from, Control to,
                                  std::vector<std::uint32_t> branches) {
  // Neighbours that may stay together do.
  std::vector<Stmt> groups;
  std::vector<Stmt> together;
  const auto flush = [&] {
    if (!together.empty()) groups.push_back(ir::sequence(graph_.context(), together));
    together.clear();
  };
  for (const Stmt child : statement.children()) {
    if (!needs_split(child)) {
      together.push_back(child);
      continue;
    }
    flush();
    groups.push_back(child);
  }
  flush();
  Control at = from;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const Control next = i + 1 == groups.size() ? to : fresh_control();
    lower(groups[i], at, next, std::move(branches));
    branches.clear();
    at = next;
  }
}

void StepSplitter::lower_loop(Stmt statement, Control from, Control to,
                              std::vector<std::uint32_t> branches) {
  ir::Context& context = graph_.context();
  // Counts down what is left and derives the counter from it. With the counter itself as loop
  // variable, an abstraction that knows it but not the upper bound would count for ever.
  // The counter becomes a part of states, which that of a loop within an action never is: where two
  // loops count by the same variable, it must not be that one.
  const ir::Var counter = context.declare_fresh(statement.var());
  const ir::Var end = context.declare_fresh(counter);
  const ir::Var left = context.declare_fresh(counter);
  for (const ir::Var var : {counter, end, left}) graph_.add_auxiliary(var);
  const SourceLocation location = statement.location();
  const ir::Expr rest = context.var(left);
  const ir::Expr more = ir::lt(context.int_literal(0), rest);
  const Control head = fresh_control();
  const Control body = fresh_control();
  const Control body_end = fresh_control();
  emit(ir::sequence(context,
                    {ir::assign(end, statement.bound(), location),
                     ir::assign(left, ir::sub(context.var(end), statement.expr()), location)}),
       from, head, std::move(branches));
  emit(ir::sequence(context, {ir::assume(more, location),
                              ir::assign(counter, ir::sub(context.var(end), rest), location)}),
       head, body, {});
  lower(ir::rename(context, statement.child(0), statement.var(), counter), body, body_end, {});
  emit(ir::assign(left, ir::sub(rest, context.int_literal(1)), location), body_end, head, {});
  emit(ir::assume(ir::not_(more), location), head, to, {});
}

}  // namespace arges::model
