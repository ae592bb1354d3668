#include "analysis/arg/arg.h"

#include <gtest/gtest.h>

#include "base/invariant.h"

namespace arges::analysis {
namespace {

class ArgTest : public testing::Test {
 protected:
  NodeId child(NodeId parent) { return arg_.add_child(parent, action_, 0, 0); }
  Action action_{};
  Arg arg_;
};

TEST_F(ArgTest, RemovingASubtreeUncoversWhatItCovered) {
  const NodeId root = arg_.add_root(0, 0, 0);
  const NodeId left = child(root);
  const NodeId below = child(left);
  const NodeId right = child(root);
  arg_.cover(right, below);
  EXPECT_EQ(arg_.size(), 4U);
  EXPECT_EQ(arg_.remove_subtree(left), std::vector<NodeId>{right});
  EXPECT_EQ(arg_.size(), 2U);
  EXPECT_EQ(arg_.node(right).covered_by, no_node);
  EXPECT_EQ(arg_.node(root).children, std::vector<NodeId>{right});
}

TEST_F(ArgTest, RemovingACoveredNodeFreesItsCoverer) {
  const NodeId root = arg_.add_root(0, 0, 0);
  const NodeId a = child(root);
  const NodeId b = child(root);
  arg_.cover(b, a);
  EXPECT_TRUE(arg_.remove_subtree(b).empty());
  EXPECT_TRUE(arg_.node(a).covers.empty());
}

TEST_F(ArgTest, CoverersAreNotCoveredThemselves) {
  const NodeId root = arg_.add_root(0, 0, 0);
  const NodeId a = child(root);
  const NodeId b = child(root);
  const NodeId c = child(root);
  arg_.cover(b, a);
  EXPECT_THROW(arg_.cover(c, b), InternalError);
  EXPECT_THROW(arg_.cover(root, a), InternalError) << "an expanded node is not covered";
}

TEST_F(ArgTest, PathsLeadFromTheRoot) {
  const NodeId root = arg_.add_root(0, 0, 0);
  const NodeId a = child(root);
  const NodeId b = child(a);
  EXPECT_EQ(arg_.path_to(b), (std::vector<NodeId>{root, a, b}));
}

}  // namespace
}  // namespace arges::analysis
