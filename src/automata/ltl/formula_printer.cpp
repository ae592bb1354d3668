#include <cctype>

#include "automata/ltl/formula.h"
#include "base/syntax/quoted.h"

namespace arges::automata {

namespace {

/// How tightly an operator binds in what is printed; the parser's order.
int power(Op op) {
  switch (op) {
    case Op::implies:
    case Op::equivalent:
      return 1;
    case Op::or_:
      return 2;
    case Op::xor_:
      return 3;
    case Op::and_:
      return 4;
    case Op::until:
    case Op::release:
    case Op::weak_until:
    case Op::strong_release:
      return 5;
    default:
      return 6;
  }
}

const char* symbol(Op op) {
  switch (op) {
    case Op::not_:
      return "!";
    case Op::and_:
      return " & ";
    case Op::or_:
      return " | ";
    case Op::implies:
      return " -> ";
    case Op::equivalent:
      return " <-> ";
    case Op::xor_:
      return " xor ";
    case Op::next:
      return "X";
    case Op::eventually:
      return "F";
    case Op::always:
      return "G";
    case Op::until:
      return " U ";
    case Op::release:
      return " R ";
    case Op::weak_until:
      return " W ";
    case Op::strong_release:
      return " M ";
    case Op::true_:
      return "1";
    default:
      return "0";
  }
}

/// True iff the name needs no quotes: it is a word that starts with none of the operators.
bool is_plain(const std::string& name) {
  if (name.empty() || (std::islower(static_cast<unsigned char>(name.front())) == 0)) return false;
  for (const char c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_') return false;
  for (const char* word : {"true", "false", "not", "and", "or", "xor", "imply"})
    if (name == word) return false;
  return true;
}

void print(const Formulas& formulas, Formula f, std::string& text);

void print_operand(const Formulas& formulas, Formula f, int least_power, std::string& text) {
  const bool group = power(f.op()) < least_power;
  if (group) text += '(';
  print(formulas, f, text);
  if (group) text += ')';
}

void print(const Formulas& formulas, Formula f, std::string& text) {
  switch (f.op()) {
    case Op::true_:
    case Op::false_:
      text += symbol(f.op());
      return;
    case Op::proposition: {
      const std::string& name = formulas.proposition_name(f.proposition());
      text += is_plain(name) ? name : syntax::quoted(name);
      return;
    }
    case Op::not_:
    case Op::next:
    case Op::eventually:
    case Op::always:
      text += symbol(f.op());
      print_operand(formulas, f.child(), 6, text);
      return;
    default: {
      const char* separator = "";
      for (const Formula child : f.children()) {
        text += separator;
        separator = symbol(f.op());
        print_operand(formulas, child, power(f.op()) + 1, text);
      }
    }
  }
}

}  // namespace

std::string to_string(const Formulas& formulas, Formula formula) {
  std::string text;
  print(formulas, formula, text);
  return text;
}

}  // namespace arges::automata
