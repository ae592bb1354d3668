// Programs that compute with floating point and call reach_error if it is not what C says.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/errors_of.h"
#include "support/program_runner.h"

namespace arges::frontend::c {
namespace {

using testing::HasSubstr;

constexpr const char* prelude = R"(
#include <float.h>
#include <math.h>
extern void reach_error(void);
extern void stop(void) __attribute__((noreturn));
#define CHECK(condition) if (!(condition)) reach_error();
)";

std::string ends_at(const std::string& text, Options options = {}) {
  return test::ProgramRunner(prelude + text, options).run();
}

/// The body of main ends without an error, with integers and with bit-vectors, 32 or 64 bits.
void expect_right(const std::string& body, const std::string& before = "") {
  for (const ArithmeticChoice choice : {ArithmeticChoice::integers, ArithmeticChoice::bit_vectors})
    for (const DataModel model : {DataModel::ilp32, DataModel::lp64}) {
      Options options;
      options.arithmetic = choice;
      options.data_model = model;
      EXPECT_EQ(ends_at(before + "int main(void) {" + body + " return 0; }", options), "end")
          << body;
    }
}

TEST(CFloatingTest, ConstantsAreRoundedToTheirTypes) {
  expect_right("CHECK(0.1f != 0.1) CHECK((float)0.1 == 0.1f) CHECK(0.1L != 0.1)");
  expect_right("CHECK(0x1.8p1 == 3.0) CHECK(1e400 > 1.7e308) CHECK(16777217.0f == 16777216.0f)");
  expect_right("CHECK(9007199254740993.0 == 9007199254740992.0)");
  expect_right("CHECK(9007199254740993.0L != 9007199254740992.0L)");
  expect_right("CHECK(TENTH == 0.1f) CHECK(HALF(1.0) == 0.5) CHECK(FLT_MAX > 3.4e38f)",
               "#define TENTH 0.1f\n#define HALF(x) ((x) / 2.0)\n");
}

TEST(CFloatingTest, EachOperationIsRoundedToItsType) {
  expect_right("float x = 16777216.0f; x = x + 1.0f; CHECK(x == 16777216.0f)");
  expect_right("float x = 16777216.0f; double y = x + 1.0; CHECK(y == 16777217.0)");
  expect_right("double t = 0; for (int i = 0; i < 10; i++) t += 0.1; CHECK(t != 1.0 && t < 1.0)");
  expect_right("float x = 1e30f; CHECK(x * x > FLT_MAX) CHECK(-(x * x) < -FLT_MAX)");
  expect_right("float x = 1; x /= 3; CHECK(x * 3 == 1) CHECK(x - 1 / 3.0 != 0)");
  expect_right("float x = 5; x++; --x; CHECK(x++ == 5 && x == 6) CHECK(--x == 5)");
}

TEST(CFloatingTest, ZerosAndNaN) {
  expect_right("double z = 0.0, n = -z; CHECK(z == n) CHECK(1 / z > 0) CHECK(1 / n < 0)");
  expect_right("double z = 0.0, n = z / z; CHECK(n != n) CHECK(!(n < 1) && !(n >= 1)) CHECK(n)");
  expect_right("float z = 0.0f; CHECK(!z) CHECK(!-z) if (z) reach_error();");
  expect_right("float h = 0.5f; _Bool b = h; CHECK(b == 1) CHECK((int)h == 0)");
}

TEST(CFloatingTest, Conversions) {
  expect_right(
      "int i = 16777217; float f = i; CHECK(f == 16777216.0f) CHECK((double)i == 16777217)");
  expect_right(
      "double d = -3.9; int i = d; CHECK(i == -3) unsigned char c = 255.5; CHECK(c == 255)");
  expect_right("unsigned int u = 4294967295u; double d = u; CHECK(d == 4294967295.0)");
  expect_right("long long l = -9007199254740993LL; double d = l; CHECK(d == -9007199254740992.0)");
  expect_right(
      "unsigned char c = 7; c += 1.5; CHECK(c == 8) int i = 10; i *= 0.25f; CHECK(i == 2)");
  expect_right("unsigned int u = -0.5; CHECK(u == 0) int i = 2147483647.5; CHECK(i == 2147483647)");
  expect_right("_Bool b = 1; float f = b; CHECK(f == 1.0f) f = (f > 0); CHECK(f == 1.0f)");
}

TEST(CFloatingTest, WhatDoesNotFitAnIntegerEndsTheRun) {
  for (const char* value : {"2147483648.0", "-2147483649.0", "0.0 / 0.0", "1e300", "-1.0 / 0.0"})
    for (const ArithmeticChoice choice :
         {ArithmeticChoice::integers, ArithmeticChoice::bit_vectors}) {
      Options options;
      options.arithmetic = choice;
      EXPECT_EQ(ends_at(std::string("int main(void) { double d = ") + value +
                            "; int i = d; reach_error(); return i; }",
                        options),
                "stuck")
          << value;
    }
}

TEST(CFloatingTest, ObjectsOfFloatingType) {
  expect_right("struct s a = {1, 2.5f}, b = a; b.f *= 2; CHECK(a.f == 2.5f && b.f == 5)",
               "struct s { int i; float f; };\n");
  expect_right("double a[3] = {1.5}; a[2] = a[0] + a[1]; CHECK(a[2] == 1.5) CHECK(a[1] == 0)");
  expect_right("float x = 1, *p = &x; *p += 0.5f; CHECK(x == 1.5f)");
  expect_right("CHECK(half(3) == 1.5) CHECK(zero == 0 && third[1] == 0)",
               "double half(double x) { return x / 2; } static float zero; double third[2];\n");
  expect_right("double (*f)(double) = half; CHECK(f(5) == 2.5) CHECK((1 ? 0.5 : 1) == 0.5)",
               "double half(double x) { return x / 2; }\n");
  expect_right("CHECK(sizeof(float) == 4 && sizeof(double) == 8 && sizeof(long double) >= 12)");
}

TEST(CFloatingTest, TheLibrary) {
  expect_right("CHECK(fabs(-1.5) == 1.5) CHECK(sqrt(2.25) == 1.5) CHECK(sqrtf(2.0f) < 1.5f)");
  expect_right("CHECK(floor(-1.5) == -2 && ceil(-1.5) == -1 && trunc(-1.5) == -1)");
  expect_right("CHECK(round(2.5) == 3 && rint(2.5) == 2 && nearbyint(-0.5) == 0)");
  expect_right(
      "CHECK(fmin(1, NAN) == 1 && fmax(-1, 2) == 2 && fdim(3, 1) == 2 && fdim(1, 3) == 0)");
  expect_right("CHECK(fmod(7, 4) == 3 && fmod(-7, 4) == -3 && fmod(7, -4) == 3)");
  expect_right("CHECK(fmod(5.5, 2) == 1.5 && remainder(7, 4) == -1 && isnan(fmod(1, 0)))");
  expect_right("CHECK(copysign(2, -0.0) == -2) CHECK(signbit(-0.0) && !signbit(0.0f))");
  expect_right(
      "CHECK(isnan(NAN) && !isnan(1.0f) && isinf(INFINITY) == 1 && isinf(-INFINITY) == -1)");
  expect_right(
      "CHECK(isfinite(1.0) && !isfinite(HUGE_VAL) && isnormal(1.0f) && !isnormal(1e-40f))");
  expect_right("CHECK(isless(1.0, 2.0) && isunordered(NAN, 1.0f) && !isgreater(1.0, 2.0))");
  expect_right("CHECK(__builtin_fabsf(-2.0f) == 2 && __isnan(NAN) && __fpclassify(0.0) == FP_ZERO)",
               "extern int __isnan(double); extern int __fpclassify(double);\n");
}

TEST(CFloatingTest, BitsOfFloatingPointAreNotRead) {
  EXPECT_THAT(ends_at("int main(void) { float f = 1; return *(int *)&f; }"),
              HasSubstr("accessed as another type"));
}

}  // namespace
}  // namespace arges::frontend::c
