// Programs that compute something and call reach_error if it is not what C says.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/errors_of.h"
#include "support/program_runner.h"

namespace arges::frontend::c {
namespace {

using testing::HasSubstr;

constexpr const char* prelude = R"(
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
typedef unsigned char byte;
#define CHECK(condition) if (!(condition)) reach_error();
)";

std::string ends_at(const std::string& text, Options options = {}) {
  return test::ProgramRunner(prelude + text, options).run();
}

/// The body of main ends without an error, with integers and with bit-vectors.
void expect_right(const std::string& body, const std::string& before = "") {
  for (const ArithmeticChoice choice :
       {ArithmeticChoice::integers, ArithmeticChoice::bit_vectors}) {
    Options options;
    options.arithmetic = choice;
    options.recursion = 8;
    EXPECT_EQ(ends_at(before + "int main(void) {" + body + " return 0; }", options), "end") << body;
  }
}

/// The body of main comes to its end: a run that silently ends before shows nothing.
void expect_reached(const std::string& body, const std::string& before = "") {
  for (const ArithmeticChoice choice :
       {ArithmeticChoice::integers, ArithmeticChoice::bit_vectors}) {
    Options options;
    options.arithmetic = choice;
    EXPECT_EQ(ends_at(before + "int main(void) {" + body + " reach_error(); }", options),
              "reach_error")
        << body;
  }
}

std::string errors(const std::string& text) {
  return test::errors_of([&] { ends_at(text); });
}

TEST(CLoweringTest, Promotions) {
  expect_right("byte c = 250; c += 10; CHECK(c == 4)");
  expect_right("byte c = 200; CHECK(c + c == 400)");
  expect_right("signed char c = 127; c++; CHECK(c == -128)");
  expect_right("unsigned int u = 0; u--; CHECK(u == 4294967295u) CHECK(u > -2)");
  expect_right("unsigned short s = 65535; CHECK(s + 1 == 65536) s++; CHECK(s == 0)");
  expect_right("_Bool b = 256; CHECK(b == 1)");
}

TEST(CLoweringTest, DivisionTruncates) {
  expect_right("int a = -7, b = 2; CHECK(a / b == -3) CHECK(a % b == -1)");
  expect_right("int a = 7, b = -2; CHECK(a / b == -3) CHECK(a % b == 1)");
  expect_right("int a = -8; CHECK(a >> 1 == -4) CHECK((a & 3) == 0) CHECK((a | 3) == -5)");
  expect_right("int a = 6, b = 3; CHECK((a ^ b) == 5) CHECK((a & b) == 2) CHECK(~a == -7)");
}

TEST(CLoweringTest, ControlFlow) {
  expect_right(
      "int s = 0; for (int i = 0; i < 5; i++) { if (i == 2) continue; s += i; } "
      "CHECK(s == 8)");
  expect_right("int i = 0; for (;;) { if (i > 3) break; i++; } CHECK(i == 4)");
  expect_right("int i = 0; for (; i < 4;) i++; CHECK(i == 4)");
  expect_right("int i; for (i = 0; ; i += 2) if (i == 6) break; CHECK(i == 6)");
  expect_right("int i = 0; do i++; while (i < 3); CHECK(i == 3)");
  expect_right("int i = 0; again: i++; if (i < 3) goto again; CHECK(i == 3)");
  expect_right(
      "int r = 0; switch (3) { case 1: r = 1; case 3: r += 10; case 4: r += 100; break; "
      "default: r = 7; } CHECK(r == 110)");
  expect_right("int r = 0; switch (9) { case 1: r = 1; break; default: r = 7; } CHECK(r == 7)");
  expect_right("int r = 0; switch (5) { case 1 ... 6: r = 2; } CHECK(r == 2)");
  expect_right("int x = 3; int y = ({ int t = x; t + 1; }); CHECK(y == 4)");
  expect_right("int x = 0; int y = (x++, x + 5); CHECK(y == 6)");
  expect_right("int x = 2; CHECK((x ?: 7) == 2)");
}

TEST(CLoweringTest, NothingIsEvaluatedThatCDoesNot) {
  const std::string counts = "int calls; int f(int r) { calls++; return r; }";
  expect_right("int x = 0 && f(1); CHECK(calls == 0) CHECK(!x)", counts);
  expect_right("int x = 1 || f(1); CHECK(calls == 0) CHECK(x)", counts);
  expect_right("int x = f(1) && f(0); CHECK(calls == 2) CHECK(!x)", counts);
  expect_right("int x = f(0) ? f(3) : f(4); CHECK(calls == 2) CHECK(x == 4)", counts);
  expect_right("int zero = 0; CHECK(zero == 0 || 5 / zero)");
  expect_right("int zero = 0; int x = zero ? 5 / zero : 8; CHECK(x == 8)");
  expect_right("int x = 1; int y = x++ + 10; CHECK(y == 11 && x == 2)");
  expect_right("int y = f(1) + f(2) * f(3); CHECK(y == 7 && calls == 3)", counts);
}

TEST(CLoweringTest, Functions) {
  expect_right("CHECK(fact(5) == 120)", "int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }");
  expect_right("CHECK(fib(5) == 5)",
               "int fib(int n) { if (n < 2) return n; return fib(n - 1) + fib(n - 2); }");
  expect_right("CHECK(even(6) && odd(5) && !odd(4))",
               "int odd(int n); int even(int n) { return n == 0 || odd(n - 1); }"
               "int odd(int n) { return n != 0 && even(n - 1); }");
  expect_right("CHECK(pairs(3) == 8) CHECK(pairs(2) == 4)",
               "int pairs(int n) { if (n == 0) return 1; int a = pairs(n - 1), b = pairs(n - 1); "
               "return a + b; }");
  expect_right("CHECK(twice(inc, 3) == 5) CHECK(twice(dec, 3) == 1)",
               "int inc(int x) { return x + 1; } int dec(int x) { return x - 1; }"
               "int twice(int (*f)(int), int x) { return f((*f)(x)); }");
  expect_right("CHECK(count() == 1) CHECK(count() == 2)",
               "int count(void) { static int n = 0; n++; return n; }");
  expect_right("set(4); CHECK(g == 4)", "int g; void set(int v) { g = v; }");
}

TEST(CLoweringTest, ArraysAndPointers) {
  expect_right("int a[4] = {1, 2}; CHECK(a[1] == 2 && a[3] == 0) a[3] = 9; CHECK(*(a + 3) == 9)");
  expect_right("int a[] = {[2] = 5, 6}; CHECK(sizeof a == 16) CHECK(a[3] == 6 && a[0] == 0)");
  expect_right(
      "int m[2][3] = {{1, 2, 3}, {4, 5, 6}}; CHECK(m[1][0] == 4) m[0][2] = 7; "
      "CHECK(m[0][2] == 7 && m[1][2] == 6)");
  expect_right("int m[2][2] = {1, 2, 3, 4}; CHECK(m[1][0] == 3)");
  expect_right("int x = 1, y = 2; int *p = &x; *p = 5; p = &y; *p += 1; CHECK(x == 5 && y == 3)");
  expect_right(
      "int a[5]; int *p = a; for (int i = 0; i < 5; i++) *p++ = i; "
      "CHECK(a[4] == 4) CHECK(p - a == 5) CHECK(&a[2] < p)");
  expect_right("int x = 0; int *p = &x; int **q = &p; **q = 3; CHECK(x == 3)");
  expect_right("char s[] = \"abc\"; CHECK(s[1] == 'b' && s[3] == 0 && sizeof s == 4)");
  expect_right(
      "char s[] = \"a\\n\\0\\101\\x41\"; CHECK(s[1] == 10 && s[2] == 0 && s[3] == 65 && s[4] == "
      "65)");
  expect_right("const char *s = \"abc\"; int n = 0; while (s[n]) n++; CHECK(n == 3)");
  expect_right("int x = 1, y = 2; swap(&x, &y); CHECK(x == 2 && y == 1)",
               "void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }");
  expect_right("int a[3] = {1, 2, 3}; CHECK(sum(a, 3) == 6)",
               "int sum(int v[], int n) { int s = 0; for (int i = 0; i < n; i++) s += v[i]; "
               "return s; }");
  expect_right("int n = 3; int v[n]; v[2] = 4; CHECK(v[2] == 4)");
}

TEST(CLoweringTest, Structures) {
  const std::string point = "struct point { int x, y; };";
  expect_right(
      "struct point p = {1, 2}, q; q = p; q.x = 5; CHECK(p.x == 1 && q.x == 5 && q.y == 2)", point);
  expect_right("struct point p = {.y = 3}; struct point *r = &p; r->x = r->y + 1; CHECK(p.x == 4)",
               point);
  expect_right("struct point a[3]; a[1].x = 2; a[2].x = 3; CHECK(a[1].x + a[2].x == 5)", point);
  expect_right("struct point p = make(1, 2); CHECK(p.y == 2) CHECK(make(3, 4).x == 3)",
               point +
                   "struct point make(int x, int y) { struct point r; r.x = x; r.y = y; "
                   "return r; }");
  expect_right(
      "struct { struct point p; int a[2]; } s; s.p.y = 1; s.a[1] = 2; "
      "CHECK(s.p.y == 1 && s.a[1] == 2)",
      point);
  expect_right(
      "struct { int a; union { int b; unsigned int c; }; } s; s.b = -1; "
      "CHECK(s.c == 4294967295u)");
  expect_right(
      "union { unsigned int word; unsigned char low; } u; u.word = 0x1234; "
      "CHECK(u.low == 0x34) u.low = 1; CHECK(u.word == 0x1201)");
}

TEST(CLoweringTest, AllocatedMemory) {
  expect_right(
      "int *p = malloc(sizeof(int)); *p = 3; int *q = malloc(sizeof(int)); *q = 4; "
      "CHECK(*p == 3 && p != q)",
      "extern void *malloc(unsigned int);");
  expect_right(
      "struct node *list = 0; for (int i = 0; i < 3; i++) { struct node *n = "
      "(struct node *)malloc(sizeof(struct node)); n->value = i; n->next = list; list = n; } "
      "int s = 0; while (list) { s = 10 * s + list->value; list = list->next; } "
      "CHECK(s == 210)",
      "extern void *malloc(unsigned int); struct node { int value; struct node *next; };");
}

TEST(CLoweringTest, MemoryIsFoundBeforeTheCallThatAllocatesItInTheText) {
  expect_right(
      "int *p = 0, seen = 0; for (int i = 0; i < 2; i++) { if (p) seen = *p; "
      "p = malloc(sizeof(int)); *p = 5; } CHECK(seen == 5)",
      "extern void *malloc(unsigned int);");
}

TEST(CLoweringTest, TheValueOfAnAssignmentIsWhatWasStored) {
  expect_right("int x = 1; int y = (x = x + 1); CHECK(x == 2 && y == 2)");
  expect_right("int x = 1, n = 0; while ((x = x + 1) < 5) n++; CHECK(n == 3)");
}

TEST(CLoweringTest, PlacesStayWhileTheyAreWritten) {
  expect_right("int a[2] = {0, 7}; int x = (a[a[0]] += 1); CHECK(x == 1)");
  expect_right(
      "struct node b = {0, 9}, a = {&b, 1}; struct node *p = &a; *p = *p->next; "
      "CHECK(a.value == 9)",
      "struct node { struct node *next; int value; };");
  // The pointer is one of the objects it may point to.
  expect_right(
      "struct node *p = 0, *r = 0; for (int i = 0; i < 2; i++) { p = malloc(sizeof(struct node)); "
      "p->next = 0; r = malloc(sizeof(struct node)); r->next = 0; } "
      "p->next = p; if (p->next == 0) p->next = r; p->next->next = r; "
      "CHECK(p->next == r && r->next == 0)",
      "extern void *malloc(unsigned int); struct node { struct node *next; int value; };");
  expect_right(
      "int a[2][2] = {{1, 2}, {3, 4}}; i = 1; int x = a[i][next()]; CHECK(i == 5 && (x == 3 || x "
      "== 1))",
      "int i; int next(void) { i = 5; return 0; }");
}

TEST(CLoweringTest, PointersToMembersOfUnions) {
  expect_right(
      "union u v; int plain = 7; v.wide = -1; int *p = &v.narrow; CHECK(*p == -1); "
      "*p = 5; CHECK((v.wide & 0xffffffff) == 5 && v.wide < 0); p = &plain; CHECK(*p == 7); *p = "
      "8; "
      "CHECK(plain == 8 && v.narrow == 5)",
      "union u { long long wide; int narrow; };");
  expect_right(
      "unsigned big = 4000000000u; int small = -3; int *p = &small; "
      "if (*p < 0) p = (int *)&big; CHECK(*p == -294967296); p = &small; CHECK(*p == -3)");
}

TEST(CLoweringTest, UnionsAreReadThroughOtherMembersThanTheyAreInitializedBy) {
  expect_right("union u v = {0x83ED3529}; CHECK(v.byte == 0x29)",
               "union u { unsigned whole; unsigned char byte; };");
}

TEST(CLoweringTest, PointersWithinStructuresThatAreNoObjects) {
  const std::string types =
      "int g, h; struct s { int *p; int *a[2]; }; struct s made(void) { "
      "struct s r; r.p = &g; r.a[1] = &h; return r; }";
  expect_right("*made().p = 5; *made().a[1] = 6; CHECK(g == 5 && h == 6)", types);
  expect_right(
      "struct s x = made(), y; *(y = x).p = 5; *(0, y).a[1] = 7; "
      "CHECK(g == 5 && h == 7)",
      types);
  EXPECT_EQ(ends_at("int main(void) { int *p = (int *)1234; *p = 1; reach_error(); }"),
            "unsupported: a pointer that was not made from an object");
}

TEST(CLoweringTest, CharactersAndStrings) {
  const std::string headers = "#include <string.h>\n#include <ctype.h>\n";
  expect_right(
      "char b[12] = \"ab\"; CHECK(strlen(b) == 2); strcat(b, \"cd\"); CHECK(strlen(b) == 4 && b[3] "
      "== 'd'); "
      "CHECK(strcmp(b, \"abcd\") == 0 && strcmp(b, \"abd\") < 0 && strcmp(\"b\", b) > 0); "
      "CHECK(strncmp(b, \"abx\", 2) == 0); strncpy(b, \"xy\", 4); CHECK(b[1] == 'y' && b[3] == 0); "
      "strcpy(b, \"hello\"); CHECK(*strchr(b, 'l') == 'l' && strchr(b, 'l') == b + 2 && strchr(b, "
      "'q') == 0); "
      "CHECK(strrchr(b, 'l') == b + 3 && strstr(b, \"lo\") == b + 3 && strstr(b, \"ol\") == 0)",
      headers);
  expect_right(
      "CHECK(isdigit('7') && !isdigit('x') && isalpha('x') && isspace(' ') && toupper('q') == 'Q' "
      "&& "
      "tolower('Q') == 'q' && tolower('1') == '1')",
      headers);
  // A program's own functions are its own.
  expect_right("CHECK(strlen(\"abc\") == 42)",
               "unsigned int strlen(const char *s) { return 42; }\n");
  EXPECT_THAT(errors("extern int strlen(int); int main(void) { return strlen(3); }"),
              HasSubstr("the library's 'strlen' is not supported"));
}

TEST(CLoweringTest, StructuresArePassedByValue) {
  const std::string made =
      "struct s { int n; }; struct s made(int n) { struct s r; r.n = n; return r; } "
      "int minus(struct s a, struct s b) { return a.n - b.n; } int first(struct s a, int n) { "
      "return a.n; }";
  expect_right("CHECK(minus(made(5), made(3)) == 2 && first(made(5), made(3).n) == 5)", made);
  expect_right("struct s a[3]; a[made(1).n] = made(2); CHECK(a[1].n == 2)", made);
}

TEST(CLoweringTest, PartsThatAreReachedByOtherTypesAreNotFollowed) {
  const std::string other = "unsupported: an object accessed as another type";
  EXPECT_EQ(
      ends_at("struct d { int b; int x; }; int f(void *p) { return *(int *)p; } int main(void) { "
              "struct d v = {7, 8}; v.x++; if (f(&v) == 7) reach_error(); }"),
      other);
  EXPECT_EQ(
      ends_at("struct s { int a; int b; }; int main(void) { struct s t[2]; t[0].b = 1; t[1].b = 2; "
              "int *p = (int *)&t[1]; *p = 4; if (t[0].b == 1) reach_error(); }"),
      other);
  EXPECT_EQ(
      ends_at("union u { unsigned u; unsigned char c; }; extern void *malloc(unsigned int); "
              "int main(void) { union u *h[2]; for (int i = 0; i < 2; i++) { h[i] = malloc(4); "
              "h[i]->u = 0x0101; h[i]->c = 1; } unsigned char *c = (unsigned char *)h[0]; "
              "c[1] = 5; reach_error(); }"),
      other);
}

TEST(CLoweringTest, PointersToUnions) {
  const std::string types =
      "union u { long long wide; int narrow; }; struct s { int tag; union u in; }; "
      "extern void *malloc(unsigned int);";
  expect_right(
      "union u v; union u *p = &v; p->wide = -1; p->narrow = 5; "
      "CHECK(v.narrow == 5 && p->narrow == 5 && v.wide < 0)",
      types);
  expect_right(
      "struct s w; struct s *q = &w; q->in.narrow = 7; q->tag = 3; "
      "CHECK(w.in.narrow == 7 && q->in.narrow == 7 && w.tag == 3)",
      types);
  expect_right(
      "union u *p = 0; for (int i = 0; i < 2; i++) { p = malloc(sizeof(union u)); "
      "p->wide = -1; p->narrow = 5; } CHECK(p->narrow == 5 && p->wide < 0)",
      types);
}

TEST(CLoweringTest, BytesOfWiderObjectsAreNotFollowed) {
  EXPECT_EQ(ends_at("struct s { char tag; int value; } v; int main(void) { "
                    "char *p = (char *)&v; p[4] = 1; reach_error(); }"),
            "unsupported: an object accessed as another type");
}

TEST(CLoweringTest, BitFields) {
  const std::string record =
      "struct f { unsigned a : 3; int b : 5; unsigned : 7; unsigned c : 1; };";
  expect_right("struct f x; x.a = 9; x.b = -3; x.c = 1; CHECK(x.a == 1 && x.b == -3 && x.c == 1)",
               record);
  expect_right("struct f x; x.b = 20; CHECK(x.b == -12) x.a = 7; x.a++; CHECK(x.a == 0)", record);
  expect_right("struct f x; CHECK((x.a = 10) == 2) x.a = 6; CHECK((x.a += 3) == 1)", record);
  expect_right("struct f x; x.a = 7; CHECK(x.a++ == 7 && x.a == 0) CHECK(--x.a == 7)", record);
  expect_right("struct f x; x.a = 0; CHECK(x.a - 1 < 0)", record);  // promoted to int
  expect_right("struct f x = {1, 2, 1}; CHECK(x.c == 1) struct f y = x; CHECK(y.b == 2)", record);
  expect_right(
      "struct f t[2], *p = &t[1]; p->a = 5; p->b = 6; t[0] = *p; "
      "CHECK(t[0].a == 5 && t[0].b == 6 && sizeof(struct f) == 4)",
      record);
  expect_right("union u v = {0x1d1b9849}; CHECK(v.b == 0x1849) v.b = 1; CHECK(v.a == 0x1d1b8001)",
               "union u { const int a; int b : 14; };");
  // Narrow types must not be taken for those that they are made of.
  expect_right("struct n x = {-1}; int a[9] = {[8] = 3}; CHECK(a[8] == 3 && x.one == -1)",
               "struct n { int one : 1; };");
}

TEST(CLoweringTest, UnionsOfUnlikeMembers) {
  const std::string before =
      "extern void *malloc(unsigned int); "
      "union u { int a; byte b[4]; struct { short low; unsigned short high; } s; };";
  expect_right("union u x; x.a = 0x01020304; CHECK(x.b[0] == 4 && x.b[3] == 1 && x.s.high == 258)",
               before);
  expect_right(
      "union u x; x.a = 0; int i = 2; x.b[i] = 255; CHECK(x.a == 0xff0000 && x.b[i] == 255)",
      before);
  expect_right("union u x; x.s.low = -2; CHECK(x.b[0] == 254 && x.b[1] == 255)", before);
  expect_right(
      "union u x = {.b = {1, 2}}, y; y = x; CHECK(y.a == 513) "
      "union u z = {7}; CHECK(z.b[0] == 7 && z.b[1] == 0)",
      before);
  expect_right("union u x, *p = &x; p->a = 0; p->b[2] = 7; p->s.low = 1; CHECK(x.a == 0x70001)",
               before);
  expect_right("union u x; x.a = 0; byte *q = x.b; q[3] = 9; q++; *q = 1; CHECK(x.a == 0x9000100)",
               before);
  expect_right(
      "struct { int t; union u v[3]; } z; z.v[1].a = 5; z.v[2].b[0] = 6; "
      "CHECK(z.v[1].b[0] == 5 && (z.v[2].a & 255) == 6)",
      before);
  expect_right(
      "int s = 0; for (int i = 0; i < 2; i++) { union u *h = malloc(sizeof *h); "
      "h->a = 0x10203; h->b[i] = 9; s += h->s.low; } CHECK(s == 0x209 + 0x903)",
      before);
  expect_right(
      "int k = 3; union { int i; int *p; } v; v.p = &k; *v.p = 4; CHECK(k == 4) "
      "v.i = 0; CHECK(!v.p)");
  EXPECT_EQ(ends_at(before + "int main(void) { byte *q; for (int i = 0; i < 2; i++) { union u *h = "
                             "malloc(sizeof *h); h->a = 1; q = h->b; } if (q[1] != 0) "
                             "reach_error(); }"),
            "unsupported: an object accessed as another type");
  EXPECT_THAT(errors("int main(void) { union { float f; int i; } v; v.f = 1; return v.i; }"),
              HasSubstr("whose members of different kinds share memory, is not supported"));
}

TEST(CLoweringTest, PointersToRecordsInUnions) {
  const std::string before =
      "extern void *malloc(unsigned int); struct s { short a, b; }; "
      "union u { int i; struct s s; struct s t[1]; }; int second(struct s *p) { return p->b; }";
  for (const auto& check : {expect_right, expect_reached}) {
    check("union u v; v.i = 0x20001; struct s *p = &v.s; p->b = 3; CHECK(v.i == 0x30001)", before);
    check("union u v; v.i = 0x20001; CHECK(second(&v.s) == 2) CHECK(second(&v.t[0]) == 2)", before);
    check("union u v[2]; v[1].i = 0x20001; struct s *p = &v[1].s; CHECK(p->b == 2)", before);
    check("union u v; struct s q = {1, 2}; v.s = q; CHECK(v.i == 0x20001)", before);
    check("union { _Bool b; int i; } v; v.i = 0x100; CHECK(!v.b)", "");
  }
  EXPECT_EQ(ends_at(before + "int main(void) { union u *h; for (int i = 0; i < 2; i++) h = "
                             "malloc(sizeof *h); h->i = 1; if (second(&h->s)) reach_error(); }"),
            "unsupported: an object accessed as another type");
  EXPECT_EQ(ends_at("union u { int *i; byte *b; }; int main(void) { int x = 258; union u v; "
                    "v.i = &x; if (*v.b == 2) reach_error(); }"),
            "unsupported: an object accessed as another type");
}

TEST(CLoweringTest, PartsOfStructuresThatAreNoObjects) {
  const std::string before =
      "struct s { int *p, *q; int a[2]; }; int x = 1, y = 2; "
      "struct s make(int *a) { struct s s = {a, a}; return s; }";
  for (const auto& check : {expect_right, expect_reached}) {
    check("int n = y; int *r = (n == 2 ? make(&x) : make(&y)).q; *r = 10; CHECK(x == 10)", before);
    check("int n = 1; int *r = ({ n++; make(&x); }).q; *r = 10; CHECK(x == 10 && n == 2)", before);
  }
  EXPECT_THAT(errors(before + "int main(void) { struct s a, b; int *p = (x ? a : b).a; *p = 1; }"),
              HasSubstr("a pointer into a structure that is no object is not supported"));
}

TEST(CLoweringTest, MemoryBeyondAPart) {
  EXPECT_EQ(ends_at("#include <string.h>\nstruct s { int a; char b; int c; } s; int main(void) { "
                    "memset(&s.a, 0, sizeof s); reach_error(); }"),
            "unsupported: an object accessed as another type");
  for (const auto& check : {expect_right, expect_reached}) {
    check("int a[4] = {1, 2, 3, 4}; void *p = a; memset((int *)p, 0, 8); CHECK(a[1] == 0 && a[2])",
          "#include <string.h>\n");
    check("int a[3]; unsigned int n = 12; memset(a, -1, n); CHECK(a[2] == -1)",
          "#include <string.h>\n");
  }
}

TEST(CLoweringTest, FunctionsThatReturnPointersToFunctions) {
  for (const auto& check : {expect_right, expect_reached})
    check("CHECK(mid(3)) CHECK(!mid(2)) CHECK(mid(3)(4) == -4)",
          "int neg(int a) { return -a; } int (*mid(int z))(int y) { return z > 2 ? neg : 0; }");
}

TEST(CLoweringTest, PointersToVariableArraysDoNotStep) {
  for (const char* body : {"return m[1][0];", "m++; return m[0][0];", "return m - m;"})
    EXPECT_THAT(errors(std::string("int q(int n, int m[][n]) {") + body +
                       "} int main(void) { int m[2][2] = {{1, 2}, {3, 4}}; return q(2, m); }"),
                HasSubstr("a step of a pointer to variable arrays is not supported"))
        << body;
}

TEST(CLoweringTest, CompoundLiterals) {
  const std::string before =
      "struct p { int x, y; }; int sum(struct p q) { return q.x + q.y; } "
      "int second(const int *a) { return a[1]; } struct p *at = &(struct p){5, 6};";
  expect_right("CHECK(sum((struct p){1, 2}) == 3) CHECK(second((int[]){4, 5}) == 5)", before);
  expect_right("struct p r; r = (struct p){.y = 3}; CHECK(r.x == 0 && r.y == 3)", before);
  expect_right("struct p *s = &(struct p){7, 8}; s->x++; CHECK(s->x == 8 && s->y == 8)", before);
  expect_right("CHECK(at->y == 6) at->y = 1; CHECK(at->y == 1)", before);
  expect_right("int s = 0; for (int i = 0; i < 3; i++) s += *(int[]){i, 9}; CHECK(s == 3)", before);
}

TEST(CLoweringTest, Designators) {
  const std::string before = "struct p { int x, y; }; struct q { struct p a, b; int c[3]; };";
  expect_right("CHECK(g.b.y == 3 && g.b.x == 0 && g.c[1] == 7 && g.a.x == 1 && g.c[2] == 0)",
               before + "struct q g = {.b.y = 3, .c[1] = 7, .a = {.x = 1}};");
  expect_right(
      "struct q l = {.c[0] = 1, .c[2] = 2, .b.x = 4}; "
      "CHECK(l.c[0] == 1 && l.c[2] == 2 && l.c[1] == 0 && l.b.x == 4)",
      before);
  expect_right("int a[5] = {[1] = 2, 3, [0] = 9}; CHECK(a[0] == 9 && a[2] == 3 && a[4] == 0)");
  expect_right("int m[4][3] = {[0 ... 1] = {1, 2, 3}}; CHECK(m[1][2] == 3 && m[2][0] == 0)");
  expect_right("char s[3][4] = {[0 ... 2] = \"ab\"}; CHECK(s[2][1] == 'b')");
  expect_right("union { int i; char c; } u = {.c = 5, .i = 300}; CHECK(u.i == 300)");
  expect_right("int a[6] = {[1 ... 3] = 4, 5}; CHECK(a[1] == 4 && a[3] == 4 && a[4] == 5)");
  expect_right("struct { int k; union { int i; char c; }; } v = {.c = 5, .k = 1}; CHECK(v.c == 5)");
  EXPECT_THAT(errors("struct p { int x, y; }; struct q { struct p a; int b; }; "
                     "int main(void) { struct q v = {.a.x = 1, 2}; return v.b; }"),
              HasSubstr("an item after a designator of several parts is not supported"));
}

TEST(CLoweringTest, ValuesThatAreStructures) {
  const std::string before = "struct p { int x, y; };";
  expect_right(
      "struct p a = {1, 2}, b = {3, 4}; int c = 0; struct p r = c ? a : b; "
      "CHECK(r.x == 3 && r.y == 4) CHECK((c ? a : b).y == 4)",
      before);
  expect_right("struct p a = {1, 2}, b = ({ a.x++; a; }); CHECK(b.x == 2 && b.y == 2)", before);
  expect_right(
      "struct p a = {1, 2}, b = {3, 4}; int c = 1; "
      "if (c && (c ? a : b).x == 1) c = 5; CHECK(c == 5)",
      before);
}

TEST(CLoweringTest, MemoryInPieces) {
  const std::string before =
      "#include <string.h>\n#include <stdlib.h>\nstruct s { int a; char b[4]; short c; };";
  expect_right(
      "int a[5]; a[0] = a[4] = 9; memset(a + 1, 0, 2 * sizeof(int)); "
      "CHECK(a[0] == 9 && a[1] == 0 && a[2] == 0 && a[4] == 9)",
      before);
  expect_right("int a[3]; memset(a, 255, sizeof(a)); CHECK(a[2] == -1)", before);
  expect_right("unsigned short a[3]; memset(a, 0x12, 4); CHECK(a[1] == 0x1212)", before);
  expect_right("char c[8]; int x = 'x'; memset(c, x, 4); CHECK(c[3] == 'x')", before);
  expect_right("char c[100]; int n = 99; memset(c, 1, n + 1); CHECK(c[0] == 1 && c[99] == 1)",
               before);
  expect_right("struct s v[3]; memset(v, 0, 2 * sizeof(struct s)); CHECK(v[1].b[3] == 0)", before);
  expect_right(
      "int a[4] = {1, 2, 3, 4}, b[4]; int *p = b; memcpy(p, a + 1, 3 * sizeof(int)); "
      "CHECK(b[0] == 2 && b[2] == 4)",
      before);
  expect_right("int *p = calloc(4, sizeof(int)); CHECK(p[2] == 0) p[1] = 3; CHECK(p[1] == 3)",
               before);
  expect_right(
      "int s = 0; for (int i = 1; i < 4; i++) { int *p = calloc(i, sizeof(int)); "
      "s += p[i - 1]; p[0] = 7; } CHECK(s == 0)",
      before);
  expect_right(
      "char b[5]; __builtin_memset(b, 1, 5); CHECK(b[4] == 1) "
      "CHECK(__builtin_strlen(\"abc\") == 3 && __builtin_abs(-3) == 3)");
  EXPECT_THAT(errors("#include <string.h>\nint main(void) { int a[2]; memset(a, 0, 3); }"),
              HasSubstr("a part of an element here is not supported"));
}

TEST(CLoweringTest, SizesAndOffsets) {
  expect_right(
      "int n = 3; n++; int a[n]; n = 9; CHECK(sizeof(a) == 16 && sizeof a / sizeof *a == 4)");
  expect_right("int n = 3; short b[n][2]; b[2][1] = 4; CHECK(sizeof(b) == 12 && b[2][1] == 4)");
  expect_right(
      "int n = 2, m = 3; short b[n][m]; for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) "
      "b[i][j] = 3 * i + j; CHECK(b[1][2] == 5 && b[0][2] == 2 && sizeof b == 12)");
  EXPECT_EQ(ends_at("int main(void) { int n = 2, m = 3; short b[n][m]; b[1][m] = 1; "
                    "reach_error(); }"),
            "stuck");
  EXPECT_EQ(ends_at("int f(int *p) { return p[0]; } int main(void) { int n = 5000000; int a[n]; "
                    "a[n - 1] = 3; if (a[n - 1] != 3) reach_error(); return f(a); }"),
            "unsupported: a pointer into an array of this length");
  EXPECT_THAT(errors("int main(void) { int n = 2; int b[n][n]; int *p = b[1]; return *p; }"),
              HasSubstr("a pointer into a variable array of variable arrays is not supported"));
  const std::string before =
      "#include <stddef.h>\nstruct l { struct l *next; }; "
      "struct item { int value; struct l link; };";
  expect_right("CHECK(offsetof(struct item, link) == 4)", before);
  expect_right(
      "struct item i; i.value = 5; struct l *q = &i.link; struct item *j = "
      "(struct item *)((char *)q - offsetof(struct item, link)); CHECK(j->value == 5)",
      before);
}

TEST(CLoweringTest, UndefinedRunsEnd) {
  EXPECT_EQ(ends_at("int main(void) { int z = 0; int x = 1 / z; reach_error(); }"), "stuck");
  EXPECT_EQ(ends_at("int main(void) { int x = 2147483647; x++; reach_error(); }"), "stuck");
  EXPECT_EQ(ends_at("int main(void) { int *p = 0; *p = 1; reach_error(); }"), "stuck");
  EXPECT_EQ(ends_at("int main(void) { int a[2], i = 2; a[i] = 1; reach_error(); }"), "stuck");
}

TEST(CLoweringTest, OverflowIsAnErrorWhereThatIsAsked) {
  Options options;
  options.overflow = Overflow::is_error;
  EXPECT_EQ(ends_at("int main(void) { int x = 2147483647; x++; return 0; }", options), "overflow");
  EXPECT_EQ(ends_at("int main(void) { int x = -2147483647 - 1; x = -x; return 0; }", options),
            "overflow");
  EXPECT_EQ(ends_at("int main(void) { int x = 1; x = x << 31; return 0; }", options), "overflow");
  EXPECT_EQ(ends_at("int main(void) { int x = -2147483647 - 1, y = -1; return x % y; }", options),
            "overflow");
  EXPECT_EQ(ends_at("int main(void) { unsigned x = 0; x--; return 0; }", options), "end");
  EXPECT_EQ(ends_at("int main(void) { char c = 127; c++; return 0; }", options), "end");
}

TEST(CLoweringTest, RecursionIsFollowedAsFarAsAsked) {
  const std::string text =
      "int f(int n) { return n == 0 ? 0 : f(n - 1); } "
      "int main(void) { return f(3); }";
  Options options;
  options.recursion = 2;
  EXPECT_EQ(ends_at(text, options), recursion_reason);
  options.recursion = 3;
  EXPECT_EQ(ends_at(text, options), "end");
}

TEST(CLoweringTest, ProgramsEndAsTheySay) {
  EXPECT_EQ(ends_at("extern void exit(int); int main(void) { exit(1); reach_error(); }"), "end");
  EXPECT_EQ(ends_at("#include <assert.h>\nint main(void) { int x = 1; assert(x == 2); }"),
            "assertions");
  EXPECT_EQ(ends_at("#include <stdlib.h>\nint main(void) { abort(); reach_error(); }"), "end");
  EXPECT_EQ(ends_at("void __VERIFIER_assume(int); int main(void) { __VERIFIER_assume(0); "
                    "reach_error(); }"),
            "stuck");
}

TEST(CLoweringTest, TheLibrary) {
  expect_right("int x = 3; CHECK(__builtin_expect(x == 3, 1))");
  expect_right("int x = rand(); CHECK(x >= 0)", "#include <stdlib.h>\n");
  // The runner reads nothing.
  expect_right("int x = 5; int r = scanf(\"%d\", &x); CHECK(r == 0 && x == 5)",
               "#include <stdio.h>\n");
  EXPECT_THAT(errors("#include <string.h>\nint main(void) { char b[4]; strtok(b, \"a\"); }"),
              HasSubstr("the library's 'strtok' is not supported"));
}

TEST(CLoweringTest, WhatIsWrongOrNotSupportedIsNamed) {
  EXPECT_THAT(errors("int main(void) { return x; }"), HasSubstr("undeclared identifier 'x'"));
  EXPECT_THAT(errors("int f(void);"), HasSubstr("there is no function 'main'"));
  EXPECT_THAT(errors("#include <math.h>\nint main(void) { return sin(1.0) > 1; }"),
              HasSubstr("the library's 'sin' is not supported"));
  EXPECT_THAT(errors("union { int i; float f; } u; int main(void) { u.f = 1; return u.i; }"),
              HasSubstr("members of different kinds share memory, is not supported"));
  EXPECT_THAT(errors("union { int i; struct { float a; int b; } s; } u = {1}; "
                     "int main(void) { u.s.a = 1; return u.i; }"),
              HasSubstr("members of different kinds share memory, is not supported"));
  EXPECT_THAT(errors("int main(void) { __asm__(\"nop\"); }"),
              HasSubstr("assembly code is not supported"));
}

TEST(CLoweringTest, WhatIsNeverUsedIsNotRefused) {
  EXPECT_EQ(ends_at("double f(double x) { return x * 2; } int main(void) { return 0; }"), "end");
}

}  // namespace
}  // namespace arges::frontend::c
