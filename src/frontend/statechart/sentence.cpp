#include "frontend/statechart/sentence.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>

#include <fmt/format.h>

#include "base/error.h"
#include "base/syntax/expression_parser.h"
#include "frontend/statechart/names.h"
#include "frontend/synonyms.h"
#include "frontend/xsts/xsts_dialect.h"
#include "ir/text/elaborator.h"
#include "ir/traversal.h"
#include "model/statechart/value_text.h"

namespace arges::frontend {

namespace {

using ir::TextOp;
using syntax::Form;
using syntax::NodeId;
using syntax::NodeKind;

/// XSTS's operators, also as words; those of formulas; and `In(X)`. Words that only statements of
/// XSTS need are names here, and so are those of sentences.
syntax::DialectTables sentence_tables() {
  syntax::DialectTables tables = with_synonyms(xsts_tables());
  tables.words = {"then", "else", "<-", ":", ",", ")", "]", "{", "}"};
  const auto same_as = [&](TextOp op, std::string_view text) {
    const auto model =
        std::find_if(tables.operators.begin(), tables.operators.end(),
                     [&](const syntax::OperatorRow& row) { return row.id == ir::id(op); });
    syntax::OperatorRow row = *model;
    row.text = text;
    tables.operators.push_back(row);
  };
  same_as(TextOp::imply, "->");
  same_as(TextOp::iff, "<->");
  constexpr std::uint8_t tightest = 13;
  tables.operators.push_back(
      {.text = "(", .id = ir::id(TextOp::call), .form = Form::call, .power = tightest});
  tables.lexical.strings = syntax::LexicalRules::Strings::yes;
  return tables;
}

using Words = std::span<const std::string_view>;
constexpr std::array<std::string_view, 4> opening_words{"always", "never", "reachable",
                                                        "unreachable"};
constexpr std::array<std::string_view, 3> closing_words{"reachable", "unreachable", "together"};

bool is_among(const syntax::Token& token, Words words) {
  return token.kind == syntax::TokenKind::name &&
         std::find(words.begin(), words.end(), token.text) != words.end();
}

/// The kind that a word marks names of.
std::optional<NameKind> marked_kind(std::string_view word) {
  if (word == "state") return NameKind::state;
  if (word == "event") return NameKind::event;
  if (word == "variable") return NameKind::data;
  return {};
}

/// Finds the words `state`, `event` and `variable` that say what kind of thing the name behind them
/// is. They may be names themselves: no name is followed by another one, but by a closing word.
class KindMarks {
 public:
  KindMarks(const syntax::Dialect& dialect, const SourceText& text, const StatechartNames& names,
            const std::vector<ir::Type>& enumerations)
      : names_(names), enumerations_(enumerations), blanked_(text.text()) {
    std::replace(blanked_.begin(), blanked_.end(), '\'', '"');
    join_scopes();
    // Two kinds of quotes are one to the lexer; what it complains about is told when it is parsed.
    const SourceText source(text.name(), blanked_);
    Diagnostics ignored;
    syntax::Lexer lexer(dialect, source, ignored);
    do tokens_.push_back(lexer.next());
    while (tokens_.back().kind != syntax::TokenKind::end);
    for (std::size_t i = 0; i + 1 < tokens_.size(); ++i)
      if (const std::size_t name = name_behind(i); name != 0) {
        marks_[tokens_[name].offset] = *marked_kind(tokens_[i].text);
        std::fill_n(blanked_.begin() + tokens_[i].offset, tokens_[i].text.size(), ' ');
        i = name;
      }
    tokens_.clear();
  }

  /// The text without these words; positions stay.
  const std::string& text() const { return blanked_; }
  /// What the name at that place may be.
  NameKind kinds_at(std::uint32_t offset) const {
    const auto mark = marks_.find(offset);
    return mark == marks_.end() ? NameKind::any : mark->second;
  }
  /// The place of 'state reachable' at the end where both are names: nobody can tell which is
  /// meant.
  std::optional<std::uint32_t> unclear() const { return unclear_; }

 private:
  /// Gamma writes 'Mode::Day', which is 'Mode.Day' here; the name moves so that what follows stays.
  void join_scopes() {
    const auto is_part = [](unsigned char c) {
      return std::isalnum(c) != 0 || c == '_' || c == '.';
    };
    for (std::size_t at = blanked_.find("::"); at != std::string::npos;
         at = blanked_.find("::", at + 1)) {
      std::size_t begin = at;
      while (begin > 0 && is_part(static_cast<unsigned char>(blanked_[begin - 1]))) --begin;
      if (begin == at) continue;
      blanked_.replace(begin, at + 2 - begin, " " + blanked_.substr(begin, at - begin) + ".");
    }
  }

  /// The position of the name that a token marks; 0: it is no mark.
  std::size_t name_behind(std::size_t i) {
    const syntax::Token& token = tokens_[i];
    const bool is_word = token.kind == syntax::TokenKind::name && blanked_[token.offset] != '"' &&
                         marked_kind(token.text).has_value();
    std::size_t name = i + 1;
    while (is_word && tokens_[name].is("(")) ++name;
    if (!is_word || tokens_[name].kind != syntax::TokenKind::name) return 0;
    // In 'state (a or b)' it would be unclear how much is marked.
    for (std::size_t closing = name + 1; closing < 2 * name - i; ++closing)
      if (!tokens_[closing].is(")")) return 0;
    // 'state reachable' may be about something that is called 'state'.
    const bool ends =
        name == i + 1 && blanked_[tokens_[name].offset] != '"' &&
        is_among(tokens_[name], closing_words) &&
        (tokens_[name + 1].kind == syntax::TokenKind::end || tokens_[name + 1].is("}"));
    if (!ends || !is_called(token.text)) return name;
    if (!names_.find(tokens_[name].text, *marked_kind(token.text)).empty()) unclear_ = token.offset;
    return 0;
  }

  /// Also a value of an enumeration may be.
  bool is_called(std::string_view name) const {
    return !names_.find(name, NameKind::any).empty() ||
           std::any_of(enumerations_.begin(), enumerations_.end(), [&](ir::Type type) {
             const auto& literals = type.literals();
             return std::find(literals.begin(), literals.end(), name) != literals.end();
           });
  }

  const StatechartNames& names_;
  const std::vector<ir::Type>& enumerations_;
  std::optional<std::uint32_t> unclear_;
  std::string blanked_;
  std::vector<syntax::Token> tokens_;
  std::map<std::uint32_t, NameKind> marks_;
};

/// Reads one sentence.
class SentenceParser {
 public:
  SentenceParser(ir::Context& context, const model::statechart::System& system,
                 const SourceText& text)
      : names_(system),
        dialect_(sentence_tables()),
        given_(std::make_shared<const SourceText>(text.name(), std::string(text.text()))),
        marks_(dialect_, text, names_, system.enumerations),
        source_(std::make_shared<const SourceText>(text.name(), marks_.text())),
        tokens_(dialect_, *source_, diagnostics_),
        tree_(*source_),
        scope_(context, {"boolean", "integer", ""}) {
    for (const ir::Type type : system.enumerations) scope_.add_type(type);
  }

  Sentence sentence() {
    Sentence result;
    read([&] {
      const std::string before = opening_word();
      const NodeId root = expression();
      const std::string behind = closing_word();
      result.condition = elaborate(root);
      result.kind = kind_of(before, behind, is_state(root));
      if (before == "never" && result.condition) result.condition = ir::not_(result.condition);
    });
    return result;
  }

  ir::Expr condition() {
    ir::Expr result;
    read([&] { result = elaborate(expression()); });
    return result;
  }

 private:
  template <typename Part>
  void read(const Part& part) {
    if (marks_.unclear())
      diagnostics_.error(
          {source_.get(), *marks_.unclear()},
          "this may be about either of the two names at the end",
          "quote the name that is meant, as in 'state' reachable, state 'reachable'");
    try {
      const bool framed = tokens_.peek().text == "prop" && tokens_.peek_second().is("{");
      if (framed) {
        tokens_.take();
        tokens_.take();
      }
      part();
      if (framed) tokens_.expect("}");
      if (!tokens_.at_end()) tokens_.fail_expected("the end of the property");
    } catch (const syntax::SyntaxFailure&) {
      // reported
    }
    // Users see their text, with the words that were taken out of it.
    Diagnostics told;
    for (const Diagnostic& one : diagnostics_.errors())
      told.error({given_.get(), one.location.offset}, one.message, one.hint);
    told.throw_if_errors();
  }

  /// It is a name: 'state' or 'event' stands before it.
  bool is_marked(const syntax::Token& token) const {
    return marks_.kinds_at(token.offset) != NameKind::any;
  }
  bool is_called(const syntax::Token& token) const {
    return !names_.find(token.text, NameKind::any).empty() || scope_.find_literal(token.text) ||
           !scope_.short_literals(token.text).empty();
  }

  /// Where something is called as one of our words, the word is ours if a condition follows: no
  /// name is followed by one.
  std::string opening_word() {
    if (!is_among(tokens_.peek(), opening_words) || is_marked(tokens_.peek())) return "";
    if (is_called(tokens_.peek()) && !begins_condition(tokens_.peek_second())) return "";
    return std::string(tokens_.take().text);
  }
  bool begins_condition(const syntax::Token& token) const {
    if (token.kind == syntax::TokenKind::symbol)
      return token.is("(") || token.is("not") || token.is("!") || token.is("true") ||
             token.is("false") || token.is("if");
    // In 'never reachable' one of the two is a name.
    return token.kind != syntax::TokenKind::end &&
           (!is_among(token, closing_words) || is_marked(token) || is_called(token));
  }
  /// Behind a condition no name can stand.
  std::string closing_word() {
    return is_among(tokens_.peek(), closing_words) ? std::string(tokens_.take().text) : "";
  }

  Sentence::Kind kind_of(const std::string& before, const std::string& behind, bool about_state) {
    using Kind = Sentence::Kind;
    const auto either = [&](std::string_view word) { return before == word || behind == word; };
    const bool fit = behind == "together" ? before == "never" : before.empty() || behind.empty();
    if (!fit)
      tokens_.error(tokens_.previous(),
                    before.empty() ? fmt::format("'{}' needs 'never' in front", behind)
                                   : fmt::format("'{}' does not go with '{}'", behind, before),
                    "write 'never A and B together', or 'state A reachable'");
    if (either("unreachable")) return Kind::can_never_be;
    // What follows 'reachable' is a condition on stable states, be it only the name of a state.
    if (behind == "reachable" && about_state) return Kind::can_be;
    if (either("reachable")) return Kind::reachable;
    return Kind::always;
  }

  NodeId expression() {
    const NodeId root = syntax::ExpressionParser(tokens_, tree_).expression();
    resolve(root);
    return root;
  }
  ir::Expr elaborate(NodeId root) {
    if (diagnostics_.has_errors()) return {};
    const ir::Expr result = ir::Elaborator(scope_, tree_, diagnostics_)
                                .expression_of(root, scope_.context().bool_type(), "a property");
    return result && !several_.empty() ? ir::substitute(result, several_) : result;
  }
  bool is_state(NodeId root) const {
    return tree_[root].kind == NodeKind::name && states_.contains(tree_[root].text);
  }

  /// Lets names mean what they should, also `state X`, `event X` and `In(X)`.
  void resolve(NodeId id) {
    const syntax::Node node = tree_[id];
    if (node.kind == NodeKind::name)
      return resolve_name(id, node.text, marks_.kinds_at(node.offset));
    if (node.kind == NodeKind::call) return resolve_call(id);
    const std::vector<NodeId> children = tree_.children(id);
    std::vector<NodeId> others;
    for (const NodeId child : children)
      if (!is_literal_beside(node, child, children)) others.push_back(child);
    for (const NodeId child : others) resolve(child);
  }

  void resolve_call(NodeId id) {
    const std::vector<NodeId> parts = tree_.children(id);
    const std::string_view called =
        tree_[parts[0]].kind == NodeKind::name ? tree_[parts[0]].text : std::string_view();
    if (marked_kind(called))
      return diagnostics_.error(tree_.begin(id), fmt::format("'{}' is about one name", called),
                                fmt::format("write it before each: '{0} A or {0} B'", called));
    if (called != "In")
      return diagnostics_.error(tree_.begin(id), "there are no functions but In(STATE) here");
    if (parts.size() != 2 || tree_[parts[1]].kind != NodeKind::name)
      return diagnostics_.error(tree_.begin(id), "'In' is about one state",
                                "write it for each: 'In(A) or In(B)'");
    const NodeId operand = parts[1];
    const std::string_view name = tree_[operand].text;
    tree_[id].kind = NodeKind::name;
    tree_[id].offset = tree_[operand].offset;
    tree_[id].first = syntax::no_node;
    resolve_name(id, name, NameKind::state);
  }

  /// Whether a name is compared with a variable that has a literal of that name.
  bool is_literal_beside(const syntax::Node& node, NodeId child,
                         const std::vector<NodeId>& children) const {
    if (node.kind != NodeKind::apply || children.size() != 2 ||
        (node.op != ir::id(TextOp::eq) && node.op != ir::id(TextOp::neq)) ||
        tree_[child].kind != NodeKind::name ||
        marks_.kinds_at(tree_[child].offset) != NameKind::any)
      return false;
    const NodeId other = child == children[0] ? children[1] : children[0];
    const bool is_element = tree_[other].kind == NodeKind::read;
    const NodeId data = is_element ? tree_.child(other, 0) : other;
    if (tree_[data].kind != NodeKind::name) return false;
    const std::string_view literal = tree_[child].text;
    for (const auto* entry : names_.find(tree_[data].text, NameKind::data)) {
      ir::Type type = entry->vars.front()->type;
      if (is_element && type.is_array()) type = type.element();
      if (!type.is_enum()) continue;
      const auto& literals = type.literals();
      if (std::find(literals.begin(), literals.end(), literal) != literals.end()) return true;
    }
    return false;
  }

  void resolve_name(NodeId id, std::string_view name, NameKind kinds) {
    const auto found = names_.find(name, kinds);
    const SourceLocation at = tree_.location(id);
    if (found.size() > 1) {
      std::string meanings;
      for (const auto* entry : found)
        meanings += fmt::format("{}{}", meanings.empty() ? "" : " or ", described(*entry));
      return diagnostics_.error(at, fmt::format("'{}' may mean {}", name, meanings),
                                how_to_tell(found));
    }
    if (found.empty()) {
      using model::statechart::empty_string_literal;
      if (name.empty() && kinds == NameKind::any &&
          !scope_.short_literals(empty_string_literal).empty()) {
        tree_[id].text = empty_string_literal;
        return;
      }
      const bool is_literal = scope_.find_literal(name) || !scope_.short_literals(name).empty();
      if (kinds == NameKind::any && is_literal) return;
      const char* what = kinds == NameKind::state   ? "state"
                         : kinds == NameKind::event ? "event"
                         : kinds == NameKind::data  ? "variable"
                                                    : "state, event or variable";
      return diagnostics_.error(at, fmt::format("there is no {} '{}'", what, name),
                                names_.suggest(name, kinds));
    }
    // One name for one meaning, whatever else is called so.
    const std::string& key =
        keys_.emplace_back(fmt::format("{} {}", static_cast<int>(found[0]->kind), found[0]->name));
    scope_.declare_as(key, stand_in(*found[0]), ir::Scope::Access::read_only);
    if (found[0]->kind == NameKind::state) states_.insert(key);
    tree_[id].text = key;
  }

  /// The variable, or one that stands for any of several events being there.
  ir::Var stand_in(const StatechartNames::Entry& entry) {
    if (entry.vars.size() == 1) return entry.vars.front();
    ir::Context& context = scope_.context();
    const ir::Var result = context.declare(entry.name, context.bool_type());
    std::vector<ir::Expr> any;
    for (const ir::Var var : entry.vars) any.push_back(context.var(var));
    several_[context.var(result)] = ir::or_(any);
    return result;
  }

  /// What can be written so that one of several things is meant.
  static std::string how_to_tell(const std::vector<const StatechartNames::Entry*>& found) {
    std::set<std::string> names;
    std::set<NameKind> kinds;
    for (const auto* entry : found) {
      names.insert(entry->name);
      kinds.insert(entry->kind);
    }
    const char* more = "write more of the name";
    const char* kind = "'state', 'event' or 'variable' before it";
    if (kinds.size() == 1) return more;
    return names.size() == 1 ? fmt::format("write {}", kind) : fmt::format("{}, or {}", more, kind);
  }

  static std::string described(const StatechartNames::Entry& entry) {
    const char* kind = entry.kind == NameKind::state   ? "state"
                       : entry.kind == NameKind::event ? "event"
                                                       : "variable";
    return fmt::format("{} {}", kind, entry.name);
  }

  StatechartNames names_;
  syntax::Dialect dialect_;
  std::shared_ptr<const SourceText> given_;
  KindMarks marks_;
  std::shared_ptr<const SourceText> source_;
  Diagnostics diagnostics_;
  syntax::TokenStream tokens_;
  syntax::Tree tree_;
  ir::Scope scope_;
  std::deque<std::string> keys_;  ///< that names in the tree were replaced by
  std::set<std::string, std::less<>> states_;
  ir::Substitution several_;  ///< of what stands for events of one name
};

}  // namespace

Sentence parse_sentence(ir::Context& context, const model::statechart::System& system,
                        const SourceText& text) {
  return SentenceParser(context, system, text).sentence();
}

ir::Expr parse_statechart_condition(ir::Context& context, const model::statechart::System& system,
                                    const SourceText& text) {
  return SentenceParser(context, system, text).condition();
}

}  // namespace arges::frontend
