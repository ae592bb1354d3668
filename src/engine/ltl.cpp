#include "engine/ltl.h"

#include <fmt/format.h>

#include "automata/ltl/random_formula.h"
#include "automata/omega/complement.h"
#include "automata/omega/degeneralization.h"
#include "automata/omega/hoa_reader.h"
#include "automata/omega/product.h"
#include "automata/omega/simulation.h"
#include "automata/omega/word.h"
#include "engine/text_part.h"

namespace arges::engine {

namespace {

using automata::LtlSyntax;

constexpr Choice syntaxes[] = {
    {"auto", "by what stands in the formula", "right for almost everything",
     static_cast<std::uint32_t>(LtlSyntax::automatic)},
    {"spot", "G F X U R W M ! & | -> <-> xor; operators may touch names, GFp0",
     "for formulas of Spot and its relatives", static_cast<std::uint32_t>(LtlSyntax::spot)},
    {"mondok", "comparisons of variables as atoms, G(x + 2 > 5); also not, and, or",
     "when a variable's name starts with F, G or X", static_cast<std::uint32_t>(LtlSyntax::mondok)},
    {"rers", "WU for W; atoms iA, oX", "for the RERS challenge",
     static_cast<std::uint32_t>(LtlSyntax::rers)},
    {"ultimate", "[] <> ==> && ||, atoms AP(expression)", "for properties of Ultimate",
     static_cast<std::uint32_t>(LtlSyntax::ultimate)},
};
constexpr Choices syntax_choices{"ltl-syntax", "how formulas are written", syntaxes};

constexpr Choice kinds[] = {
    {"tgba", "generalized Büchi acceptance on transitions", "smallest",
     static_cast<std::uint32_t>(AutomatonKind::tgba)},
    {"ba", "Büchi acceptance on states", "for tools that know nothing else",
     static_cast<std::uint32_t>(AutomatonKind::ba)},
};
constexpr Choices kind_choices{"automaton", "the automaton that --hoa and --dot print", kinds};

std::string_view without_comment(std::string_view line) {
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"') quoted = !quoted;
    if (line[i] == '#' && !quoted) return line.substr(0, i);
  }
  return line;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\f";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

}  // namespace

const Choices& ltl_syntaxes() { return syntax_choices; }
const Choices& automaton_kinds() { return kind_choices; }

LtlSubject LtlWorkbench::parse(const std::string& name, const std::string& text) {
  const auto source = std::make_shared<const SourceText>(name, text);
  return {text, automata::parse_formula(formulas_, *source, syntax_).formula, std::nullopt};
}

std::vector<FormulaLine> formula_lines(const SourceText& file) {
  std::vector<FormulaLine> result;
  std::size_t start = 0;
  while (start < file.text().size()) {
    const std::size_t end = std::min(file.text().find('\n', start), file.text().size());
    const std::string_view line = trimmed(without_comment(file.text().substr(start, end - start)));
    start = end + 1;
    if (line.empty()) continue;
    result.push_back(
        {std::string(line), static_cast<std::uint32_t>(line.data() - file.text().data())});
  }
  return result;
}

std::vector<LtlSubject> LtlWorkbench::parse_file(const std::string& path) {
  const SourcePtr file = read_source(path);
  std::vector<LtlSubject> result;
  Diagnostics diagnostics;
  for (const FormulaLine& line : formula_lines(*file)) {
    try {
      result.push_back(parse(path, line.text));
    } catch (const InputError& error) {
      add_errors(diagnostics, moved(error, {file.get(), line.offset}));
    }
  }
  diagnostics.throw_if_errors();
  return result;
}

std::vector<LtlSubject> LtlWorkbench::random(std::size_t count, std::uint64_t seed) {
  automata::RandomFormulas source(formulas_, seed, {});
  std::vector<LtlSubject> result;
  for (std::size_t i = 0; i < count; ++i) {
    const automata::Formula formula = source.formula();
    result.push_back({automata::to_string(formulas_, formula), formula, std::nullopt});
  }
  return result;
}

LtlSubject LtlWorkbench::read_automaton(const std::string& path) {
  const SourcePtr file = read_source(path);
  return {path, std::nullopt, automata::read_hoa(*file)};
}

automata::Translation LtlWorkbench::translate(const LtlSubject& subject) {
  if (subject.formula) return translator_.translate_both(*subject.formula);
  automata::Automaton reduced = automata::reduced_by_simulations(*subject.automaton);
  automata::Automaton buchi = automata::small_buchi_automaton(reduced);
  return {automata::reachable_part(reduced), std::move(buchi)};
}

std::string LtlWorkbench::simplified(const LtlSubject& subject) {
  if (!subject.formula) return "";
  return automata::to_string(formulas_, translator_.simplified(*subject.formula));
}

automata::Automaton LtlWorkbench::automaton(const LtlSubject& subject) {
  return subject.formula ? translator_.translate(*subject.formula) : *subject.automaton;
}

automata::Automaton LtlWorkbench::complement(const LtlSubject& subject) {
  if (subject.formula) return translator_.translate(formulas_.negation(*subject.formula));
  if (automata::is_deterministic(*subject.automaton))
    return automata::complemented_deterministic(*subject.automaton);
  const automata::Automaton reduced = automata::reduced_by_simulations(*subject.automaton);
  if (automata::is_deterministic(reduced)) return automata::complemented_deterministic(reduced);
  throw UsageError(
      fmt::format("'{}' is not deterministic, and can't be what something is included in",
                  subject.text),
      "--implies works where --equivalent does not");
}

Inclusion LtlWorkbench::included(const LtlSubject& a, const LtlSubject& b) {
  const automata::Automaton left = automaton(a);
  const automata::Automaton both = automata::intersection(left, complement(b));
  const std::optional<automata::Word> word = automata::accepted_word(both);
  if (!word) return {true, ""};
  return {false, automata::to_string(*left.manager(), *word)};
}

}  // namespace arges::engine
