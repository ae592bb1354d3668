#pragma once

#include <cstdint>
#include <random>
#include <string>

#include <fmt/format.h>

namespace arges::test {

/// Writes small random models with finitely many states; the same seed gives the same text.
class RandomModel {
 public:
  explicit RandomModel(std::uint64_t seed) : random_(seed) {}

  /// A CFA over Booleans, two-bit vectors, small integers and an array.
  std::string cfa() {
    and_ = "and", or_ = "or", not_ = "not ", eq_ = "=", neq_ = "/=", mod_ = "mod";
    const int locations = 3 + below(4);
    std::string text =
        "main process random {\n  var p : bool\n  var q : bool\n  var u : bv[2]\n"
        "  var i : int\n  var j : int\n  var a : [bv[2]] -> bool\n"
        "  init loc START\n  error loc ERR\n";
    for (int k = 0; k < locations; ++k) text += fmt::format("  loc L{}\n", k);
    text += "  START -> L0 { i := 0 j := 3 a := [2'd1 <- true, default <- false] }\n";
    const int edges = locations + 2 + below(5);
    for (int k = 0; k < edges; ++k)
      text += fmt::format("  L{} -> L{} {{ {}}}\n", k < locations ? k : below(locations),
                          below(locations), cfa_statements());
    text += fmt::format("  L{} -> ERR {{ assume {} and {} and {} }}\n}}\n", locations - 1,
                        condition(1), condition(1), condition(1));
    return text;
  }

  /// An XSTS over Booleans, an enumeration and small integers with all kinds of statements.
  std::string xsts() {
    and_ = "&&", or_ = "||", not_ = "!", eq_ = "==", neq_ = "!=", mod_ = "%";
    bit_vectors_ = false;
    return fmt::format(
        "type E : {{ A, B, C }}\nvar p : boolean = false\nvar q : boolean\nvar e : E = A\n"
        "var i : integer = 0\nvar j : integer = 3\n"
        "trans {{ {} }} or {{ {} }}\ninit {{ {} }}\nenv {{ {} }}\n"
        "prop {{ !(({}) && ({}) && ({})) }}\n",
        block(3), block(3), block(1), block(1), condition(1), condition(1), condition(1));
  }

 private:
  int below(int bound) { return static_cast<int>(random_() % static_cast<std::uint64_t>(bound)); }

  std::string number(int depth) {
    switch (below(depth > 0 ? 6 : 3)) {
      case 0:
        return fmt::format("{}", below(5));
      case 1:
        return "i";
      case 2:
        return "j";
      case 3:
        return fmt::format("(({} + {}) {} 5)", number(depth - 1), number(depth - 1), mod_);
      case 4:
        return fmt::format("(({} - {}) {} 4)", number(depth - 1), number(depth - 1), mod_);
      default:
        return fmt::format("(if {} then {} else {})", condition(depth - 1), number(depth - 1),
                           number(depth - 1));
    }
  }
  std::string condition(int depth) {
    if (depth > 0 && below(2) == 0) {
      const std::string a = condition(depth - 1);
      const std::string b = condition(depth - 1);
      return fmt::format("(({}) {} ({}))", a, below(2) == 0 ? and_ : or_, b);
    }
    switch (below(7)) {
      case 0:
        return "p";
      case 1:
        return fmt::format("({}q)", not_);
      case 2:
        return fmt::format("({} < {})", number(1), number(1));
      case 3:
        return fmt::format("({} {} {})", number(1), eq_, number(1));
      case 4:
        return fmt::format("({} {} {})", number(1), neq_, number(0));
      case 5:
        return bit_vectors_ ? fmt::format("({} = 2'd{})", bits(), below(4)) : "(e == B)";
      default:
        return bit_vectors_ ? fmt::format("a[{}]", bits()) : "(p != q)";
    }
  }
  std::string bits() {
    static const char* forms[] = {"u", "(u bvadd 2'd1)", "(u bvand 2'd2)", "(bvnot u)"};
    return forms[below(4)];
  }
  std::string cfa_statements() {
    std::string text;
    for (int k = 1 + below(3); k > 0; --k) {
      switch (below(8)) {
        case 0:
          text += fmt::format("assume {} ", condition(2));
          break;
        case 1:
          text += fmt::format("p := {} ", condition(1));
          break;
        case 2:
          text += "havoc q ";
          break;
        case 3:
          text += fmt::format("i := ({}) mod 5 ", number(2));
          break;
        case 4:
          text += fmt::format("j := ({}) mod 4 ", number(2));
          break;
        case 5:
          text += fmt::format("u := {} ", bits());
          break;
        case 6:
          text += fmt::format("a := a[{} <- {}] ", bits(), condition(1));
          break;
        default:
          text += "havoc u ";
          break;
      }
    }
    return text;
  }
  std::string block(int depth) {
    std::string text;
    for (int k = 1 + below(3); k > 0; --k) text += xsts_statement(depth);
    return text;
  }
  std::string xsts_statement(int depth) {
    switch (below(depth > 0 ? 10 : 6)) {
      case 0:
        return fmt::format("p := {}; ", condition(1));
      case 1:
        return "havoc q; ";
      case 2:
        return fmt::format("i := ({}) % 5; ", number(2));
      case 3:
        return fmt::format("j := ({}) % 4; ", number(2));
      case 4:
        return below(2) == 0 ? "e := C; " : "havoc e; ";
      case 5:
        return fmt::format("assume {}; ", condition(2));
      case 6:
        return fmt::format("choice {{ {} }} or {{ {} }} ", block(depth - 1), block(depth - 1));
      case 7:
        return fmt::format("if ({}) {{ {} }} else {{ {} }} ", condition(1), block(depth - 1),
                           block(depth - 1));
      case 8:
        return fmt::format("for k from {} to {} do {{ i := (i + k) % 5; {} }} ", below(2),
                           below(2) == 0 ? "j" : "3", block(0));
      default:
        return fmt::format("{{ local var t : boolean; if (t) {{ {} }} p := t; }} ", block(0));
    }
  }

  std::mt19937_64 random_;
  const char* and_ = "";
  const char* or_ = "";
  const char* not_ = "";
  const char* eq_ = "";
  const char* neq_ = "";
  const char* mod_ = "";
  bool bit_vectors_ = true;
};

}  // namespace arges::test
