#pragma once

#include <random>
#include <string>
#include <vector>

namespace arges::model::machines {

/// Writes a random system as a .sm file: two classes that send each other two kinds of messages,
/// with all that effects and expressions can do.
class RandomMachines {
 public:
  explicit RandomMachines(unsigned seed) : random_(seed) {}

  std::string text() {
    std::string result = "signal num(int n, bool b);\nsignal ping(A who);\nexternal signal tick;\n";
    result += machine("A", "B") + machine("B", "A");
    result += "object a1 : A { peer = b; n = " + std::to_string(pick(5) - 2) + "; }\n";
    if (pick(2) == 0) result += "object a2 : A { peer = b; other = a1; }\n";
    result += "object b : B { peer = a1; other = " + std::string(pick(3) == 0 ? "null" : "b") +
              "; m = " + std::to_string(pick(7) - 3) + "; }\n";
    return result;
  }

  /// Three or four objects of classes of their own that mostly keep to themselves: there is
  /// something to gain by reducing the orders of events.
  std::string local_text() {
    const int count = 3 + pick(2);
    std::string result = "signal num(int v), ping;\nexternal signal tick;\n";
    for (int c = 0; c < count; ++c) result += local_machine(c, (c + 1 + pick(count - 1)) % count);
    for (int c = 0; c < count; ++c)
      result += "object o" + std::to_string(c) + " : C" + std::to_string(c) + " { peer = o" +
                std::to_string(peers_[static_cast<std::size_t>(c)]) + "; }\n";
    return result;
  }

 private:
  std::string local_machine(int number, int peer) {
    peers_.push_back(peer);
    std::string result = "class C" + std::to_string(number) + " {\n  int n, m; C" +
                         std::to_string(peer) + " peer;\n  queue " + std::to_string(1 + pick(3)) +
                         ";\n";
    for (int s = 0; s < 3; ++s) {
      result += s == 0 ? "  initial " : pick(4) == 0 ? "  noflush " : "  ";
      result += pick(6) == 0 ? "final " : "";
      result += "state S" + std::to_string(s) + " {\n";
      if (pick(3) == 0) result += "    defer num;\n";
      for (int t = pick(3); t > 0; --t) result += local_transition();
      result += "  }\n";
    }
    return result +
           "  choice Local { [n < m] -> S1; [m == 1] -> S2 { m = 0; } else -> S0 { n = 1; } }\n}\n";
  }

  std::string local_transition() {
    const char* triggers[] = {"",        "", "", "", "on tick ", "on num(n) ", "on num(int v) ",
                              "on ping "};
    const char* guards[] = {"", "", "", "[n < 2] ", "[m != 1] ", "[n == m] ", "[peer.n < 2] "};
    const char* effects[] = {
        " n = (n + 1) % 3;", " m = 1 - m;",    " send ping to peer;", " send num(n) to peer;",
        " peer.m = 1;",      " assert n < 2;", " n = n / m;",         " assert m + n != 3;",
        " m = n;",           " n = 0;"};
    std::string result = "    ";
    result += triggers[pick(8)];
    result += guards[pick(7)];
    result += (pick(5) == 0 ? "-> Local" : "-> S" + std::to_string(pick(3))) + " {";
    for (int e = pick(3); e > 0; --e) result += effects[pick(10)];
    return result + " }\n";
  }

  int pick(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }

  std::string machine(const std::string& name, const std::string& peer) {
    std::string result = "class " + name + " {\n  int n, m = 1; bool f; " + peer + " peer; " +
                         name + " other;\n  queue " + std::to_string(1 + pick(3)) + ";\n";
    for (int s = 0; s < 3; ++s) {
      result += s == 0 ? "  initial " : pick(4) == 0 ? "  noflush " : "  ";
      result += "state S" + std::to_string(s) + " {\n";
      if (pick(2) == 0) result += pick(2) == 0 ? "    defer num;\n" : "    defer ping, num;\n";
      for (int t = 1 + pick(2); t > 0; --t) result += transition(name);
      result += "  }\n";
    }
    return result + choice("Once", name, "Twice") + choice("Twice", name, "S0") + "}\n";
  }

  /// Two ways on, of which both or none may be open.
  std::string choice(const std::string& own, const std::string& name, const std::string& next) {
    std::string result = "  choice " + own + " {\n    [" + condition(1) + "] -> " + next + " {";
    for (int e = pick(2); e > 0; --e) result += effect(name);
    result += " }\n    " + (pick(2) == 0 ? "else" : "[" + condition(1) + "]");
    return result + " -> S" + std::to_string(pick(3)) + " {" + effect(name) + " }\n  }\n";
  }

  std::string transition(const std::string& name) {
    std::string result = "    ";
    const int trigger = pick(6);
    if (trigger <= 1) result += pick(2) == 0 ? "on num(n, f) " : "on num(int v, f) ";
    if (trigger == 2 && name == "A") result += "on ping(other) ";
    if (trigger == 2 && name == "B") result += "on ping(A w) ";
    if (trigger == 3) result += "on tick ";
    if (pick(2) == 0) result += "[" + condition(2) + "] ";
    const int target = pick(5);
    result += "-> " +
              (target == 3   ? "Once"
               : target == 4 ? "Twice"
                             : "S" + std::to_string(target)) +
              " {";
    for (int e = pick(4); e > 0; --e) result += effect(name);
    return result + " }\n";
  }

  std::string effect(const std::string& name) {
    switch (pick(7)) {
      case 0:
        return " n = " + number(2) + ";";
      case 1:
        return " f = " + condition(1) + ";";
      case 2:
        return " peer.m = " + number(1) + ";";
      case 3:
        return " send num(" + number(1) + ", " + condition(1) + ") to " + reference(name) + ";";
      case 4:
        return name == "A" ? " send ping(self) to peer;" : " send ping(peer) to peer;";
      case 5:
        return " assert " + condition(1) + ";";
      default:
        return " m = " + number(2) + ";";
    }
  }

  std::string reference(const std::string&) {
    const char* all[] = {"peer", "self", "other", "(f ? self : other)", "peer.peer"};
    return all[pick(5)];
  }

  std::string number(int depth) {
    if (depth == 0 || pick(3) == 0) {
      const char* all[] = {"n", "m", "peer.n", "other.m", "1", "0", "-2", "3", "2147483647"};
      return all[pick(9)];
    }
    const char* operators[] = {"+", "-", "*", "/", "%", "<<", ">>", "+", "-"};
    if (pick(6) == 0)
      return "(" + condition(depth - 1) + " ? " + number(depth - 1) + " : " + number(depth - 1) +
             ")";
    if (pick(8) == 0) return "-" + number(0);
    return "(" + number(depth - 1) + " " + operators[pick(9)] + " " + number(depth - 1) + ")";
  }

  std::string condition(int depth) {
    if (depth == 0 || pick(5) == 0) {
      const char* all[] = {"f", "true", "!f", "(peer == null)", "(other != null)"};
      return all[pick(5)];
    }
    const char* comparisons[] = {"<", "<=", ">", ">=", "==", "!="};
    if (pick(3) == 0)
      return "(" + condition(depth - 1) + (pick(2) == 0 ? " && " : " || ") + condition(depth - 1) +
             ")";
    return "(" + number(depth - 1) + " " + comparisons[pick(6)] + " " + number(depth - 1) + ")";
  }

  std::mt19937 random_;
  std::vector<int> peers_;
};

}  // namespace arges::model::machines
