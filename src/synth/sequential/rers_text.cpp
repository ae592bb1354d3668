#include "synth/sequential/rers_text.h"

#include <fmt/format.h>

#include "base/invariant.h"

namespace arges::synth {

namespace {

using automata::Formula;
using automata::Op;

std::string letters(const lts::Alphabet& alphabet, const lts::ActionTable& table) {
  std::string result;
  for (const std::string& name : names(alphabet, table))
    result += (result.empty() ? "" : ", ") + name.substr(1);
  return result;
}

}  // namespace

std::string rers_formula(const Vocabulary& vocabulary, Formula formula) {
  const auto part = [&](std::size_t i) { return rers_formula(vocabulary, formula.child(i)); };
  const auto binary = [&](const char* sign) {
    return fmt::format("({} {} {})", part(0), sign, part(1));
  };
  switch (formula.op()) {
    case Op::false_:
      return "false";
    case Op::true_:
      return "true";
    case Op::proposition:
      return vocabulary.formulas().proposition_name(formula.proposition());
    case Op::not_:
      return "! " + part(0);
    case Op::and_:
    case Op::or_: {
      std::string result = part(0);
      for (std::size_t i = 1; i < formula.children().size(); ++i)
        result = fmt::format("({} {} {})", result, formula.is(Op::and_) ? '&' : '|', part(i));
      return result;
    }
    case Op::implies:
      return fmt::format("(! {} | {})", part(0), part(1));
    case Op::next:
      return "X " + part(0);
    case Op::eventually:
      return fmt::format("(true U {})", part(0));
    case Op::always:
      return fmt::format("(false R {})", part(0));
    case Op::until:
      return binary("U");
    case Op::release:
      return binary("R");
    case Op::weak_until:
      return binary("WU");
    case Op::strong_release:
      return fmt::format("({} U ({} & {}))", part(1), part(0), part(1));
    case Op::equivalent:
    case Op::xor_:
      break;
  }
  UNREACHABLE("patterns should need no other operator");
}

std::string constraints_text(const Vocabulary& vocabulary, const lts::Alphabet& inputs,
                             const lts::Alphabet& outputs,
                             const std::vector<Property>& properties) {
  std::string result =
      fmt::format("#inputs [{}]\n#outputs [{}]\n", letters(inputs, *vocabulary.table()),
                  letters(outputs, *vocabulary.table()));
  for (std::size_t i = 0; i < properties.size(); ++i)
    result += fmt::format("#{}: {}\n{}\n\n", i, properties[i].english,
                          rers_formula(vocabulary, properties[i].formula));
  return result;
}

}  // namespace arges::synth
