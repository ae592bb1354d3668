#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace arges::syntax {

/// An operator as the user of a dialect numbers it; base gives it no meaning.
using OperatorId = std::uint16_t;

/// Where an operator stands and what follows it.
enum class Form : std::uint8_t {
  constant,     ///< true
  group,        ///< ( e )
  prefix,       ///< - e
  prefix_once,  ///< not e, where e is no `not` itself
  prefix_open,  ///< G e, also as the operand of a tighter operator
  conditional,  ///< if e then e else e
  binder,       ///< forall (x : type, …) e
  array,        ///< [ i <- v, …, <type> default <- e ]
  list,         ///< [ e, e, … ]
  left,         ///< e + e + e = (e + e) + e
  right,        ///< e => e => e = e => (e => e)
  single,       ///< e == e, not chained
  cast,         ///< e bv_zero_extend type
  postfix,      ///< e'
  numbered,     ///< e@3
  index,        ///< e[i], e[i <- v], e[hi:lo]
  call,         ///< e(e, …)
  member,       ///< e.name; the name may be a word that is a constant
  scoped,       ///< e::name, or e:: alone
  ternary,      ///< e ? e : e
};

/// Whether a run of operators of one level stays one flat operation in what is made of it.
enum class Arity : std::uint8_t { binary, nary };

/// Whether bracketed settings may follow the operator, as in fpadd[RNE].
enum class Settings : std::uint8_t { none, bracketed };

/// One row of a dialect's operator table.
struct OperatorRow {
  std::string_view text;
  OperatorId id = 0;
  Form form = Form::constant;
  std::uint8_t power = 0;  ///< the larger, the tighter it binds
  Arity arity = Arity::binary;
  Settings settings = Settings::none;
};

/// What a dialect's lexer accepts beyond names, decimal numbers, words and comments.
struct LexicalRules {
  std::string_view name_start = "_";  ///< beside letters
  std::string_view name_part = "_";   ///< beside letters and digits
  enum class BitVectors : std::uint8_t { no, yes } bit_vectors = BitVectors::no;     ///< 8'xff
  enum class Rationals : std::uint8_t { no, yes } rationals = Rationals::no;         ///< 1%3
  enum class QuotedNames : std::uint8_t { no, yes } quoted_names = QuotedNames::no;  ///< |a b|
  enum class Strings : std::uint8_t { no, yes } strings = Strings::no;  ///< "a b", a name
  std::string_view literal_quotes = {};  ///< of strings that are literals: 'a b'
  std::string_view prefix_letters = {};  ///< operators that need no blank: XXX, in some also Xa
  enum class Glued : std::uint8_t { runs, names } glued = Glued::runs;
};

/// The tables that describe one dialect.
struct DialectTables {
  std::vector<OperatorRow> operators;
  std::vector<std::string_view> words;  ///< keywords and punctuation of no operator
  std::vector<std::string_view> types;  ///< reserved names of types
  LexicalRules lexical;
};

/// A language's tokens and operators, prepared for the one lexer and the one expression parser.
class Dialect {
 public:
  /// A reserved word or punctuation mark, by its place in the dialect's list.
  using Symbol = std::uint16_t;
  static constexpr Symbol no_symbol = 0xFFFF;

  explicit Dialect(DialectTables tables);
  Dialect(const Dialect&) = delete;
  Dialect& operator=(const Dialect&) = delete;

  const LexicalRules& lexical() const { return tables_.lexical; }
  bool starts_name(char c) const { return (classes_[byte(c)] & name_start) != 0; }
  bool continues_name(char c) const { return (classes_[byte(c)] & name_part) != 0; }

  /// The reserved word spelled so, or no_symbol.
  Symbol keyword(std::string_view text) const;
  /// The longest reserved word with marks in it (top-down) that the text starts with, or no_symbol.
  Symbol marked_word(std::string_view text) const;
  /// The longest punctuation mark that the text starts with, or no_symbol.
  Symbol punctuation(std::string_view text) const;
  std::string_view text(Symbol symbol) const { return symbols_[symbol].text; }
  bool is_type(Symbol symbol) const { return symbols_[symbol].is_type; }

  /// The row of an operator that starts an expression, or nullptr.
  const OperatorRow* opening(Symbol symbol) const { return symbols_[symbol].opening; }
  /// The row of an operator that continues an expression, or nullptr.
  const OperatorRow* continuing(Symbol symbol) const { return symbols_[symbol].continuing; }

  /// The reserved words that are no marks, in the order of the tables.
  std::vector<std::string_view> keywords() const;

  /// True iff the text lexes as one plain name.
  bool is_plain_name(std::string_view text) const;

 private:
  struct SymbolInfo {
    std::string text;
    bool is_type = false;
    const OperatorRow* opening = nullptr;
    const OperatorRow* continuing = nullptr;
  };
  static constexpr std::uint8_t name_start = 1;
  static constexpr std::uint8_t name_part = 2;
  static std::uint8_t byte(char c) { return static_cast<std::uint8_t>(c); }

  Symbol add_symbol(std::string_view text);

  DialectTables tables_;
  std::vector<SymbolInfo> symbols_;
  std::unordered_map<std::string_view, Symbol> by_text_;
  std::array<std::vector<Symbol>, 256> marks_;  ///< by first character, longest first
  std::vector<Symbol> marked_words_;            ///< words with marks in them, longest first
  std::array<std::uint8_t, 256> classes_{};
};

}  // namespace arges::syntax
