#include "automata/omega/hoa_reader.h"

#include <charconv>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "base/error.h"
#include "base/invariant.h"
#include "base/syntax/token_stream.h"

namespace arges::automata {

namespace {

using syntax::Dialect;
using syntax::DialectTables;
using syntax::LexicalRules;
using syntax::Token;
using syntax::TokenKind;
using syntax::TokenStream;

const Dialect& hoa_dialect() {
  static const Dialect dialect([] {
    DialectTables tables;
    tables.words = {":", "[", "]", "{", "}", "(", ")", "&", "|", "!"};
    tables.lexical.name_start = "_@-";
    tables.lexical.name_part = "_-";
    tables.lexical.strings = LexicalRules::Strings::yes;
    return tables;
  }());
  return dialect;
}

/// A recursive descent over one automaton.
class HoaReader {
 public:
  explicit HoaReader(const SourceText& source)
      : tokens_(hoa_dialect(), source, diagnostics_), automaton_(BddManager::instance()) {}

  Automaton read() {
    try {
      header();
      body();
    } catch (const syntax::SyntaxFailure&) {
      diagnostics_.throw_if_errors();
    }
    diagnostics_.throw_if_errors();
    return std::move(automaton_);
  }

 private:
  [[noreturn]] void fail(const Token& token, const std::string& message,
                         const std::string& hint = "") {
    tokens_.error(token, message, hint);
    throw syntax::SyntaxFailure{};
  }
  bool at_word(std::string_view word) const {
    return tokens_.at_name() && tokens_.peek().text == word;
  }
  bool at_header() const { return tokens_.at_name() && tokens_.peek_second().is(":"); }
  unsigned number(std::string_view what) {
    const Token token = tokens_.expect_integer(what);
    unsigned value = 0;
    const auto [end, error] =
        std::from_chars(token.text.data(), token.text.data() + token.text.size(), value);
    if (error != std::errc() || value > 100'000'000) fail(token, "this number is too large");
    return value;
  }

  void header();
  void header_item(const Token& name);
  void start();
  void propositions();
  void acceptance();
  void inf_sets();
  void body();
  void state();
  void edges(StateId source, const std::optional<Bdd>& state_label, Marks state_marks);
  Bdd label();
  Bdd disjunction();
  Bdd conjunction();
  Bdd factor();
  Bdd implicit_label(unsigned position);
  Marks marks();
  StateId target();
  void grow(StateId state) {
    while (automaton_.num_states() <= state) automaton_.add_state();
  }

  Diagnostics diagnostics_;
  TokenStream tokens_;
  Automaton automaton_;
  std::optional<unsigned> num_states_;
  std::vector<StateId> starts_;
  std::vector<int> variables_;
  std::map<std::string, Bdd, std::less<>> aliases_;
  std::map<unsigned, unsigned> sets_;  ///< those of the condition, numbered anew
  bool accepts_nothing_ = false;
  bool has_acceptance_ = false;
};

void HoaReader::header() {
  if (!at_word("HOA")) tokens_.fail_expected("'HOA:'", "an automaton starts with HOA: v1");
  while (!at_word("--BODY--")) {
    if (!at_header()) tokens_.fail_expected("a header or '--BODY--'");
    const Token name = tokens_.take();
    tokens_.take();
    header_item(name);
    while (!tokens_.at_end() && !at_header() && !at_word("--BODY--")) tokens_.take();
  }
  if (!has_acceptance_) fail(tokens_.peek(), "there is no 'Acceptance:' in the header");
  tokens_.take();
}

void HoaReader::header_item(const Token& name) {
  if (name.text == "HOA") {
    if (!at_word("v1")) tokens_.fail_expected("'v1'", "only version 1 is known");
  } else if (name.text == "States") {
    num_states_ = number("a number of states");
    if (*num_states_ > 0) grow(*num_states_ - 1);
  } else if (name.text == "Start") {
    start();
  } else if (name.text == "AP") {
    propositions();
  } else if (name.text == "Alias") {
    const Token alias = tokens_.expect_name("an alias");
    aliases_[std::string(alias.text)] = disjunction();
  } else if (name.text == "Acceptance") {
    acceptance();
  }
}

void HoaReader::start() {
  starts_.push_back(number("a state"));
  if (tokens_.at("&"))
    fail(tokens_.peek(), "initial states of alternating automata are not supported");
}

void HoaReader::propositions() {
  const unsigned count = number("a number of propositions");
  for (unsigned i = 0; i < count; ++i) {
    const Token name = tokens_.expect_name("a proposition");
    variables_.push_back(automaton_.manager()->proposition(name.text));
  }
}

void HoaReader::acceptance() {
  has_acceptance_ = true;
  number("a number of acceptance sets");
  if (at_word("t"))
    tokens_.take();
  else if (at_word("f"))
    accepts_nothing_ = true;
  else
    inf_sets();
  automaton_.set_num_sets(static_cast<unsigned>(sets_.size()));
}

void HoaReader::inf_sets() {
  const std::string unsupported = "only conjunctions of Inf(…) are supported as acceptance";
  do {
    unsigned open = 0;
    while (tokens_.accept("(")) ++open;
    if (!at_word("Inf")) fail(tokens_.peek(), unsupported, "convert it to generalized Büchi");
    tokens_.take();
    tokens_.expect("(");
    if (tokens_.at("!")) fail(tokens_.peek(), unsupported);
    const unsigned set = number("an acceptance set");
    sets_.try_emplace(set, static_cast<unsigned>(sets_.size()));
    if (sets_.size() > max_acceptance_sets) fail(tokens_.peek(), "more than 64 acceptance sets");
    tokens_.expect(")");
    while (tokens_.accept(")")) {
    }
    if (tokens_.at("|")) fail(tokens_.peek(), unsupported, "convert it to generalized Büchi");
  } while (tokens_.accept("&"));
}

Bdd HoaReader::disjunction() {
  Bdd result = conjunction();
  while (tokens_.accept("|")) result |= conjunction();
  return result;
}

Bdd HoaReader::conjunction() {
  Bdd result = factor();
  while (tokens_.accept("&")) result &= factor();
  return result;
}

Bdd HoaReader::factor() {
  const TokenStream::Level level(tokens_, TokenStream::Level::Weight::whole);
  if (tokens_.accept("!")) return !factor();
  if (tokens_.accept("(")) {
    Bdd inner = disjunction();
    tokens_.expect(")");
    return inner;
  }
  const Token token = tokens_.peek();
  if (token.kind == TokenKind::integer) {
    const unsigned proposition = number("a proposition");
    if (proposition >= variables_.size())
      fail(token, fmt::format("there are only {} propositions", variables_.size()),
           "they are numbered from 0");
    return automaton_.manager()->literal(variables_[proposition]);
  }
  const Token name = tokens_.expect_name("a label");
  if (name.text == "t" || name.text == "f") return Bdd::constant(name.text == "t");
  const auto alias = aliases_.find(name.text);
  if (alias == aliases_.end()) fail(name, fmt::format("'{}' is no alias", name.text));
  return alias->second;
}

Bdd HoaReader::label() {
  tokens_.expect("[");
  Bdd result = disjunction();
  tokens_.expect("]");
  return result;
}

Marks HoaReader::marks() {
  Marks result = 0;
  if (!tokens_.accept("{")) return result;
  while (!tokens_.at("}")) {
    const auto set = sets_.find(number("an acceptance set"));
    if (set != sets_.end()) result |= Marks{1} << set->second;
  }
  tokens_.expect("}");
  return result;
}

/// Without labels there is one edge a letter, the first proposition changing fastest.
Bdd HoaReader::implicit_label(unsigned position) {
  Bdd result = Bdd::constant(true);
  for (std::size_t i = 0; i < variables_.size(); ++i)
    result &= automaton_.manager()->literal(variables_[i], ((position >> i) & 1U) == 1);
  return result;
}

StateId HoaReader::target() {
  const Token token = tokens_.peek();
  const StateId state = number("a state");
  if (num_states_ && state >= *num_states_)
    fail(token, fmt::format("there are only {} states", *num_states_), "they are numbered from 0");
  if (tokens_.at("&")) fail(tokens_.peek(), "alternating automata are not supported");
  grow(state);
  return state;
}

void HoaReader::state() {
  tokens_.take();
  tokens_.expect(":");
  std::optional<Bdd> state_label;
  if (tokens_.at("[")) state_label = label();
  const StateId source = target();
  if (tokens_.at_name() && !at_word("State") && !at_word("--END--")) tokens_.take();  // its name
  edges(source, state_label, marks());
}

void HoaReader::edges(StateId source, const std::optional<Bdd>& state_label, Marks state_marks) {
  unsigned position = 0;
  while (tokens_.at("[") || tokens_.peek().kind == TokenKind::integer) {
    Bdd edge_label;
    if (tokens_.at("["))
      edge_label = label();
    else if (state_label)
      edge_label = *state_label;
    else if (variables_.size() < 32 && position < (std::uint64_t{1} << variables_.size()))
      edge_label = implicit_label(position);
    else
      fail(tokens_.peek(), "more edges than letters");
    ++position;
    const StateId to = target();
    const Marks edge_marks = marks() | state_marks;
    if (!edge_label.is_false()) automaton_.add_edge(source, {to, edge_marks, edge_label});
  }
}

void HoaReader::body() {
  while (at_word("State")) state();
  if (!at_word("--END--")) tokens_.fail_expected("'State:' or '--END--'");
  for (const StateId start : starts_) grow(start);
  if (starts_.empty() || accepts_nothing_) {
    automaton_ = empty_automaton(automaton_.manager());
  } else if (starts_.size() == 1) {
    automaton_.set_initial(starts_.front());
  } else {
    const StateId fresh = automaton_.add_state();
    for (const StateId start : starts_)
      for (const Edge& edge : std::vector<Edge>(automaton_.edges(start)))
        automaton_.add_edge(fresh, edge);
    automaton_.set_initial(fresh);
  }
  merge_edges(automaton_);
}

}  // namespace

Automaton read_hoa(const SourceText& source) { return HoaReader(source).read(); }

}  // namespace arges::automata
