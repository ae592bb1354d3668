#include "ir/relevance.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/core_text.h"

namespace arges::ir {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class RelevanceTest : public testing::Test {
 protected:
  RelevanceTest() {
    for (const char* name : {"u", "v", "w", "x", "y", "z"}) text_.integer(name);
  }
  std::vector<Expr> formulas(const std::vector<std::string>& texts) {
    std::vector<Expr> result;
    for (const std::string& text : texts) result.push_back(text_.expr(text));
    return result;
  }
  std::vector<Var> vars(const std::string& formula) {
    return relevance_.variables(text_.expr(formula));
  }

  test::CoreText text_;
  Relevance relevance_;
};

TEST_F(RelevanceTest, ConnectionsGoOnThroughSharedVariables) {
  const auto all = formulas({"u < v", "x = 1", "v < w", "y = z", "w = 3"});
  EXPECT_THAT(relevance_.connected(all, vars("u = 0")), ElementsAre(0, 2, 4));
  EXPECT_THAT(relevance_.connected(all, vars("z = 0")), ElementsAre(3));
  EXPECT_THAT(relevance_.connected(all, {}), IsEmpty());
}

TEST_F(RelevanceTest, PartsShareNoVariable) {
  EXPECT_THAT(relevance_.parts(formulas({"u < v", "x = 1", "w = 3", "y = z", "v < w", "x < 9"})),
              ElementsAre(ElementsAre(0, 2, 4), ElementsAre(1, 5), ElementsAre(3)));
  EXPECT_THAT(relevance_.parts({}), IsEmpty());
}

TEST_F(RelevanceTest, PartsOfOneQuestionDoNotDependOnTheOneBefore) {
  EXPECT_THAT(relevance_.parts(formulas({"u < v", "v < w"})), ElementsAre(ElementsAre(0, 1)));
  EXPECT_THAT(relevance_.parts(formulas({"w = 1", "u = 1"})),
              ElementsAre(ElementsAre(0), ElementsAre(1)));
}

TEST_F(RelevanceTest, FormulasWithoutVariablesStandAlone) {
  EXPECT_THAT(relevance_.parts(formulas({"true", "u = 1", "true"})),
              ElementsAre(ElementsAre(0), ElementsAre(1), ElementsAre(2)));
}

}  // namespace
}  // namespace arges::ir
