#include "output/c_expression.h"

#include <gtest/gtest.h>

#include "ir/context.h"

namespace arges::output {
namespace {

class CExpressionTest : public testing::Test {
 protected:
  std::string text(ir::Expr condition) {
    return implied_in_c(condition, [this](ir::Var var) {
      return var == hidden_ ? std::nullopt : std::optional(var->name);
    });
  }
  ir::Expr number(int value) { return context_.int_literal(value); }

  ir::Context context_;
  ir::Var x_ = context_.declare("x", context_.int_type());
  ir::Var y_ = context_.declare("y", context_.int_type());
  ir::Var b_ = context_.declare("b", context_.bv_type(8));
  ir::Var hidden_ = context_.declare("hidden", context_.int_type());
  ir::Expr x = context_.var(x_);
  ir::Expr y = context_.var(y_);
  ir::Expr b = context_.var(b_);
  ir::Expr hidden = context_.var(hidden_);
};

TEST_F(CExpressionTest, SaysWhatCCanSay) {
  EXPECT_EQ(text(ir::le(x, ir::add(y, number(2)))), "((long long)x) <= (((long long)y) + (2LL))");
  EXPECT_EQ(text(ir::not_(ir::eq(x, number(-3)))), "!(((long long)x) == (-3LL))");
  EXPECT_EQ(text(ir::binary(ir::Op::bv_slt, b, context_.bv_literal(8, 255))),
            "((long long)b) < (-1LL)");
}

TEST_F(CExpressionTest, LeavesOutWhatItCannotNameWhereThatIsWeaker) {
  const ir::Expr known = ir::lt(x, y);
  const ir::Expr unknown = ir::lt(x, hidden);
  EXPECT_EQ(text(ir::and_(known, unknown)), "(((long long)x) < ((long long)y))");
  EXPECT_EQ(text(ir::or_(known, unknown)), "1");
  EXPECT_EQ(text(ir::not_(ir::and_(known, unknown))), "1");
  EXPECT_EQ(text(unknown), "1");
}

}  // namespace
}  // namespace arges::output
