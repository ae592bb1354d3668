#include "analysis/domain/explicit/explicit_domain.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "smt/z3/factory.h"
#include "support/tiny_system.h"

namespace arges::analysis {
namespace {

class ExplicitDomainTest : public testing::Test {
 protected:
  ExplicitDomainTest() : solvers_(smt::make_z3_factory(env_, system_.context())) {
    for (const char* name : {"x", "y", "z"}) vars_[name] = system_.add_integer(name);
    for (const char* name : {"p", "q"}) vars_[name] = system_.add_boolean(name);
    make(10);
  }
  void make(std::uint32_t max_enum) {
    domain_ = std::make_unique<ExplicitDomain>(env_, system_.context(), *solvers_, max_enum);
  }
  Precision tracking(std::initializer_list<const char*> names) {
    Precision result(Granularity::global);
    for (const char* name : names) result.add_variable(0, vars_.at(name));
    return result;
  }
  std::vector<StateId> initial(const std::string& condition, Precision& precision) {
    return domain_->initial(system_.edge(0, 0, "assume " + condition), precision);
  }
  /// The successors of a state given as a condition, printed and sorted.
  std::vector<std::string> post(const std::string& before, const std::string& statement,
                                std::initializer_list<const char*> tracked) {
    Precision precision = tracking(tracked);
    std::vector<std::string> result;
    const Action& action = system_.edge(0, 0, statement);
    for (const StateId source : initial(before, precision))
      for (const StateId state : domain_->post({source, action, precision}))
        result.push_back(domain_->to_string(state));
    std::sort(result.begin(), result.end());
    return result;
  }
  /// What a statement makes of y if the state knows nothing, but elsewhere something is known.
  std::vector<std::string> values_of_y_knowing(const std::string& known,
                                               const std::string& statement) {
    Precision precision = tracking({"y"});
    const Action& action = system_.edge(0, 0, statement);
    PostQuery query{initial("true", precision).front(), action, precision};
    query.before = system_.expr(known);
    std::vector<std::string> result;
    for (const StateId state : domain_->post(query)) result.push_back(domain_->to_string(state));
    std::sort(result.begin(), result.end());
    return result;
  }
  std::uint64_t count(const char* name) { return env_.statistics.counter(name).value(); }
  using Strings = std::vector<std::string>;

  Env env_;
  test::TinySystem system_;
  std::map<std::string, ir::Var> vars_;
  std::unique_ptr<smt::SolverFactory> solvers_;
  std::unique_ptr<ExplicitDomain> domain_;
};

TEST_F(ExplicitDomainTest, AssignmentsEvaluateWhatIsKnown) {
  EXPECT_EQ(post("x = 2", "y := x + 1", {"x", "y"}), Strings{"x = 2, y = 3"});
  EXPECT_EQ(count("smt::checks"), 0U);
  EXPECT_EQ(post("x = 2", "y := x + 1", {"y"}), Strings{""}) << "x is not tracked";
}

/// Of what is not tracked, the same is asked in each state; once is enough.
TEST_F(ExplicitDomainTest, ConditionsOnUntrackedDataAreDecidedOnce) {
  const char* const possible = "assume z > 3; assume z < 7; z := z - 1; x := x + 1";
  for (int x = 0; x < 20; ++x)
    EXPECT_EQ(post(fmt::format("x = {}", x), possible, {"x"}),
              Strings{fmt::format("x = {}", x + 1)});
  EXPECT_EQ(count("explicit::open_questions"), 1U);
  const char* const impossible = "assume z > 3; x := x + 1; assume z < 4";
  for (int x = 0; x < 20; ++x)
    EXPECT_EQ(post(fmt::format("x = {}", x), impossible, {"x"}), Strings{});
  EXPECT_EQ(count("explicit::open_questions"), 2U);
}

/// Values that a state knows decide what is left of a condition.
TEST_F(ExplicitDomainTest, ConditionsOnTrackedAndUntrackedDataDifferFromStateToState) {
  const char* const between = "assume x < z; assume z < y";
  EXPECT_EQ(post("x = 1 and y = 3", between, {"x", "y"}), Strings{"x = 1, y = 3"});
  EXPECT_EQ(post("x = 1 and y = 2", between, {"x", "y"}), Strings{});
  EXPECT_EQ(post("x = 5 and y = 7", between, {"x", "y"}), Strings{"x = 5, y = 7"});
  EXPECT_EQ(count("explicit::open_questions"), 3U);
}

/// What is enumerated is restricted by all that has to do with it, and nothing else is in the way.
TEST_F(ExplicitDomainTest, EnumeratedValuesHaveToDoWithSomeConditionsOnly) {
  EXPECT_EQ(post("true", "assume y < z; assume z < 3; assume y > 0; assume x > 5", {"y"}),
            Strings{"y = 1"});
  EXPECT_EQ(post("true", "assume y > 0; assume y < 3; assume x > 5; assume x < 5", {"y"}),
            Strings{});
  EXPECT_EQ(post("x = 2", "assume z = x; y := z + 1", {"y"}), Strings{""}) << "x is not tracked";
  EXPECT_EQ(post("x = 2", "assume z > 7; y := x + 1", {"x", "y"}), Strings{"x = 2, y = 3"});
}

TEST_F(ExplicitDomainTest, DeadValuesAreForgotten) {
  Precision precision = tracking({"x", "y"});
  Action action = system_.edge(0, 0, "assume 0 < x and x < 4; y := 7");
  action.dead = {vars_.at("x")};
  const auto states = domain_->post({initial("true", precision).front(), action, precision});
  ASSERT_EQ(states.size(), 1U) << "x is not even enumerated";
  EXPECT_EQ(domain_->to_string(states.front()), "y = 7");
  EXPECT_EQ(post("x = 2", "y := 7", {"x", "y"}), Strings{"x = 2, y = 7"});
}

/// What is known of a state, and what is tracked after an action, may differ each time.
TEST_F(ExplicitDomainTest, AnActionIsTakenFromStatesOfAllKinds) {
  const Action& action = system_.edge(0, 0, "y := x + 1");
  const auto after = [&](const std::string& before, std::initializer_list<const char*> tracked) {
    Precision all = tracking({"x", "y", "z"});
    Precision precision = tracking(tracked);
    const StateId source = initial(before, all).front();
    return domain_->to_string(domain_->post({source, action, precision}).front());
  };
  EXPECT_EQ(after("x = 1 and z = 7", {"x", "y", "z"}), "x = 1, y = 2, z = 7");
  EXPECT_EQ(after("x = 1 and y = 5", {"x", "y", "z"}), "x = 1, y = 2");
  EXPECT_EQ(after("x = 1 and z = 7", {"y", "z"}), "y = 2, z = 7");
  EXPECT_EQ(after("z = 7", {"x", "z"}), "z = 7");
  EXPECT_EQ(after("x = 1 and z = 7", {"x", "y", "z"}), "x = 1, y = 2, z = 7");
}

TEST_F(ExplicitDomainTest, OfBranchesThatAreClosedNothingIsLeft) {
  const auto after = [&](const char* statement) { return post("x = 1", statement, {"x", "y"}); };
  EXPECT_EQ(after("choice { assume x = 1; y := 1 } or { assume x = 2; y := 2 }"),
            Strings{"x = 1, y = 1"});
  EXPECT_EQ(after("choice { assume x = 2; y := 2 } or { assume x = 1; y := 1 }"),
            Strings{"x = 1, y = 1"});
  EXPECT_EQ(after("choice { assume x = 2 } or { assume x = 3 }"), Strings{});
  EXPECT_EQ(after("choice { assume y = 2 } or { assume x = 3 } or { y := 4 }"),
            (Strings{"x = 1, y = 2", "x = 1, y = 4"}));
}

TEST_F(ExplicitDomainTest, WaysThatTreatAKnownConditionDifferentlyStayApart) {
  const auto values_of_y = [&](const std::string& statement) {
    return values_of_y_knowing("5 < x", statement);
  };
  const std::string rest = "; havoc x; assume 4 < y and y < 8";
  const Strings all{"y = 5", "y = 6", "y = 7"};
  EXPECT_EQ(values_of_y("y := x" + rest), (Strings{"y = 6", "y = 7"}));
  EXPECT_EQ(values_of_y("choice { y := x } or { havoc y }" + rest), all);
  EXPECT_EQ(values_of_y("choice { havoc y } or { y := x }" + rest), all);
  EXPECT_EQ(values_of_y("choice { assume x = 4 } or { }; havoc y" + rest), all);
  EXPECT_EQ(values_of_y("choice { } or { assume x = 4 }; havoc y" + rest), all);
  EXPECT_EQ(values_of_y("assume x = 4; havoc y" + rest), Strings{});
}

TEST_F(ExplicitDomainTest, AValueKnownFromElsewhereNeedsNoSolver) {
  const std::string branches =
      "if (x = 1) { y := 5 } else { if (p) { y := 6 } else { y := x + 4 } }";
  EXPECT_EQ(values_of_y_knowing("x = 3 and p", branches), Strings{"y = 6"});
  EXPECT_EQ(values_of_y_knowing("x = 3 and not p", branches), Strings{"y = 7"});
  EXPECT_EQ(values_of_y_knowing("x = 1", branches), Strings{"y = 5"});
  EXPECT_EQ(values_of_y_knowing("x = 1", "assume x = 2; y := x"), Strings{});
  EXPECT_EQ(values_of_y_knowing("x = 1", "x := x + 1; y := x"), Strings{"y = 2"});
  EXPECT_EQ(count("smt::checks"), 0U);
}

TEST_F(ExplicitDomainTest, AssumptionsDecideOrTellAValue) {
  EXPECT_EQ(post("x = 2", "assume x > 5", {"x"}), Strings{});
  EXPECT_EQ(post("x = 2", "assume x = 2", {"x"}), Strings{"x = 2"});
  EXPECT_EQ(post("true", "assume x = 7", {"x"}), Strings{"x = 7"});
  EXPECT_EQ(post("true", "assume p and not q", {"p", "q"}), Strings{"p = true, q = false"});
  EXPECT_EQ(count("smt::checks"), 0U) << "evaluation should answer all of these";
}

TEST_F(ExplicitDomainTest, RestrictedVariablesAreEnumerated) {
  EXPECT_EQ(post("true", "assume 0 < x and x < 4", {"x"}), (Strings{"x = 1", "x = 2", "x = 3"}));
  EXPECT_EQ(post("true", "y := x mod 2", {"y"}), (Strings{"y = 0", "y = 1"}));
  EXPECT_EQ(post("true", "q := p", {"p", "q"}),
            (Strings{"p = false, q = false", "p = true, q = true"}));
}

TEST_F(ExplicitDomainTest, EnumerationStopsAtItsLimit) {
  EXPECT_EQ(post("true", "assume 0 < x and x <= 10", {"x"}).size(), 10U);
  EXPECT_EQ(post("true", "assume 0 < x and x <= 11", {"x"}), Strings{""});
  EXPECT_EQ(post("true", "assume x < 100; y := 3 * 0 + x - x + 5", {"x", "y"}), Strings{"y = 5"})
      << "y has one value although x has many";
  make(0);
  EXPECT_EQ(post("true", "assume 0 < x and x <= 40", {"x"}).size(), 40U);
}

TEST_F(ExplicitDomainTest, UnconstrainedVariablesAreNotEnumerated) {
  EXPECT_EQ(post("true", "havoc p", {"p"}), Strings{""});
  EXPECT_EQ(post("p", "havoc p", {"p"}), Strings{""});
  Precision precision = tracking({"x", "p"});
  EXPECT_EQ(initial("true", precision).size(), 1U);
  EXPECT_EQ(count("smt::checks"), 0U);
}

TEST_F(ExplicitDomainTest, ContradictionsAmongUntrackedVariablesAreFound) {
  EXPECT_EQ(post("true", "assume x > 5; assume x < 3", {}), Strings{});
  EXPECT_EQ(post("true", "assume x > 5; y := x; assume y < 3; z := 1", {"z"}), Strings{});
}

TEST_F(ExplicitDomainTest, IndependentChoicesOverUntrackedVariablesDoNotMultiply) {
  std::string statement;
  for (int i = 0; i < 40; ++i) {
    const std::string name = "b" + std::to_string(i);
    vars_[name] = system_.add_boolean(name);
    statement += "choice { " + name + " := true } or { " + name + " := false }; ";
  }
  EXPECT_EQ(post("x = 1", statement + "x := x + 1", {"x"}), Strings{"x = 2"});
  EXPECT_EQ(count("smt::checks"), 0U);
}

TEST_F(ExplicitDomainTest, TooManyForksAreJoinedAndLeftToTheSolver) {
  std::string statement;
  for (int i = 0; i < 12; ++i) {
    const std::string name = "b" + std::to_string(i);
    vars_[name] = system_.add_boolean(name);
    statement += "if (" + name + ") { x := x + 1 }; ";
  }
  const Strings result = post("x = 0", statement, {"x"});
  EXPECT_EQ(result, Strings{""}) << "13 values are more than the limit";
  make(13);
  EXPECT_EQ(post("x = 0", statement, {"x"}).size(), 13U);
}

TEST_F(ExplicitDomainTest, ResultsThatNeededTheSolverAreCached) {
  Precision precision = tracking({"x"});
  const Action& action = system_.edge(0, 0, "assume 0 < x and x < 4");
  const StateId source = initial("true", precision).front();
  const auto first = domain_->post({source, action, precision});
  const std::uint64_t checks = count("smt::checks");
  EXPECT_EQ(domain_->post({source, action, precision}), first);
  EXPECT_EQ(count("smt::checks"), checks);
  EXPECT_EQ(count("explicit::cache_hits"), 1U);
}

TEST_F(ExplicitDomainTest, CoveringIsInclusion) {
  Precision precision = tracking({"x", "y"});
  const auto state = [&](const std::string& condition) {
    return initial(condition, precision).front();
  };
  const StateId both = state("x = 1 and y = 2");
  const StateId one = state("x = 1");
  const StateId top = state("true");
  EXPECT_TRUE(domain_->leq(both, one));
  EXPECT_TRUE(domain_->leq(both, top));
  EXPECT_FALSE(domain_->leq(one, both));
  EXPECT_FALSE(domain_->leq(both, state("x = 2")));
  const auto index = domain_->make_cover_index();
  index->insert(7, 0, one);
  EXPECT_EQ(index->find(0, both), 7U);
  EXPECT_EQ(index->find(0, one), 7U);
  EXPECT_FALSE(index->find(0, top));
  EXPECT_FALSE(index->find(1, both)) << "another control point";
  index->remove(7, 0, one);
  EXPECT_FALSE(index->find(0, both));
}

}  // namespace
}  // namespace arges::analysis
