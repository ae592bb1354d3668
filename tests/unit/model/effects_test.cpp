#include <set>

#include <gtest/gtest.h>

#include "ir/effect.h"
#include "ir/unfold.h"
#include "smt/enumerate.h"
#include "smt/z3/factory.h"
#include "support/random_system.h"

namespace arges::model {
namespace {

using ir::Expr;

/// Effects and unfoldings of the actions of random models lead to the same states.
class EffectsTest : public testing::TestWithParam<test::RandomKind> {};

using States = std::set<std::string>;

/// The values that expressions take together under a condition.
States tuples(smt::SolverFactory& solvers, Expr condition, const std::vector<Expr>& expressions) {
  const auto solver = solvers.make();
  solver->add(condition);
  const smt::Enumeration found = smt::enumerate(*solver, expressions, 200);
  States result;
  for (const std::vector<ir::Value>& tuple : found.tuples) {
    std::string text;
    for (std::size_t i = 0; i < tuple.size(); ++i)
      text += expressions[i].context().literal(expressions[i].type(), tuple[i]).to_string() + " ";
    result.insert(text);
  }
  return result;
}

TEST_P(EffectsTest, LeadWhereUnfoldingsLead) {
  int compared = 0;
  int blocked = 0;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    test::RandomSystem random(GetParam(), seed);
    Env env;
    const auto solvers = smt::make_z3_factory(env, random.context);
    // Some states to start from: what the variables may be at all.
    std::vector<Expr> start;
    for (const ir::Var var : random.system->variables()) {
      const Expr e = random.context.var(var);
      const auto number = random.context.int_literal(static_cast<int>((seed + var->id) % 4));
      if (e.type().is_int()) start.push_back(ir::eq(e, number));
    }
    const Expr before = start.empty() ? random.context.true_expr() : ir::and_(start);
    for (std::uint32_t id = 0; const analysis::Action* edge = random.system->find_action(id);
         ++id) {
      const auto effect = ir::effect_of(random.context, edge->statement, 5000);
      if (!effect) continue;
      ir::Unfolder unfolder(random.context);
      const ir::Unfolding unfolding = unfolder.unfold(edge->statement, {});
      std::vector<Expr> by_effect;
      std::vector<Expr> by_unfolding;
      for (const ir::Var var : random.system->variables()) {
        if (!random.context.var(var).type().is_bool() && !random.context.var(var).type().is_int())
          continue;
        by_effect.push_back(effect->before(random.context.var(var)));
        by_unfolding.push_back(unfolding.after.apply(random.context.var(var)));
      }
      std::vector<Expr> conditions = effect->conditions;
      conditions.push_back(before);
      const States expected = tuples(*solvers, ir::and_(before, unfolding.formula), by_unfolding);
      const States found = tuples(*solvers, ir::and_(conditions), by_effect);
      if (expected.size() == 200) continue;  // cut off: a havocked number
      EXPECT_EQ(found, expected) << random.text << edge->statement.to_string();
      ++(expected.empty() ? blocked : compared);
    }
  }
  EXPECT_GT(compared, 20);
  EXPECT_GT(blocked, 2);
}

INSTANTIATE_TEST_SUITE_P(Kinds, EffectsTest,
                         testing::Values(test::RandomKind::cfa, test::RandomKind::xsts));

}  // namespace
}  // namespace arges::model
