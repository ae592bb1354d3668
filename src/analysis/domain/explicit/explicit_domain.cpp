#include "analysis/domain/explicit/explicit_domain.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/invariant.h"
#include "ir/traversal.h"
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
      enumerations_cut_(env.statistics.counter("explicit::enumerations_cut")),
      questions_(*solver_, env.statistics.counter("explicit::open_questions")) {}

std::vector<StateId> ExplicitDomain::initial(const Action& start, Precision& precision) {
  return post({states_.intern(states_.mask({}), {}), start, precision});
}

namespace {

std::optional<std::size_t> slot_of(const CompiledAction& action, ir::Var var) {
  const std::vector<ir::Var>& accessed = action.accessed();
  const auto at = std::lower_bound(accessed.begin(), accessed.end(), var, ir::declared_before);
  if (at == accessed.end() || *at != var) return std::nullopt;
  return static_cast<std::size_t>(at - accessed.begin());
}

/// Whether a condition says no more than the value of a variable that was unknown: then it is known
/// now.
bool learn_value(Expr condition, const CompiledAction& action, std::vector<Value>& values) {
  const auto fixed = ir::fixed_value(condition);
  if (!fixed) return false;
  const auto slot = slot_of(action, fixed->variable.var());
  if (!slot || !values[*slot].is_unknown()) return false;
  values[*slot] = fixed->value.value();
  return true;
}

/// The position of each of these variables in a list, both by declaration.
std::vector<std::uint32_t> positions_in(const std::vector<ir::Var>& list,
                                        const std::vector<ir::Var>& variables,
                                        std::uint32_t no_position) {
  std::vector<std::uint32_t> result;
  std::uint32_t at = 0;
  for (const ir::Var var : variables) {
    while (at < list.size() && list[at]->id < var->id) ++at;
    result.push_back(at < list.size() && list[at] == var ? at : no_position);
  }
  return result;
}

}  // namespace

const ExplicitDomain::Plan& ExplicitDomain::plan(const PostQuery& query) {
  auto found = plans_.find(&query.action);
  const bool is_new = found == plans_.end();
  if (is_new)
    found = plans_.emplace(&query.action, Plan{CompiledAction(context_, query.action)}).first;
  Plan& plan = found->second;
  if (is_new || plan.tracked != query.facts().variables()) plan_after(plan, query);
  const VarMask* mask = states_.get(query.state).mask;
  if (plan.mask_before != mask) plan_before(plan, mask);
  return plan;
}

void ExplicitDomain::plan_after(Plan& plan, const PostQuery& query) {
  const std::vector<ir::Var>& accessed = plan.action.accessed();
  plan.tracked = query.facts().variables();
  std::vector<ir::Var> kept = plan.tracked;
  std::erase_if(kept, [&](ir::Var var) { return query.action.leaves_dead(var); });
  const std::vector<std::uint32_t> slots = positions_in(accessed, kept, no_position);
  plan.keeps.assign(plan.action.num_slots(), false);
  plan.kept.clear();
  for (std::size_t i = 0; i < kept.size(); ++i) {
    plan.kept.push_back({kept[i], slots[i]});
    if (slots[i] != no_position) plan.keeps[slots[i]] = true;
  }
  plan.mask_after = states_.mask(std::move(kept));
  plan.mask_before = nullptr;
}

void ExplicitDomain::plan_before(Plan& plan, const VarMask* mask) {
  plan.mask_before = mask;
  plan.positions = positions_in(mask->vars, plan.action.accessed(), no_position);
  const std::vector<std::uint32_t> kept =
      positions_in(mask->vars, plan.mask_after->vars, no_position);
  for (std::size_t i = 0; i < kept.size(); ++i) plan.kept[i].position = kept[i];
}

ExplicitDomain::Source ExplicitDomain::source(const PostQuery& query) {
  const Plan& plan = this->plan(query);
  const PackedValues& known = states_.get(query.state).values;
  Source result{plan, {}, {}};
  result.values.reserve(plan.positions.size());
  for (const std::uint32_t at : plan.positions)
    result.values.push_back(at == no_position ? Value::unknown() : known[at]);
  if (query.before) {
    const std::vector<Expr> conjuncts = ir::conjuncts(query.before);
    for (const std::size_t i : relevance_.connected(conjuncts, plan.action.accessed()))
      if (!learn_value(conjuncts[i], plan.action, result.values))
        result.conditions.push_back(conjuncts[i]);
  }
  return result;
}

/// Algorithms 1 to 3 of Bajkai 2018 differ in what the budget counts: a variable over it is
/// dropped, and the successors are computed again.
std::vector<StateId> ExplicitDomain::post(const PostQuery& query) {
  posts_.add();
  if (budget_ != nullptr)
    for (const ir::Var var : budget_->spent(query)) query.precision.drop(var);
  while (true) {
    const Source source = this->source(query);
    Successors found = cached_successors(source);
    if (found.too_many == nullptr) found.too_many = over_budget(source, found.rows);
    if (found.too_many == nullptr) return assemble(query, source.plan, found.rows);
    query.precision.drop(found.too_many);
  }
}

ir::Var ExplicitDomain::over_budget(const Source& source, const Rows& rows) {
  if (budget_ == nullptr) return nullptr;
  for (const std::vector<Value>& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) {
      const ir::Var var = source.action().accessed()[i];
      if (source.keeps()[i] && !row[i].is_unknown() && budget_->exceeds(var, row[i])) return var;
    }
  return nullptr;
}

ExplicitDomain::Successors ExplicitDomain::cached_successors(const Source& source) {
  const Action* action = &source.action().action();
  const std::uint64_t solver_posts_before = solver_posts_.value();
  std::vector<std::uint64_t> key;
  const auto make_key = [&] {
    const std::vector<ir::Var>& accessed = source.action().accessed();
    key.push_back(reinterpret_cast<std::uintptr_t>(action));
    for (std::size_t i = 0; i < source.values.size(); ++i) {
      key.push_back(source.values[i].word());
      const bool enumerated = budget_ == nullptr || budget_->enumerates(accessed[i]);
      key.push_back(!source.keeps()[i] ? 0 : enumerated ? 1 : 2);
    }
    for (const Expr condition : source.conditions) key.push_back(condition.id());
  };
  if (needs_cache_[action]) {
    make_key();
    if (const auto found = cache_.find(key); found != cache_.end()) {
      cache_hits_.add();
      return {found->second, nullptr};
    }
  }
  Successors result = successors(source);
  if (result.too_many == nullptr && solver_posts_.value() != solver_posts_before) {
    if (key.empty()) make_key();
    needs_cache_[action] = true;
    cache_.emplace(std::move(key), result.rows);
  }
  return result;
}

namespace {

/// Slots that matter after the action, are unknown, and are tied to something: an assumption,
/// another value, or the same value in another slot.
std::vector<std::uint32_t> open_slots(const Fork& fork, const std::vector<bool>& keeps,
                                      std::size_t accessed) {
  bool any = false;
  for (std::size_t i = 0; i < accessed && !any; ++i) any = keeps[i] && fork.slots[i].is_unknown();
  if (!any) return {};
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

/// Whether an array of integers may have elements that are larger than any that models mention:
/// then it has too many values, and to enumerate arrays takes the solver long.
bool is_boundless(smt::Solver& solver, Expr array) {
  const ir::Type type = array.type();
  if (!type.is_array() || !type.element().is_int()) return false;
  ir::Context& context = array.context();
  const Expr large = context.int_literal(std::int64_t{1} << 40);
  const Expr element = ir::select(array, context.var(context.declare("index", type.index())));
  solver.push();
  solver.add(ir::or_(ir::lt(large, element), ir::lt(element, ir::neg(large))));
  const bool result = solver.check() == smt::Status::sat;
  solver.pop();
  return result;
}

}  // namespace

std::vector<bool> ExplicitDomain::restricted(const Source& source) {
  std::vector<bool> result(source.action().accessed().size(), false);
  for (const Expr condition : source.conditions)
    for (const ir::Var var : relevance_.variables(condition))
      if (const auto slot = slot_of(source.action(), var)) result[*slot] = true;
  return result;
}

ExplicitDomain::Successors ExplicitDomain::successors(const Source& source) {
  SetTransformer transformer(env_.limits, source.action(), source.keeps(), restricted(source));
  const auto forks = transformer.run(source.values);
  if (!forks) return too_many_forks(transformer, source);
  const std::size_t accessed = source.values.size();
  Successors result;
  for (const Fork& fork : *forks) {
    const std::vector<std::uint32_t> open = open_slots(fork, source.keeps(), accessed);
    std::vector<Value> row(fork.slots.begin(),
                           fork.slots.begin() + static_cast<std::ptrdiff_t>(accessed));
    Successors some;
    if (open.empty() && fork.constrained.empty())
      some.rows.push_back(std::move(row));
    else
      some = rows_by_solver(source, transformer.path(fork), std::move(row), open);
    if (some.too_many != nullptr) return some;
    some.rows = with_all_values(source, std::move(some.rows), free_slots(source, fork, open));
    std::ranges::move(some.rows, std::back_inserter(result.rows));
  }
  return result;
}

std::vector<std::uint32_t> ExplicitDomain::free_slots(
    const Source& source, const Fork& fork, const std::vector<std::uint32_t>& open) const {
  std::vector<std::uint32_t> result;
  if (!listed_ || !listed_->places(source.action().action().target)) return result;
  const std::vector<ir::Var>& accessed = source.action().accessed();
  for (std::uint32_t slot = 0; slot < accessed.size(); ++slot) {
    if (!source.keeps()[slot] || !fork.slots[slot].is_unknown()) continue;
    const bool is_asked_for = std::find(open.begin(), open.end(), slot) != open.end();
    const std::vector<ir::Var>& among = listed_->variables;
    if (!is_asked_for && std::find(among.begin(), among.end(), accessed[slot]) != among.end())
      result.push_back(slot);
  }
  return result;
}

ExplicitDomain::Rows ExplicitDomain::with_all_values(const Source& source, Rows rows,
                                                     const std::vector<std::uint32_t>& free) const {
  for (const std::uint32_t slot : free) {
    const std::uint64_t count = source.action().accessed()[slot]->type.cardinality(max_enum_);
    if (count == 0 || rows.size() * count > max_enum_) continue;
    Rows all;
    all.reserve(rows.size() * count);
    for (const std::vector<Value>& row : rows)
      for (std::uint64_t value = 0; value < count; ++value) {
        all.push_back(row);
        all.back()[slot] = Value::small(static_cast<std::int64_t>(value));
      }
    rows = std::move(all);
  }
  return rows;
}

ExplicitDomain::Successors ExplicitDomain::rows_by_solver(const Source& source,
                                                          const std::vector<ir::Stmt>& path,
                                                          std::vector<Value> row,
                                                          const std::vector<std::uint32_t>& open) {
  env_.limits.check();
  solver_posts_.add();
  ir::Unfolder unfolder(context_);
  const ir::Unfolding unfolding = unfolder.unfold(path, {});
  const ir::ValuePropagation known = propagate(source, unfolding.formula);
  if (known.is_contradictory()) return {};
  const std::vector<ir::Var>& accessed = source.action().accessed();
  std::vector<Expr> projection;
  std::vector<std::uint32_t> asked;
  for (const std::uint32_t slot : open) {
    if (budget_ != nullptr && !budget_->enumerates(accessed[slot])) continue;
    const Expr value =
        known.apply(context_.var(accessed[slot], unfolding.after.get(accessed[slot])));
    if (value.is_literal()) {
      row[slot] = value.value();
      continue;
    }
    asked.push_back(slot);
    projection.push_back(value);
  }
  // What has nothing to do with the values that are asked for must be possible, and that is all.
  std::vector<Expr> about;
  for (const OpenQuestions::Formulas& group : questions_.groups(known.rest())) {
    if (questions_.is_about(group, projection))
      about.insert(about.end(), group.begin(), group.end());
    else if (!questions_.may_hold(group))
      return {};
  }
  if (asked.empty()) return {{std::move(row)}, nullptr};
  solver_->push();
  for (const Expr formula : about) solver_->add(formula);
  constexpr std::size_t few = 32;  // then an end is near anyway
  for (std::size_t i = asked.size(); i-- > 0 && budget_ == nullptr && max_enum_ > few;) {
    if (!is_boundless(*solver_, projection[i])) continue;
    const std::span<const Expr> array = std::span(projection).subspan(i, 1);
    const smt::Enumeration alone = smt::enumerate(*solver_, array, 1);
    if (alone.end == smt::EnumerationEnd::complete && alone.tuples.size() == 1)
      row[asked[i]] = alone.tuples.front().front();
    else if (enumerations_cut_.add(); !first_given_up_)
      first_given_up_.emplace(GivenUp{accessed[asked[i]], source.action().action()});
    asked.erase(asked.begin() + static_cast<std::ptrdiff_t>(i));
    projection.erase(projection.begin() + static_cast<std::ptrdiff_t>(i));
  }
  Successors result = enumerate(source, projection, std::move(row), asked);
  solver_->pop();
  return result;
}

/// Fills in what the state knows: assignments of constants are most of a path.
ir::ValuePropagation ExplicitDomain::propagate(const Source& source, Expr path) const {
  ir::Substitution values;
  const std::vector<ir::Var>& accessed = source.action().accessed();
  for (std::size_t i = 0; i < source.values.size(); ++i)
    if (!source.values[i].is_unknown())
      values.emplace(context_.var(accessed[i]),
                     context_.literal(accessed[i]->type, source.values[i]));
  std::vector<Expr> formulas = source.conditions;
  const std::vector<Expr> parts = ir::conjuncts(path);
  formulas.insert(formulas.end(), parts.begin(), parts.end());
  return ir::ValuePropagation(formulas, std::move(values));
}

ExplicitDomain::Successors ExplicitDomain::enumerate(const Source& source,
                                                     std::span<const Expr> projection,
                                                     std::vector<Value> row,
                                                     const std::vector<std::uint32_t>& open) {
  Successors result;
  std::vector<std::set<std::uint64_t>> values(open.size());
  const auto var = [&](std::size_t i) { return source.action().accessed()[open[i]]; };
  const auto receive = [&](std::span<const Value> tuple) {
    for (std::size_t i = 0; i < open.size(); ++i) {
      row[open[i]] = tuple[i];
      values[i].insert(tuple[i].word());
      if (budget_ != nullptr && values[i].size() > budget_->limit()) result.too_many = var(i);
    }
    result.rows.push_back(row);
    return result.too_many == nullptr ? smt::Enumerate::next : smt::Enumerate::stop;
  };
  const std::vector<Value> unknown = row;
  const auto end = smt::enumerate(*solver_, projection, max_enum_, {}, receive);
  if (end == smt::EnumerationEnd::complete || result.too_many != nullptr) return result;
  enumerations_cut_.add();
  if (!first_given_up_) {
    std::size_t most = 0;
    while (most + 1 < open.size() && var(most)->type.cardinality(max_enum_) != 0) ++most;
    first_given_up_.emplace(GivenUp{var(most), source.action().action()});
    max_enum_ = later_max_enum_.value_or(max_enum_);
  }
  return {keep_single_values(projection, unknown, open), nullptr};
}

/// Too many together; a variable that has a single value still gets it.
ExplicitDomain::Rows ExplicitDomain::keep_single_values(std::span<const Expr> projection,
                                                        std::vector<Value> row,
                                                        const std::vector<std::uint32_t>& open) {
  for (std::size_t i = 0; i < open.size() && open.size() > 1; ++i) {
    const smt::Enumeration alone = smt::enumerate(*solver_, projection.subspan(i, 1), 1);
    if (alone.end == smt::EnumerationEnd::complete && alone.tuples.size() == 1)
      row[open[i]] = alone.tuples.front().front();
  }
  return {std::move(row)};
}

ExplicitDomain::Successors ExplicitDomain::too_many_forks(SetTransformer& transformer,
                                                          const Source& source) {
  const auto joined = transformer.run_joined(source.values);
  if (!joined) return {};
  const std::size_t accessed = source.values.size();
  std::vector<Value> row(joined->begin(), joined->begin() + static_cast<std::ptrdiff_t>(accessed));
  std::vector<std::uint32_t> open;
  for (std::uint32_t i = 0; i < accessed; ++i)
    if (source.keeps()[i] && row[i].is_unknown()) open.push_back(i);
  return rows_by_solver(source, {source.action().action().statement}, std::move(row), open);
}

std::vector<StateId> ExplicitDomain::assemble(const PostQuery& query, const Plan& plan,
                                              const Rows& rows) {
  std::vector<StateId> result;
  std::vector<Value> values;
  values.reserve(plan.kept.size());
  const PackedValues before = states_.get(query.state).values;
  for (const std::vector<Value>& row : rows) {
    values.clear();
    bool is_partial = false;
    for (const Plan::Kept& kept : plan.kept) {
      const Value value = kept.slot != no_position       ? row[kept.slot]
                          : kept.position != no_position ? before[kept.position]
                                                         : Value::unknown();
      is_partial = is_partial || value.is_unknown();
      values.push_back(value);
    }
    const StateId state =
        is_partial ? assemble_some(plan, values) : states_.intern(plan.mask_after, values);
    if (std::find(result.begin(), result.end(), state) == result.end()) result.push_back(state);
  }
  return result;
}

/// Of the kept variables those that are known.
StateId ExplicitDomain::assemble_some(const Plan& plan, const std::vector<Value>& values) {
  std::vector<ir::Var> vars;
  std::vector<Value> known;
  vars.reserve(values.size());
  known.reserve(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i].is_unknown()) continue;
    vars.push_back(plan.kept[i].variable);
    known.push_back(values[i]);
  }
  // Mostly the same variables are unknown as the last time.
  if (plan.mask_of_some == nullptr || plan.mask_of_some->vars != vars)
    plan.mask_of_some = states_.mask(std::move(vars));
  return states_.intern(plan.mask_of_some, known);
}

ir::Valuation ExplicitDomain::values(StateId id) const {
  const ExplicitState& state = states_.get(id);
  ir::Valuation result;
  // The last one has the largest number, so that there is room for all at once.
  for (std::size_t i = state.values.size(); i-- > 0;)
    result.set(state.mask->vars[i], state.values[i]);
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
                            std::span<const Control> controls, Effort) {
  INVARIANT(refutation.variables.size() == controls.size(),
            "a refutation should speak about every state of its trace");
  for (std::size_t k = 0; k < controls.size(); ++k)
    for (const ir::Var var : refutation.variables[k]) precision.add_variable(controls[k], var);
}

}  // namespace arges::analysis
