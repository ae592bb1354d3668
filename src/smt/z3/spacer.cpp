#include "smt/z3/spacer.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include <z3++.h>

#include "ir/simplify.h"
#include "ir/traversal.h"
#include "smt/interpolation/linear.h"
#include "smt/interpolation/projection.h"
#include "smt/symbols.h"
#include "smt/z3/term_reader.h"
#include "smt/z3/translator.h"

namespace arges::smt {

using ir::Expr;

namespace {

/// For each state, the variables that steps on both sides of it mention.
std::vector<std::vector<Expr>> carried_variables(const FormulaTrace& trace) {
  struct Range {
    std::size_t first;
    std::size_t last;
  };
  std::map<Expr, Range> ranges;
  for (std::size_t k = 0; k < trace.steps.size(); ++k)
    for (const Expr conjunct : trace.steps[k])
      for (const Expr variable : versioned_variables(conjunct))
        ranges.try_emplace(variable, Range{k, k}).first->second.last = k;
  std::vector<std::vector<Expr>> result(trace.steps.size());
  for (const auto& [variable, range] : ranges)
    for (std::size_t k = range.first; k < range.last; ++k) result[k].push_back(variable);
  return result;
}

/// A trace as Horn clauses, in a Z3 context of its own: predicates of other traces would stay.
class HornTrace {
 public:
  HornTrace(Env& env, const FormulaTrace& trace, ir::Context& context, QueryLimit limit);
  /// Whether Z3 shows that the last state can't be reached.
  bool refute();
  std::optional<Chain> covers();

 private:
  z3::expr_vector terms(const std::vector<Expr>& expressions);
  z3::expr applied(std::size_t state);
  void declare(std::size_t state);
  void add_step(std::size_t step);
  void set_parameters();

  Env& env_;
  const FormulaTrace& trace_;
  ir::Context& ir_;
  z3::config config_;
  z3::context z3_;
  Symbols symbols_;
  Translator translator_;
  z3::fixedpoint clauses_;
  std::vector<std::vector<Expr>> carried_;
  std::vector<z3::func_decl> predicates_;  ///< of each state
};

/// Only a context takes both limits.
z3::config& limited(z3::config& config, QueryLimit limit) {
  if (limit.seconds)
    config.set("timeout", static_cast<int>(std::clamp(*limit.seconds * 1000, 1.0, 2e9)));
  if (limit.steps) config.set("rlimit", std::to_string(*limit.steps).c_str());
  return config;
}

HornTrace::HornTrace(Env& env, const FormulaTrace& trace, ir::Context& context, QueryLimit limit)
    : env_(env),
      trace_(trace),
      ir_(context),
      z3_(limited(config_, limit)),
      translator_(z3_, context, symbols_, env.statistics),
      clauses_(z3_),
      carried_(carried_variables(trace)) {
  for (std::size_t k = 0; k < trace.steps.size(); ++k) declare(k);
  for (std::size_t k = 0; k < trace.steps.size(); ++k) add_step(k);
}

z3::expr_vector HornTrace::terms(const std::vector<Expr>& expressions) {
  z3::expr_vector result(z3_);
  for (const Expr e : expressions) result.push_back(z3::expr(z3_, translator_.term(e)));
  return result;
}

z3::expr HornTrace::applied(std::size_t state) {
  return predicates_[state](terms(carried_[state]));
}

void HornTrace::declare(std::size_t state) {
  z3::sort_vector sorts(z3_);
  for (const Expr variable : carried_[state]) sorts.push_back(translator_.sort(variable.type()));
  // No clash with Symbols: their constants contain '@'.
  const std::string name = "state%" + std::to_string(state);
  predicates_.push_back(z3_.function(name.c_str(), sorts, z3_.bool_sort()));
  clauses_.register_relation(predicates_.back());
}

void HornTrace::add_step(std::size_t step) {
  z3::expr_vector body(z3_);
  if (step > 0) body.push_back(applied(step - 1));
  std::set<Expr> variables;
  if (step > 0) variables.insert(carried_[step - 1].begin(), carried_[step - 1].end());
  for (const Expr conjunct : trace_.steps[step]) {
    body.push_back(z3::expr(z3_, translator_.term(conjunct)));
    variables.merge(versioned_variables(conjunct));
  }
  z3::expr rule = z3::implies(z3::mk_and(body), applied(step));
  const z3::expr_vector bound = terms({variables.begin(), variables.end()});
  if (!variables.empty()) rule = z3::forall(bound, rule);
  clauses_.add_rule(rule, z3_.int_symbol(static_cast<int>(step)));
}

/// Without transformations of the clauses: they would remove the predicates we ask for.
void HornTrace::set_parameters() {
  z3::params params(z3_);
  params.set("engine", z3_.str_symbol("spacer"));
  params.set("xform.slice", false);
  params.set("xform.inline_linear", false);
  params.set("xform.inline_eager", false);
  params.set("ctrl_c", false);
  clauses_.set(params);
}

bool HornTrace::refute() {
  set_parameters();
  z3::expr last = applied(predicates_.size() - 1);
  const Z3_context z3 = z3_;
  const Limits::Interrupter interrupter(env_.limits, [z3] { Z3_interrupt(z3); });
  return clauses_.query(last) == z3::unsat;
}

std::optional<Chain> HornTrace::covers() {
  Chain chain;
  for (std::size_t k = 0; k + 1 < predicates_.size(); ++k) {
    constexpr int at_every_level = -1;
    const z3::expr cover = clauses_.get_cover_delta(at_every_level, predicates_[k]);
    const z3::expr_vector variables = terms(carried_[k]);
    TermReader reader(z3_, translator_, ir_);
    for (const Expr variable : carried_[k]) reader.add(variable);
    z3::expr named = cover;
    const auto formula = reader.read(named.substitute(variables));
    const Expr interpolant =
        formula ? at_state(trace_.states[k], canonical(ir::simplify(*formula))) : Expr();
    if (!interpolant) return std::nullopt;
    chain.push_back(interpolant);
  }
  chain.push_back(ir_.false_expr());
  return chain;
}

std::optional<Chain> ask_spacer(Env& env, const FormulaTrace& trace, ir::Context& context,
                                QueryLimit limit) {
  try {
    HornTrace clauses(env, trace, context, limit);
    if (!clauses.refute()) return std::nullopt;
    return clauses.covers();
  } catch (const z3::exception&) {
    return std::nullopt;  // a limit, or what the engine does not accept
  }
}

}  // namespace

std::optional<Chain> spacer_interpolants(Env& env, SolverFactory& solvers,
                                         const FormulaTrace& trace, QueryLimit limit) {
  const auto core = contradiction(env, solvers, trace);
  if (!core) return std::nullopt;
  const auto says_something = [](const auto& conjuncts) { return !conjuncts.empty(); };
  const auto first = std::find_if(core->steps.begin(), core->steps.end(), says_something);
  if (first == core->steps.end()) return std::nullopt;
  const auto end = std::find_if(core->steps.rbegin(), core->steps.rend(), says_something).base();
  const auto before = first - core->steps.begin();
  ir::Context& context = first->front().context();
  const auto is_floating = [](const auto& conjuncts) {
    return std::any_of(conjuncts.begin(), conjuncts.end(), ir::mentions_floating);
  };
  if (std::any_of(first, end, is_floating)) return std::nullopt;  // the engine has no such values

  // A step that contradicts itself would vanish, and the others tell nothing.
  std::optional<Chain> middle = Chain{context.false_expr()};
  if (end - first > 1) {
    const auto state = core->states.begin() + before;
    middle = ask_spacer(env, {{first, end}, {state, state + (end - first)}}, context, limit);
  }
  env.limits.check();
  if (!middle) return std::nullopt;
  Chain chain(static_cast<std::size_t>(before), context.true_expr());
  chain.insert(chain.end(), middle->begin(), middle->end());
  chain.resize(trace.steps.size(), context.false_expr());
  if (check_chain(env, solvers, trace, chain) != ChainStatus::holds) return std::nullopt;
  return chain;
}

}  // namespace arges::smt
