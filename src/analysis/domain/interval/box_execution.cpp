#include "analysis/domain/interval/box_execution.h"

#include <iterator>

#include "analysis/domain/interval/cell_projection.h"
#include "ir/simplify.h"

namespace arges::analysis {

using ir::Expr;
using ir::Op;
using ir::Stmt;
using ir::StmtKind;

namespace {

/// More ways through a statement are better left to a solver, which tells them apart by need.
constexpr std::size_t most_ways = 256;

}  // namespace

BoxExecution::Term BoxExecution::fresh(const Interval& interval, Way& way) {
  if (interval.is_single()) return LinearTerm::constant(interval.lo);
  way.unknowns.push_back(interval);
  return LinearTerm{static_cast<std::uint32_t>(way.unknowns.size() - 1), 1, 0};
}

BoxExecution::Term BoxExecution::read(ir::Var var, Way& way) const {
  const auto at = std::lower_bound(
      way.variables.begin(), way.variables.end(), var,
      [](const auto& entry, ir::Var v) { return ir::declared_before(entry.first, v); });
  if (at != way.variables.end() && at->first == var) {
    if (!at->second || at->second->is_constant()) return at->second;
    const Interval now = range(*at->second, way);
    return now.is_single() ? Term(LinearTerm::constant(now.lo)) : at->second;
  }
  const auto all = Interval::all_of(var->type);
  const auto index = at - way.variables.begin();
  Term term;
  if (all) term = fresh(find_interval(before_, var).value_or(*all), way);
  way.variables.emplace(way.variables.begin() + index, var, term);
  return term;
}

void BoxExecution::write(ir::Var var, Term term, Way& way) {
  const auto at = std::lower_bound(
      way.variables.begin(), way.variables.end(), var,
      [](const auto& entry, ir::Var v) { return ir::declared_before(entry.first, v); });
  if (at != way.variables.end() && at->first == var)
    at->second = std::move(term);
  else
    way.variables.emplace(at, var, std::move(term));
}

Interval BoxExecution::range(const LinearTerm& term, const Way& way) {
  return term.is_constant() ? Interval::of(term.offset) : term.range(way.unknowns[term.base]);
}

void BoxExecution::add(std::vector<Way>& to, std::vector<Way> ways) {
  if (to.size() + ways.size() > most_ways) failed_ = true;
  if (failed_) return;
  if (to.empty())
    to = std::move(ways);
  else
    std::move(ways.begin(), ways.end(), std::back_inserter(to));
}

std::vector<BoxExecution::Way> BoxExecution::execute(Stmt statement, std::vector<Way> ways) {
  if (failed_) return {};
  switch (statement.kind()) {
    case StmtKind::skip:
      return ways;
    case StmtKind::sequence:
      for (const Stmt child : statement.children()) ways = execute(child, std::move(ways));
      return ways;
    case StmtKind::choice: {
      std::vector<Way> result;
      for (const Stmt child : statement.children()) add(result, execute(child, ways));
      return result;
    }
    case StmtKind::local:
      return execute_local(statement, std::move(ways));
    case StmtKind::loop:
      failed_ = true;
      return {};
    default:
      break;
  }
  std::vector<Way> result;
  for (Way& way : ways) add(result, execute_one(statement, std::move(way)));
  return result;
}

/// Those whose meaning depends on the way.
std::vector<BoxExecution::Way> BoxExecution::execute_one(Stmt statement, Way way) {
  std::vector<Way> result;
  switch (statement.kind()) {
    case StmtKind::assign:
      for (Valued& value : evaluate(statement.expr(), std::move(way))) {
        write(statement.var(), value.term, value.way);
        result.push_back(std::move(value.way));
      }
      break;
    case StmtKind::assume:
      result = split(statement.expr(), std::move(way)).holds;
      break;
    case StmtKind::havoc: {
      const auto all = Interval::all_of(statement.var()->type);
      write(statement.var(), all ? fresh(*all, way) : Term(), way);
      result.push_back(std::move(way));
      break;
    }
    case StmtKind::if_: {
      Cases cases = split(statement.expr(), std::move(way));
      result = execute(statement.child(0), std::move(cases.holds));
      add(result, execute(statement.child(1), std::move(cases.fails)));
      break;
    }
    default:
      failed_ = true;
  }
  return result;
}

/// Variables of the block are arbitrary at its start; those that they hide come back at its end.
std::vector<BoxExecution::Way> BoxExecution::execute_local(Stmt statement, std::vector<Way> ways) {
  std::vector<Way> result;
  for (Way& way : ways) {
    std::vector<std::pair<ir::Var, Term>> hidden;
    for (const ir::Var var : statement.locals()) {
      hidden.emplace_back(var, read(var, way));
      const auto all = Interval::all_of(var->type);
      write(var, all ? fresh(*all, way) : Term(), way);
    }
    std::vector<Way> after = execute(statement.child(0), {std::move(way)});
    for (Way& one : after)
      for (const auto& [var, term] : hidden) write(var, term, one);
    add(result, std::move(after));
  }
  return result;
}

std::vector<BoxExecution::Valued> BoxExecution::evaluate(Expr expr, Way way) {
  if (failed_) return {};
  std::vector<Valued> result;
  if (expr.is_variable()) {
    const Term term = read(expr.var(), way);
    result.push_back({std::move(way), term});
    return result;
  }
  if (!Interval::all_of(expr.type())) return {{std::move(way), std::nullopt}};
  if (expr.is_literal()) {
    const bool fits = expr.value().is_small();
    result.push_back(
        {std::move(way), fits ? Term(LinearTerm::constant(expr.value().as_small())) : Term()});
    return result;
  }
  if (expr.type().is_bool()) {
    Cases cases = split(expr, std::move(way));
    for (Way& one : cases.holds) result.push_back({std::move(one), LinearTerm::constant(1)});
    for (Way& one : cases.fails) result.push_back({std::move(one), LinearTerm::constant(0)});
    return result;
  }
  if (expr.op() == Op::ite) {
    Cases cases = split(expr.child(0), std::move(way));
    for (Way& one : cases.holds)
      std::ranges::move(evaluate(expr.child(1), std::move(one)), std::back_inserter(result));
    for (Way& one : cases.fails)
      std::ranges::move(evaluate(expr.child(2), std::move(one)), std::back_inserter(result));
    return result;
  }
  return evaluate_operands(expr, std::move(way));
}

/// An operator on numbers: from the left to the right.
std::vector<BoxExecution::Valued> BoxExecution::evaluate_operands(Expr expr, Way way) {
  const bool is_arithmetic = expr.op() == Op::add || expr.op() == Op::mul || expr.op() == Op::div ||
                             expr.op() == Op::mod || expr.op() == Op::rem;
  if (!is_arithmetic) return {{std::move(way), std::nullopt}};
  std::vector<Valued> result = evaluate(expr.child(0), std::move(way));
  for (const Expr operand : expr.children().subspan(1)) {
    std::vector<Valued> next;
    for (Valued& left : result)
      for (Valued& right : evaluate(operand, std::move(left.way)))
        next.push_back({std::move(right.way), combine(expr, left.term, right.term)});
    if (next.size() > most_ways) failed_ = true;
    if (failed_) return {};
    result = std::move(next);
  }
  return result;
}

BoxExecution::Term BoxExecution::combine(Expr expr, const Term& a, const Term& b) const {
  if (!a || !b) return std::nullopt;
  if (expr.op() == Op::add) return sum(*a, *b);
  if (expr.op() == Op::mul) {
    if (b->is_constant()) return product(*a, b->offset);
    return a->is_constant() ? product(*b, a->offset) : std::nullopt;
  }
  if (!a->is_constant() || !b->is_constant()) return std::nullopt;
  const Expr folded = ir::simplify(
      ir::binary(expr.op(), context_.int_literal(a->offset), context_.int_literal(b->offset)));
  if (!folded.is_literal() || !folded.value().is_small()) return std::nullopt;
  return LinearTerm::constant(folded.value().as_small());
}

BoxExecution::Cases BoxExecution::split(Expr condition, Way way) {
  if (failed_) return {};
  Cases result;
  switch (condition.op()) {
    case Op::literal:
      (condition.is_true() ? result.holds : result.fails).push_back(std::move(way));
      return result;
    case Op::variable: {
      const Term term = read(condition.var(), way);
      if (!term) failed_ = true;
      if (failed_) return {};
      decide(Op::eq, *term, LinearTerm::constant(1), std::move(way), result);
      return result;
    }
    case Op::not_:
      result = split(condition.child(0), std::move(way));
      std::swap(result.holds, result.fails);
      return result;
    case Op::and_:
    case Op::or_:
      return split_all(condition, std::move(way));
    case Op::ite: {
      Cases cases = split(condition.child(0), std::move(way));
      for (auto& [ways, branch] : {std::pair{&cases.holds, condition.child(1)},
                                   std::pair{&cases.fails, condition.child(2)}})
        for (Way& one : *ways) {
          Cases inner = split(branch, std::move(one));
          add(result.holds, std::move(inner.holds));
          add(result.fails, std::move(inner.fails));
        }
      return result;
    }
    case Op::eq:
      if (condition.child(0).type().is_bool()) return split_equivalence(condition, std::move(way));
      return compare(condition, std::move(way));
    case Op::lt:
    case Op::le:
      return compare(condition, std::move(way));
    default:
      failed_ = true;
      return {};
  }
}

/// Conjunctions and disjunctions: as long as operands do not decide, the next one is looked at.
BoxExecution::Cases BoxExecution::split_all(Expr condition, Way way) {
  const bool is_and = condition.op() == Op::and_;
  std::vector<Way> open{std::move(way)};
  std::vector<Way> decided;
  for (const Expr operand : condition.children()) {
    std::vector<Way> next;
    for (Way& one : open) {
      Cases cases = split(operand, std::move(one));
      if (!is_and) std::swap(cases.holds, cases.fails);
      add(next, std::move(cases.holds));
      add(decided, std::move(cases.fails));
    }
    open = std::move(next);
  }
  if (is_and) return {std::move(open), std::move(decided)};
  return {std::move(decided), std::move(open)};
}

BoxExecution::Cases BoxExecution::split_equivalence(Expr condition, Way way) {
  Cases result;
  Cases left = split(condition.child(0), std::move(way));
  for (Way& one : left.holds) {
    Cases right = split(condition.child(1), std::move(one));
    add(result.holds, std::move(right.holds));
    add(result.fails, std::move(right.fails));
  }
  for (Way& one : left.fails) {
    Cases right = split(condition.child(1), std::move(one));
    add(result.holds, std::move(right.fails));
    add(result.fails, std::move(right.holds));
  }
  return result;
}

BoxExecution::Cases BoxExecution::compare(Expr comparison, Way way) {
  Cases result;
  for (Valued& left : evaluate(comparison.child(0), std::move(way)))
    for (Valued& right : evaluate(comparison.child(1), std::move(left.way))) {
      if (!left.term || !right.term) failed_ = true;
      if (failed_) return {};
      decide(comparison.op(), *left.term, *right.term, std::move(right.way), result);
    }
  return result;
}

void BoxExecution::decide(Op op, const LinearTerm& a, const LinearTerm& b, Way way, Cases& cases) {
  const auto negated = product(b, -1);
  const auto difference = negated ? sum(a, *negated) : std::nullopt;
  if (difference) return narrow(op, *difference, std::move(way), cases);
  // Two unknowns: only intervals that are apart, or touch, decide.
  const Interval left = range(a, way);
  const Interval right = range(b, way);
  const bool below = left.hi < right.lo;
  const bool above = left.lo > right.hi;
  const bool not_below = left.lo >= right.hi && left.lo != Interval::no_lower;
  const bool not_above = left.hi <= right.lo && left.hi != Interval::no_upper;
  std::optional<bool> holds;
  if (op == Op::eq && (below || above)) holds = false;
  if (op == Op::lt && (below || not_below)) holds = below;
  if (op == Op::le && (not_above || above)) holds = not_above;
  if (!holds) {
    failed_ = true;
    return;
  }
  (*holds ? cases.holds : cases.fails).push_back(std::move(way));
}

/// Compares a term with zero.
void BoxExecution::narrow(Op op, const LinearTerm& term, Way way, Cases& cases) {
  if (term.is_constant()) {
    const bool holds = op == Op::eq   ? term.offset == 0
                       : op == Op::lt ? term.offset < 0
                                      : term.offset <= 0;
    (holds ? cases.holds : cases.fails).push_back(std::move(way));
    return;
  }
  const Interval all = way.unknowns[term.base];
  const auto put = [&](std::vector<Way>& to, const Interval& part) {
    if (part.is_empty()) return;
    Way one = way;
    one.unknowns[term.base] = part;
    to.push_back(std::move(one));
  };
  if (op != Op::eq) {
    const Interval holds = term.base_if_at_most(op == Op::lt ? -1 : 0);
    put(cases.holds, all.meet(holds));
    put(cases.fails,
        all.meet(holds.hi == Interval::no_upper ? Interval{Interval::no_lower, holds.lo - 1}
                                                : Interval{holds.hi + 1, Interval::no_upper}));
    return;
  }
  const auto zero = term.base_if_equal(0);
  if (!zero) return put(cases.fails, all);
  put(cases.holds, all.meet(Interval::of(*zero)));
  put(cases.fails, all.meet({Interval::no_lower, *zero - 1}));
  put(cases.fails, all.meet({*zero + 1, Interval::no_upper}));
}

void BoxExecution::project(Way way, std::span<const Partitioned> targets,
                           std::vector<Box>& result) {
  std::vector<TargetTerm> terms;
  for (const Partitioned& target : targets) {
    const Term term = read(target.variable, way);
    if (!term) failed_ = true;
    if (failed_) return;
    terms.push_back({&target, *term});
  }
  auto cells = cells_of(terms, way.unknowns);
  if (!cells) {
    failed_ = true;
    return;
  }
  for (Box& box : *cells)
    if (std::find(result.begin(), result.end(), box) == result.end())
      result.push_back(std::move(box));
}

std::optional<std::vector<Box>> BoxExecution::run(Stmt statement,
                                                  std::span<const Partitioned> targets) {
  std::vector<Box> result;
  for (Way& way : execute(statement, {Way{}})) {
    if (failed_) break;
    project(std::move(way), targets, result);
  }
  if (failed_) return std::nullopt;
  return result;
}

}  // namespace arges::analysis
