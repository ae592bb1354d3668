#include "analysis/refine/cascade_refuter.h"

#include "analysis/refine/fixture.h"

namespace arges::analysis {
namespace {

class CascadeRefuterTest : public RefuterTest {
 protected:
  std::optional<Refutation> refute(std::optional<Refutation> first,
                                   std::optional<Refutation> second) {
    std::vector<std::unique_ptr<Refuter>> ways;
    ways.push_back(std::make_unique<FixedRefuter>("first", std::move(first), first_calls_));
    ways.push_back(std::make_unique<FixedRefuter>("second", std::move(second), second_calls_));
    return CascadeRefuter(env_, std::move(ways)).refute(trace("x = 0", {"assume x = 1"}));
  }
  std::uint64_t successes(const char* name) {
    return env_.statistics.counter(std::string("refine::by_") + name).value();
  }
  int first_calls_ = 0;
  int second_calls_ = 0;
};

TEST_F(CascadeRefuterTest, TheFirstWayThatSucceedsAnswers) {
  EXPECT_EQ(text(refute(refutation({"p", "false"}), refutation({"q", "false"}))), "p | false");
  EXPECT_EQ(second_calls_, 0);
  EXPECT_EQ(successes("first"), 1U);
  EXPECT_EQ(text(refute(std::nullopt, refutation({"q", "false"}))), "q | false");
  EXPECT_EQ(first_calls_, 2);
  EXPECT_EQ(successes("first"), 1U);
  EXPECT_EQ(successes("second"), 1U);
}

TEST_F(CascadeRefuterTest, IfAllFailThereIsNothing) {
  EXPECT_FALSE(refute(std::nullopt, std::nullopt));
  EXPECT_EQ(successes("first") + successes("second"), 0U);
}

}  // namespace
}  // namespace arges::analysis
