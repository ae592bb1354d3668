#include "analysis/domain/explicit/explicit_domain.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/invariant.h"
#include "ir/unfold.h"
#include "smt/enumerate.h"

namespace arges::analysis {

using ir::Expr;
using ir::Value;

ExplicitDomain::ExplicitDomain(Env& env, ir::Context& context, smt::SolverFactory& solvers,
                               std::uint32_t max_enum)
    : env_(env),
      context_(context),
      solver_(solvers.make()),
      max_enum_(max_enum == 0 ? smt::no_limit : max_enum),
      posts_(env.statistics.counter("explicit::posts")),
      solver_posts_(env.statistics.counter("explicit::posts_by_solver")),
      cache_hits_(env.statistics.counter("explicit::cache_hits")),
      enumerations_cut_(env.statistics.counter("explicit::enumerations_cut")) {}

std::size_t ExplicitDomain::KeyHash::operator()(const std::vector<std::uint64_t>& key) const {
  std::size_t hash = key.size();
  for (const std::uint64_t word : key) hash = hash_combine(hash, word);
  return hash;
}

std::vector<StateId> ExplicitDomain::initial(Expr condition, const Facts& facts) {
  // The condition is an assumption made in a state that knows nothing.
  const Action assume_initial{
      .id = 0, .source = 0, .target = 0, .statement = ir::assume(condition), .label = "initial"};
  const CompiledAction action(context_, assume_initial);
  std::vector<bool> keeps(action.num_slots(), false);
  for (std::size_t i = 0; i < action.accessed().size(); ++i)
    keeps[i] = facts.tracks(action.accessed()[i]);
  const std::vector<Value> nothing(action.accessed().size());
  return assemble(states_.intern(states_.mask({}), {}), action, facts,
                  successors(action, nothing, keeps));
}

const CompiledAction& ExplicitDomain::compiled(const Action& action) {
  std::unique_ptr<CompiledAction>& entry = compiled_[&action];
  if (!entry) entry = std::make_unique<CompiledAction>(context_, action);
  return *entry;
}

std::vector<StateId> ExplicitDomain::post(StateId state, const Action& action, const Facts& facts) {
  posts_.add();
  const CompiledAction& code = compiled(action);
  const ExplicitState& source = states_.get(state);
  std::vector<Value> values;
  std::vector<bool> keeps(code.num_slots(), false);
  for (std::size_t i = 0; i < code.accessed().size(); ++i) {
    values.push_back(source.get(code.accessed()[i]));
    keeps[i] = facts.tracks(code.accessed()[i]);
  }
  const std::uint64_t solver_posts_before = solver_posts_.value();
  std::vector<std::uint64_t> key;
  const auto make_key = [&] {
    key.push_back(action.id);
    for (std::size_t i = 0; i < values.size(); ++i) {
      key.push_back(values[i].word());
      key.push_back(keeps[i] ? 1 : 0);
    }
  };
  if (needs_cache_[&action]) {
    make_key();
    if (const auto found = cache_.find(key); found != cache_.end()) {
      cache_hits_.add();
      return assemble(state, code, facts, found->second);
    }
  }
  Rows rows = successors(code, values, keeps);
  std::vector<StateId> result = assemble(state, code, facts, rows);
  if (solver_posts_.value() != solver_posts_before) {
    if (key.empty()) make_key();
    needs_cache_[&action] = true;
    cache_.emplace(std::move(key), std::move(rows));
  }
  return result;
}

namespace {

/// Slots that matter after the action, are unknown, and are tied to something: an assumption,
/// another value, or the same value in another slot.
std::vector<std::uint32_t> open_slots(const Fork& fork, const std::vector<bool>& keeps,
                                      std::size_t accessed) {
  std::unordered_map<std::uint64_t, std::uint64_t> leader;
  const auto find = [&](std::uint64_t tag) {
    while (true) {
      const auto up = leader.find(tag);
      if (up == leader.end() || up->second == tag) return tag;
      tag = up->second;
    }
  };
  std::unordered_map<std::uint64_t, int> uses;  // by tag: tracked slots holding it
  for (std::size_t i = 0; i < accessed; ++i)
    if (keeps[i] && fork.slots[i].is_unknown()) ++uses[fork.slots[i].unknown_tag()];
  for (const auto& [a, b] : fork.relations) leader[find(a)] = find(b);
  std::unordered_map<std::uint64_t, bool> tied;
  for (const auto& [a, b] : fork.relations) tied[find(a)] = true;
  for (const std::uint64_t tag : fork.constrained) tied[find(tag)] = true;

  std::vector<std::uint32_t> result;
  for (std::size_t i = 0; i < accessed; ++i) {
    if (!keeps[i] || !fork.slots[i].is_unknown()) continue;
    const std::uint64_t tag = fork.slots[i].unknown_tag();
    const auto group = tied.find(find(tag));
    if (uses[tag] > 1 || group != tied.end()) result.push_back(static_cast<std::uint32_t>(i));
  }
  return result;
}

}  // namespace

ExplicitDomain::Rows ExplicitDomain::successors(const CompiledAction& action,
                                                std::span<const Value> source,
                                                const std::vector<bool>& keeps) {
  SetTransformer transformer(env_.limits, action, keeps);
  const auto forks = transformer.run(source);
  if (!forks) return too_many_forks(transformer, action, source, keeps);
  const std::size_t accessed = action.accessed().size();
  Rows rows;
  for (const Fork& fork : *forks) {
    const std::vector<std::uint32_t> open = open_slots(fork, keeps, accessed);
    std::vector<Value> row(fork.slots.begin(),
                           fork.slots.begin() + static_cast<std::ptrdiff_t>(accessed));
    if (open.empty() && fork.constrained.empty())
      rows.push_back(std::move(row));
    else
      std::ranges::move(rows_by_solver(action, source, transformer.path(fork), row, open),
                        std::back_inserter(rows));
  }
  return rows;
}

ExplicitDomain::Rows ExplicitDomain::rows_by_solver(const CompiledAction& action,
                                                    std::span<const Value> source,
                                                    const std::vector<ir::Stmt>& path,
                                                    std::vector<Value> row,
                                                    const std::vector<std::uint32_t>& open) {
  Rows rows;
  env_.limits.check();
  solver_posts_.add();
  ir::Unfolder unfolder(context_);
  const ir::Unfolding unfolding = unfolder.unfold(path, {});
  solver_->push();
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (source[i].is_unknown()) continue;
    const ir::Var var = action.accessed()[i];
    solver_->add(ir::eq(context_.var(var), context_.literal(var->type, source[i])));
  }
  solver_->add(unfolding.formula);

  std::vector<Expr> projection;
  for (const std::uint32_t slot : open) {
    const ir::Var var = action.accessed()[slot];
    projection.push_back(context_.var(var, unfolding.after.get(var)));
  }
  if (projection.empty()) {
    if (solver_->check() != smt::Status::unsat) rows.push_back(std::move(row));
    solver_->pop();
    return rows;
  }
  const smt::Enumeration found = smt::enumerate(*solver_, projection, max_enum_);
  if (found.end == smt::EnumerationEnd::complete) {
    for (const auto& tuple : found.tuples) {
      for (std::size_t i = 0; i < open.size(); ++i) row[open[i]] = tuple[i];
      rows.push_back(row);
    }
  } else {
    enumerations_cut_.add();
    // Too many together; a variable that has a single value still gets it.
    for (std::size_t i = 0; i < open.size() && open.size() > 1; ++i) {
      const smt::Enumeration alone =
          smt::enumerate(*solver_, std::span(projection).subspan(i, 1), 1);
      if (alone.end == smt::EnumerationEnd::complete && alone.tuples.size() == 1)
        row[open[i]] = alone.tuples.front().front();
    }
    rows.push_back(std::move(row));
  }
  solver_->pop();
  return rows;
}

ExplicitDomain::Rows ExplicitDomain::too_many_forks(SetTransformer& transformer,
                                                    const CompiledAction& action,
                                                    std::span<const Value> source,
                                                    const std::vector<bool>& keeps) {
  const auto joined = transformer.run_joined(source);
  if (!joined) return {};
  const std::size_t accessed = action.accessed().size();
  std::vector<Value> row(joined->begin(), joined->begin() + static_cast<std::ptrdiff_t>(accessed));
  std::vector<std::uint32_t> open;
  for (std::uint32_t i = 0; i < accessed; ++i)
    if (keeps[i] && row[i].is_unknown()) open.push_back(i);
  return rows_by_solver(action, source, {action.action().statement}, std::move(row), open);
}

std::vector<StateId> ExplicitDomain::assemble(StateId source, const CompiledAction& action,
                                              const Facts& facts, const Rows& rows) {
  std::vector<StateId> result;
  std::vector<ir::Var> vars;
  std::vector<Value> values;
  for (const std::vector<Value>& row : rows) {
    vars.clear();
    values.clear();
    const ExplicitState& before = states_.get(source);
    for (const ir::Var var : facts.variables()) {
      const auto at = std::lower_bound(action.accessed().begin(), action.accessed().end(), var,
                                       [](ir::Var a, ir::Var b) { return a->id < b->id; });
      const bool changed = at != action.accessed().end() && *at == var;
      const Value value =
          changed ? row[static_cast<std::size_t>(at - action.accessed().begin())] : before.get(var);
      if (value.is_unknown()) continue;
      vars.push_back(var);
      values.push_back(value);
    }
    const StateId state = states_.intern(states_.mask(vars), values);
    if (std::find(result.begin(), result.end(), state) == result.end()) result.push_back(state);
  }
  return result;
}

Expr ExplicitDomain::to_expr(StateId id) const {
  const ExplicitState& state = states_.get(id);
  if (state.values.empty()) return context_.true_expr();
  std::vector<Expr> parts;
  for (std::size_t i = 0; i < state.values.size(); ++i) {
    const ir::Var var = state.mask->vars[i];
    parts.push_back(ir::eq(context_.var(var), context_.literal(var->type, state.values[i])));
  }
  return ir::and_(parts);
}

std::string ExplicitDomain::to_string(StateId id) const {
  const ExplicitState& state = states_.get(id);
  std::string result;
  for (std::size_t i = 0; i < state.values.size(); ++i) {
    const ir::Var var = state.mask->vars[i];
    result += fmt::format("{}{} = {}", i == 0 ? "" : ", ", var->name,
                          ir::to_string(state.values[i], var->type));
  }
  return result;
}

std::unique_ptr<CoverIndex> ExplicitDomain::make_cover_index() const {
  return std::make_unique<ExplicitCoverIndex>(states_);
}

void ExplicitDomain::refine(Precision& precision, const Refutation& refutation,
                            std::span<const Control> controls) const {
  INVARIANT(refutation.variables.size() == controls.size(),
            "a refutation should speak about every state of its trace");
  for (std::size_t k = 0; k < controls.size(); ++k)
    for (const ir::Var var : refutation.variables[k]) precision.add_variable(controls[k], var);
}

}  // namespace arges::analysis
