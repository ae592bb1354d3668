#include "analysis/tracegen/concrete_paths.h"

#include "analysis/tracegen/fixture.h"

namespace arges::analysis {
namespace {

class ConcretePathsTest : public TracegenTest {
 protected:
  ConcretePathsTest() {
    for (const char* name : {"x", "y", "z"}) system_.add_integer(name);
    system_.set_initial("x = 0 and y = 0 and z = 0");
  }
  /// Those of the graph, of which no data is tracked.
  ConcretePaths make() {
    build({});
    return ConcretePaths(env_, *graph_, *solvers_, values_of_);
  }
  std::vector<NodeId> path_to(Control control) const {
    for (NodeId id = 0; id < graph_->size(); ++id)
      if (graph_->node(id).control == control) return graph_->path_to(id);
    ADD_FAILURE() << "no node is at " << control;
    return {};
  }
  std::vector<std::string> blame(ConcretePaths& paths, Control control) {
    std::vector<std::string> result;
    for (const ir::Var one : paths.blame(path_to(control), {var("x"), var("y"), var("z")}))
      result.push_back(one->name);
    return result;
  }
  using Names = std::vector<std::string>;
};

TEST_F(ConcretePathsTest, APathIsFollowedAsFarAsThereAreStates) {
  system_.edge(0, 1, "x := 1");
  system_.edge(1, 2, "");
  system_.edge(2, 3, "assume x = 2");
  ConcretePaths paths = make();
  EXPECT_EQ(paths.feasible(path_to(3)), 3U);
  EXPECT_EQ(paths.feasible(path_to(2)), 3U);
  EXPECT_FALSE(paths.run(path_to(3)));
  const auto run = paths.run(path_to(2));
  ASSERT_TRUE(run);
  EXPECT_TRUE(is_run(*run));
}

TEST_F(ConcretePathsTest, AllWaysAreTried) {
  // Which value is the right one is only seen later.
  system_.edge(0, 1, "choice { x := 1 } or { x := 2 } or { x := 3 }");
  system_.edge(1, 2, "y := x * 2");
  system_.edge(2, 3, "assume y = 6");
  ConcretePaths paths = make();
  EXPECT_EQ(paths.feasible(path_to(3)), 4U);
  const auto run = paths.run(path_to(3));
  ASSERT_TRUE(run);
  EXPECT_TRUE(is_run(*run));
  EXPECT_EQ(run->steps[0].state.get(var("x")).as_small(), 3);
}

TEST_F(ConcretePathsTest, ValuesThatCantBeListedAreLeftToOthers) {
  system_.edge(0, 1, "havoc x");
  system_.edge(1, 2, "assume x > 10");
  ConcretePaths paths = make();
  EXPECT_FALSE(paths.feasible(path_to(2)));
  EXPECT_TRUE(paths.blame(path_to(2), {var("x")}).empty());
}

TEST_F(ConcretePathsTest, BlamedIsWhatMakesTheStepImpossible) {
  system_.edge(0, 1, "x := 1; y := 1; z := x + y");
  system_.edge(1, 2, "assume x = 1 and y = 2");
  system_.edge(1, 3, "assume z > 2; z := 0");
  system_.edge(1, 4, "assume x > y");
  ConcretePaths paths = make();
  EXPECT_EQ(blame(paths, 2), Names{"y"});
  EXPECT_EQ(blame(paths, 3), Names{"z"});
  EXPECT_EQ(blame(paths, 4).size(), 1U) << "either will do";
  EXPECT_EQ(blame(paths, 1), Names{}) << "it has a run";
}

TEST_F(ConcretePathsTest, NobodyIsBlamedWhoIsRightInSomeState) {
  system_.edge(0, 1, "choice { x := 0 } or { x := 1 }");
  system_.edge(1, 2, "assume x = 1 and y = 1");
  ConcretePaths paths = make();
  EXPECT_EQ(blame(paths, 2), Names{"y"}) << "x is 1 in a state, though not in the first";
}

TEST_F(ConcretePathsTest, BlamedMayBeWhatAnEarlierStepReads) {
  system_.edge(0, 1, "y := x");
  system_.edge(1, 2, "assume y = 5 and z = 0");
  build({});
  ConcretePaths paths(env_, *graph_, *solvers_, values_of_);
  EXPECT_EQ(paths.blame(path_to(2), {var("x"), var("z")}), std::vector<ir::Var>{var("x")});
}

}  // namespace
}  // namespace arges::analysis
