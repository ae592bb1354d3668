#include "analysis/monitor/fingerprint.h"

#include <gtest/gtest.h>

#include "analysis/domain/explicit/explicit_domain.h"
#include "smt/z3/factory.h"
#include "support/tiny_system.h"

namespace arges::analysis {
namespace {

TEST(FingerprintTest, PartsDoNotRunIntoEachOther) {
  const Fingerprint empty;
  EXPECT_EQ(empty.with("ab").with("c"), empty.with("ab").with("c"));
  EXPECT_NE(empty.with("ab").with("c"), empty.with("a").with("bc"));
  EXPECT_NE(empty.with(""), empty);
  EXPECT_NE(empty.with(1).with(2), empty.with(2).with(1));
  EXPECT_NE(empty.with("12345678x").first, empty.with("12345678y").first);
  EXPECT_NE(empty.with("12345678x").second, empty.with("12345678y").second);
}

class GraphReaderTest : public testing::Test {
 protected:
  GraphReaderTest()
      : solvers_(smt::make_z3_factory(env_, system_.context())),
        domain_(env_, system_.context(), *solvers_, 10),
        x_(system_.add_integer("x")),
        one_(system_.edge(0, 1, "x := 1")),
        same_label_(system_.edge(0, 1, "x := 0; x := 1")) {
    precision_.add_variable(0, x_);
    top_ = domain_.initial(system_.edge(2, 2, ""), precision_).front();
    is_one_ = domain_.post({top_, one_, precision_}).front();
  }

  Env env_;
  test::TinySystem system_;
  std::unique_ptr<smt::SolverFactory> solvers_;
  ExplicitDomain domain_;
  ir::Var x_;
  const Action& one_;
  const Action& same_label_;
  Precision precision_{Granularity::global};
  StateId top_ = 0;
  StateId is_one_ = 0;
  GraphReader reader_{system_, domain_};
};

TEST_F(GraphReaderTest, NumbersOfNodesDoNotCount) {
  Arg a;
  const NodeId root_a = a.add_root(0, top_, 0);
  const NodeId removed = a.add_child(root_a, one_, top_, 0);
  const NodeId end_a = a.add_child(root_a, one_, is_one_, 0);
  a.remove_subtree(removed);
  Arg b;
  const NodeId end_b = b.add_child(b.add_root(0, top_, 7), one_, is_one_, 8);
  ASSERT_NE(end_a, end_b);
  EXPECT_EQ(reader_.path(a, end_a), reader_.path(b, end_b));
  EXPECT_EQ(reader_.graph(a), reader_.graph(b));
}

TEST_F(GraphReaderTest, StatesActionsAndCoveringCount) {
  Arg arg;
  const NodeId root = arg.add_root(0, top_, 0);
  const NodeId a = arg.add_child(root, one_, is_one_, 0);
  const NodeId other_state = arg.add_child(root, one_, top_, 0);
  const NodeId other_action = arg.add_child(root, same_label_, is_one_, 0);
  EXPECT_NE(reader_.path(arg, a), reader_.path(arg, other_state));
  EXPECT_NE(reader_.path(arg, a), reader_.path(arg, other_action)) << "labels are not unique";
  const Fingerprint before = reader_.graph(arg);
  arg.cover(a, other_state);
  EXPECT_NE(reader_.graph(arg), before);
  arg.uncover_all(other_state);
  EXPECT_EQ(reader_.graph(arg), before);
  arg.node(root).again.push_back(&one_);
  EXPECT_NE(reader_.graph(arg), before) << "there is something left to expand";
}

TEST_F(GraphReaderTest, OrderOfSuccessorsDoesNotCount) {
  Arg a;
  a.add_root(0, top_, 0);
  a.add_child(0, one_, is_one_, 0);
  a.add_child(0, same_label_, is_one_, 0);
  Arg b;
  b.add_root(0, top_, 0);
  b.add_child(0, same_label_, is_one_, 0);
  b.add_child(0, one_, is_one_, 0);
  EXPECT_EQ(reader_.graph(a), reader_.graph(b));
}

TEST_F(GraphReaderTest, PrecisionsByWhatIsTrackedAndDropped) {
  Precision same(Granularity::global);
  same.touch();
  same.add_variable(0, x_);
  EXPECT_EQ(reader_.precision(same), reader_.precision(precision_));
  same.add_predicate(0, system_.expr("x < 3"));
  EXPECT_NE(reader_.precision(same), reader_.precision(precision_));
  Precision nothing(Granularity::global);
  const Fingerprint before = reader_.precision(nothing);
  nothing.drop(x_);
  EXPECT_NE(reader_.precision(nothing), before);
}

}  // namespace
}  // namespace arges::analysis
