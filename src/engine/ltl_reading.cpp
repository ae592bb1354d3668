#include "engine/ltl_reading.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "base/error.h"

namespace arges::engine {

using automata::LtlSyntax;

namespace {

/// The texts of a formula's atoms in one syntax; nothing: it is no formula of that.
std::optional<std::vector<std::string>> atoms_of(const SourceText& text, LtlSyntax syntax) {
  try {
    automata::Formulas formulas;
    std::vector<std::string> result;
    for (const automata::Atom& atom : automata::parse_formula(formulas, text, syntax).atoms)
      result.push_back(atom.text);
    return result;
  } catch (const InputError&) {
    return {};
  }
}

}  // namespace

LtlSyntax reading_of(const SourceText& text, LtlSyntax given,
                     const std::function<bool(const std::string&)>& is_known) {
  if (given != LtlSyntax::automatic) return given;
  const LtlSyntax usual = automata::detect_syntax(text.text());
  if (usual != LtlSyntax::spot) return usual;
  const auto are_known = [&](const std::vector<std::string>& atoms) {
    return std::all_of(atoms.begin(), atoms.end(), is_known);
  };
  const auto touching = atoms_of(text, LtlSyntax::spot);
  const auto apart = atoms_of(text, LtlSyntax::mondok);
  const bool is_usual = !apart || touching == apart || (touching && are_known(*touching));
  return is_usual || !are_known(*apart) ? LtlSyntax::spot : LtlSyntax::mondok;
}

std::string advice_on_letters(std::string_view text, const automata::Atom& atom) {
  std::size_t begin = atom.location.offset;
  while (begin > 0 && std::string_view("FGX").find(text[begin - 1]) != std::string_view::npos)
    --begin;
  if (begin == atom.location.offset) return "";
  const std::string word(text.substr(begin, atom.location.offset - begin));
  return fmt::format("{0} is read as operators; a name is \"{0}{1}\", in double quotes", word,
                     atom.text);
}

}  // namespace arges::engine
