#include "smt/smtlib.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include "smt/fixture.h"
#include "support/random_expr.h"

namespace arges::smt {
namespace {

using ir::Expr;
using ir::Op;
using ::testing::HasSubstr;

/// A folder that is gone after the test.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::string pattern = std::filesystem::temp_directory_path() / "arges-smt-XXXXXX";
    path_ = mkdtemp(pattern.data());
  }
  ~ScratchFolder() { std::filesystem::remove_all(path_); }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

std::string contents(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

std::string output_of(const std::string& command) {
  std::string text;
  if (FILE* pipe = popen(command.c_str(), "r")) {
    std::array<char, 4096> buffer{};
    while (fgets(buffer.data(), buffer.size(), pipe) != nullptr) text += buffer.data();
    pclose(pipe);
  }
  return text;
}

/// The commands of SMT-LIB2 solvers on this machine.
std::vector<std::string> solver_commands() {
  std::vector<std::string> found;
  for (const char* command : {"z3 -T:20", "cvc5 --tlimit=20000"}) {
    const std::string name(command, std::string(command).find(' '));
    if (std::system(("command -v " + name + " >/dev/null").c_str()) == 0)
      found.emplace_back(command);
  }
  return found;
}

class SmtlibTest : public SmtTest {
 protected:
  /// Checks through our own solver and through the text, by each solver installed.
  void expect_everywhere(std::span<const Expr> formulas, Status expected) {
    const auto solver = factory_->make();
    for (const Expr f : formulas) solver->add(f);
    EXPECT_EQ(solver->check(), expected);
    EXPECT_EQ(solver->check(formulas), expected);
    const std::filesystem::path file = folder_.path() / "query.smt2";
    std::ofstream(file) << solver->to_smt2(formulas.first(1));
    for (const std::string& command : solver_commands())
      EXPECT_EQ(output_of(command + " " + file.string() + " 2>&1"),
                std::string(to_string(expected)) + "\n")
          << command << "\n"
          << contents(file);
  }
  ScratchFolder folder_;
  Expr x_ = variable("x", context_.int_type());
  Expr y_ = variable("y", context_.int_type());
};

TEST_F(SmtlibTest, WritesAReadableScript) {
  Symbols symbols;
  const std::array assertions = {ir::lt(x_, num(-5))};
  const std::array assumptions = {ir::eq(context_.var(x_.var(), 1), x_)};
  EXPECT_EQ(query_script(symbols, assertions, assumptions),
            "(set-option :produce-unsat-cores true)\n"
            "(set-logic ALL)\n"
            "(declare-const x@0 Int)\n"
            "(declare-const x@1 Int)\n"
            "(assert (< x@0 (- 5)))\n"
            "(assert (! (= x@1 x@0) :named assumption.0))\n"
            "(check-sat)\n");
}

TEST_F(SmtlibTest, NamesWhatIsShared) {
  Symbols symbols;
  Expr e = x_;
  for (int i = 0; i < 100; ++i) e = ir::ite(ir::lt(e, y_), e, ir::neg(e));
  const std::string script = query_script(symbols, std::array{ir::lt(e, y_)}, {});
  EXPECT_LT(script.size(), 10'000U);
  EXPECT_THAT(script, HasSubstr("(define-fun $"));
}

TEST_F(SmtlibTest, ScriptsMeanWhatTheSolverIsTold) {
  if (solver_commands().empty()) GTEST_SKIP() << "no SMT-LIB2 solver is installed";
  const ir::Type color = context_.enum_type("Color", {"red", "green or blue"});
  const ir::Type array = context_.array_type(context_.bv_type(4), color);
  const Expr c = variable("c|", color);
  const Expr a = variable("a", array);
  const Expr v = variable("v", context_.bv_type(7));
  const Expr r = variable("r", context_.rat_type());
  const Expr w = variable("w", context_.bv_type(7));
  const Expr nibble = ir::bv_extract(v, 0, 4);
  std::vector formulas = {
      ir::eq(ir::select(ir::store(a, nibble, c), bits(4, 3)), context_.enum_literal(color, 1)),
      ir::eq(ir::const_array(array, context_.enum_literal(color, 0)), a),
      ir::eq(ir::binary(Op::bv_rol, v, w), bits(7, 6)),
      ir::eq(w, bits(7, 8)),
      ir::eq(ir::binary(Op::rat_div, r, ir::int_to_rat(x_)), rat("-7/2")),
      ir::eq(ir::binary(Op::rem, x_, num(-7)), num(-3)),
      ir::eq(ir::binary(Op::div, x_, y_), num(0)),
      ir::eq(y_, num(0)),
      ir::lt(x_, num(100))};
  expect_everywhere(formulas, Status::sat);
  formulas.push_back(ir::neq(nibble, bits(4, 3)));
  expect_everywhere(formulas, Status::unsat);
}

TEST_F(SmtlibTest, ArrayLiteralsAreWritten) {
  if (solver_commands().empty()) GTEST_SKIP() << "no SMT-LIB2 solver is installed";
  const ir::Type type = context_.array_type(context_.int_type(), context_.rat_type());
  const ir::Value value = context_.values().array(
      type, rat("-1/3").value(),
      {{num(-1).value(), rat("2").value()}, {num(5).value(), rat("1/2").value()}});
  const Expr literal = context_.literal(type, value);
  expect_everywhere(std::array{ir::eq(ir::select(literal, x_), rat("1/2")), ir::neq(x_, num(5))},
                    Status::unsat);
  expect_everywhere(std::array{ir::eq(ir::select(literal, x_), rat("-1/3"))}, Status::sat);
}

TEST_F(SmtlibTest, SharingRespectsQuantifiers) {
  if (solver_commands().empty()) GTEST_SKIP() << "no SMT-LIB2 solver is installed";
  // The sum occurs inside of two quantifiers over y and outside, where y is another one.
  const Expr sum = ir::add(ir::add(x_, y_), num(1));
  const Expr far = ir::or_(ir::lt(sum, num(0)), ir::lt(num(9), ir::add(sum, sum)));
  const Expr small = ir::and_(ir::le(num(0), y_), ir::le(y_, num(4)));
  const Expr none =
      ir::quantifier(Op::forall, std::array{y_.var()},
                     ir::implies(small, ir::and_(far, ir::or_(far, ir::eq(sum, y_)))));
  const Expr some = ir::quantifier(Op::exists, std::array{y_.var()},
                                   ir::and_(small, ir::and_(ir::not_(far), ir::not_(far))));
  const Expr outside = ir::and_(ir::eq(y_, num(70)), ir::eq(sum, num(78)));
  expect_everywhere(std::array{outside, none}, Status::sat);
  expect_everywhere(std::array{outside, some}, Status::unsat);
}

TEST_F(SmtlibTest, DeepExpressionsAreWritten) {
  if (solver_commands().empty()) GTEST_SKIP() << "no SMT-LIB2 solver is installed";
  Expr e = x_;
  for (int i = 0; i < 300; ++i) e = ir::ite(ir::lt(e, num(i)), ir::add(e, num(1)), e);
  expect_everywhere(std::array{ir::eq(x_, num(0)), ir::neq(e, num(299))}, Status::unsat);
}

/// Without arrays: see Translator::equality for what is wrong with Z3's.
TEST_F(SmtlibTest, RandomScriptsMeanWhatTheSolverIsTold) {
  if (solver_commands().empty()) GTEST_SKIP() << "no SMT-LIB2 solver is installed";
  ir::Scope scope(context_);
  test::RandomExpr random(scope, 7, {.arrays = false});
  const std::filesystem::path file = folder_.path() / "random.smt2";
  for (int i = 0; i < 25; ++i) {
    const auto solver = factory_->make();
    solver->set_query_limit({.seconds = 1, .steps = {}});
    for (int k = 0; k < 3; ++k) solver->add(random.of(context_.bool_type(), 3));
    const Status status = solver->check();
    std::ofstream(file) << solver->to_smt2();
    for (const std::string& command : solver_commands()) {
      const std::string answer = output_of(command + " " + file.string() + " 2>&1");
      ASSERT_TRUE(answer == "sat\n" || answer == "unsat\n" || answer == "unknown\n")
          << answer << contents(file);
      if (status != Status::unknown && answer != "unknown\n") {
        EXPECT_EQ(answer, std::string(to_string(status)) + "\n") << contents(file);
      }
    }
  }
}

TEST_F(SmtlibTest, EveryCheckIsDumped) {
  factory_ = make_z3_factory(env_, context_, {.dump_folder = folder_.path() / "new" / "queries"});
  const auto solver = factory_->make();
  solver->add(ir::lt(x_, y_));
  solver->check();
  solver->push();
  solver->add(ir::lt(y_, num(0)));
  solver->pop();
  factory_->make()->check(std::array{ir::lt(x_, x_)});
  const std::filesystem::path queries = folder_.path() / "new" / "queries";
  const std::string first = contents(queries / "000001.smt2");
  EXPECT_THAT(first, HasSubstr("(assert (< x@0 y@0))"));
  EXPECT_THAT(first, HasSubstr("(check-sat)\n; status: sat\n"));
  const std::string second = contents(queries / "000002.smt2");
  EXPECT_THAT(second, HasSubstr("(assert (! (< x@0 x@0) :named assumption.0))"));
  EXPECT_THAT(second, HasSubstr("(check-sat)\n; status: unsat\n"));
  EXPECT_FALSE(std::filesystem::exists(queries / "000003.smt2"));
}

}  // namespace
}  // namespace arges::smt
