// Bad input is an error with a place, soon, and never a crash.
#include <random>

#include <gtest/gtest.h>

#include "base/error.h"
#include "frontend/cfa/cfa_parser.h"
#include "frontend/xsts/xsts_parser.h"

namespace arges::frontend {
namespace {

SourcePtr source(std::string text) {
  return std::make_shared<const SourceText>("hostile", std::move(text));
}

std::size_t cfa_errors(const std::string& text) {
  const SourcePtr model = source(text);
  ir::Context context;
  try {
    parse_cfa(context, model);
  } catch (const InputError& error) {
    for (const Diagnostic& one : error.diagnostics()) EXPECT_TRUE(one.location);
    return error.diagnostics().size();
  }
  return 0;
}

std::size_t xsts_errors(const std::string& text) {
  const SourcePtr model = source(text);
  ir::Context context;
  try {
    parse_xsts(context, model);
  } catch (const InputError& error) {
    for (const Diagnostic& one : error.diagnostics()) EXPECT_TRUE(one.location);
    return error.diagnostics().size();
  }
  return 0;
}

std::string repeated(const std::string& text, std::size_t bytes) {
  std::string result;
  while (result.size() < bytes) result += text;
  return result;
}

TEST(HostileInput, NothingButOneToken) {
  for (const std::string token :
       {"(", "[", "{", "!", "-", "if ", ")", "}", "not ", "'", "9", "a"}) {
    const std::string text = repeated(token, 200'000);
    EXPECT_EQ(cfa_errors(text), 1U) << token;
    EXPECT_EQ(xsts_errors(text), 1U) << token;
  }
}

TEST(HostileInput, OneTokenWithoutEndInsideAModel) {
  for (const std::string token :
       {"(", "[", "{", "!", "-", "if ", "not ", "true and ", "x[", "x("}) {
    const std::string text = repeated(token, 200'000);
    const std::size_t in_cfa = cfa_errors("main process p { init loc A A -> A { assume " + text);
    EXPECT_TRUE(in_cfa >= 1 && in_cfa <= 3) << token << in_cfa;
    const std::size_t in_xsts = xsts_errors("trans { assume " + text);
    EXPECT_TRUE(in_xsts >= 1 && in_xsts <= 5) << token << in_xsts;
  }
  for (const std::string token :
       {"{", "choice ", "if (true) ", "for i from 0 to 1 do ", "local "}) {
    const std::size_t found = xsts_errors("trans " + repeated(token, 200'000));
    EXPECT_TRUE(found >= 1 && found <= 3) << token << found;
  }
}

TEST(HostileInput, TenMegabytesOfBrackets) {
  const std::string in_a_model = "main process p { init loc A A -> A { assume ";
  EXPECT_EQ(cfa_errors(repeated("(", 10'000'000)), 1U);
  EXPECT_EQ(xsts_errors(repeated("[", 10'000'000)), 1U);
  for (const std::string token : {"(", "["})
    EXPECT_EQ(cfa_errors(in_a_model + repeated(token, 10'000'000)), 1U) << token;
  EXPECT_EQ(xsts_errors("trans " + repeated("{", 10'000'000)), 1U);
}

TEST(HostileInput, LongChainsAreNoDeepTrees) {
  const std::string head = "var p : boolean var x : integer trans { assume ";
  const std::string tail = "; } init {} env {}";
  for (const std::string term : {" && p", " || p"})
    EXPECT_EQ(xsts_errors(head + "p" + repeated(term, 500'000) + tail), 0U) << term;
  EXPECT_EQ(xsts_errors(head + "0 < x" + repeated(" + x - 1", 800'000) + tail), 0U);
  EXPECT_EQ(xsts_errors(head + "0 < x" + repeated(" * x", 400'000) + tail), 0U);
}

TEST(HostileInput, TheDeepestThatIsAllowed) {
  const auto nested = [](int depth) {
    std::string text = "var p : boolean trans { assume ";
    for (int i = 0; i < depth; ++i) text += "(p => ";
    text += "p";
    for (int i = 0; i < depth; ++i) text += ")";
    return text + "; } init {} env {}";
  };
  EXPECT_EQ(xsts_errors(nested(900)), 0U);
  EXPECT_EQ(xsts_errors(nested(1100)), 1U);
  std::string blocks = "trans ";
  for (int i = 0; i < 900; ++i) blocks += "if (true) {";
  for (int i = 0; i < 900; ++i) blocks += "}";
  EXPECT_EQ(xsts_errors(blocks + " init {} env {}"), 1U) << "a block is a level of its own";
  std::string fewer = "trans ";
  for (int i = 0; i < 490; ++i) fewer += "if (true) {";
  for (int i = 0; i < 490; ++i) fewer += "}";
  EXPECT_EQ(xsts_errors(fewer + " init {} env {}"), 0U);
}

TEST(HostileInput, DeepExpressionsOfEveryForm) {
  const std::string head =
      "main process m { var p : bool var x : int var a : [int] -> int var b : bv[8] init loc A\n"
      "A -> A { assume ";
  struct Form {
    std::string open;
    std::string core;
    std::string close;
  };
  const Form forms[] = {
      {"(p and not ", "p", ")"},
      {"(if p then p else ", "p", ")"},
      {"if ", "p", " then p else p"},
      {"(forall (i : int) ", "p", ")"},
      {"a[", "0", "] = 1"},
      {"1 < a[x <- a[", "0", "]][2]"},
      {"[<int> default <- ", "1", "] = [<int> default <- 1]"},
      {"0 < -(x * ", "x", ")"},
      {"(p xor p iff ", "p", ")"},
      {"8'd1 = bvnot (b bvadd ", "b", ")"},
  };
  for (const Form& form : forms)
    for (const int depth : {100, 300, 490, 650, 990, 2100}) {
      std::string text = head;
      for (int i = 0; i < depth; ++i) text += form.open;
      text += form.core;
      for (int i = 0; i < depth; ++i) text += form.close;
      cfa_errors(text + " } }");
    }
}

TEST(HostileInput, BinaryFiles) {
  std::mt19937 random(1);
  std::string text;
  for (int i = 0; i < 1'000'000; ++i) text += static_cast<char>(random());
  EXPECT_EQ(cfa_errors(text), 1U);
  EXPECT_EQ(xsts_errors(text), 1U);
  EXPECT_EQ(xsts_errors(std::string(1'000'000, '\0')), 1U);
  EXPECT_EQ(cfa_errors(std::string("PK\3\4 zipped", 11)), 1U);
  EXPECT_EQ(xsts_errors("GIF89a\x01\xFF\x02"), 1U);
}

TEST(HostileInput, EveryPrefixOfAModel) {
  const std::string model =
      "type T : { A, B } ctrl var t : T = A var a : [integer] -> T = [1 <- B, default <- A]\n"
      "trans { local var l : integer = 5; a[l] := if l < 3 then A else t; } or choice { havoc t; "
      "}\n"
      "or for i from 0 to 3 do { assume !(a[i] == B) && true; } init {} env { if (true) {} else {} "
      "}\n"
      "prop { t == A }";
  for (std::size_t length = 0; length < model.size(); ++length)
    xsts_errors(model.substr(0, length));
  EXPECT_EQ(xsts_errors(model), 0U);
}

}  // namespace
}  // namespace arges::frontend
