#pragma once

#include <optional>
#include <string>
#include <vector>

#include "automata/ltl/parser.h"
#include "automata/translate/translator.h"
#include "base/source.h"
#include "engine/options.h"

namespace arges::engine {

/// The values of `--ltl-syntax`; the numbers are LtlSyntaxes.
const Choices& ltl_syntaxes();

/// A formula in a file.
struct FormulaLine {
  std::string text;
  std::uint32_t offset;
};
/// One formula a line; `#` starts a comment.
std::vector<FormulaLine> formula_lines(const SourceText& file);

/// Which of a formula's automata is meant.
enum class AutomatonKind : std::uint8_t { tgba, ba };
/// The values of `--automaton`; the numbers are AutomatonKinds.
const Choices& automaton_kinds();

/// What an inclusion check found.
struct Inclusion {
  bool holds;
  std::string word;  ///< where it does not: one that only the first accepts
};

/// A formula or an automaton read from a file, and the text it goes by.
struct LtlSubject {
  std::string text;
  std::optional<automata::Formula> formula;
  std::optional<automata::Automaton> automaton;
};

/// Everything `arges ltl` can be asked: reads formulas, translates and compares them.
class LtlWorkbench {
 public:
  explicit LtlWorkbench(automata::LtlSyntax syntax) : syntax_(syntax), translator_(formulas_) {}

  /// `name` stands for the file in messages.
  LtlSubject parse(const std::string& name, const std::string& text);
  /// One formula a line; `#` starts a comment. Throws InputError with all that is wrong.
  std::vector<LtlSubject> parse_file(const std::string& path);
  std::vector<LtlSubject> random(std::size_t count, std::uint64_t seed);
  /// An automaton in the HOA format.
  LtlSubject read_automaton(const std::string& path);

  automata::Translation translate(const LtlSubject& subject);
  /// The simplified formula; "" for an automaton.
  std::string simplified(const LtlSubject& subject);
  /// Whether every word of a is one of b. Throws InputError where b is an automaton that can't be
  /// complemented.
  Inclusion included(const LtlSubject& a, const LtlSubject& b);

 private:
  automata::Automaton automaton(const LtlSubject& subject);
  automata::Automaton complement(const LtlSubject& subject);

  automata::LtlSyntax syntax_;
  automata::Formulas formulas_;
  automata::Translator translator_;
};

}  // namespace arges::engine
