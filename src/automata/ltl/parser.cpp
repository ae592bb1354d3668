#include "automata/ltl/parser.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "automata/ltl/dialects.h"
#include "base/error.h"
#include "base/invariant.h"
#include "base/syntax/expression_parser.h"
#include "base/syntax/token_stream.h"

namespace arges::automata {

namespace {

using syntax::Node;
using syntax::NodeId;
using syntax::NodeKind;
using syntax::Tree;

/// Larger numbers in X[n] nest deeper than formulas may.
constexpr unsigned max_bound = 500;

LtlToken token_of(const Node& node) { return static_cast<LtlToken>(node.op); }

/// The operator of a formula that a token stands for, if it is one.
std::optional<Op> operator_of(LtlToken token) {
  switch (token) {
    case LtlToken::not_:
      return Op::not_;
    case LtlToken::and_:
      return Op::and_;
    case LtlToken::or_:
      return Op::or_;
    case LtlToken::implies:
      return Op::implies;
    case LtlToken::equivalent:
      return Op::equivalent;
    case LtlToken::xor_:
      return Op::xor_;
    case LtlToken::next:
      return Op::next;
    case LtlToken::eventually:
      return Op::eventually;
    case LtlToken::always:
      return Op::always;
    case LtlToken::until:
      return Op::until;
    case LtlToken::release:
      return Op::release;
    case LtlToken::weak_until:
      return Op::weak_until;
    case LtlToken::strong_release:
      return Op::strong_release;
    default:
      return std::nullopt;
  }
}

bool is_temporal(LtlToken token) {
  return token >= LtlToken::next && token <= LtlToken::strong_release;
}

/// Makes a formula of a syntax tree; whatever is no operator of LTL becomes an atom by its text.
class FormulaBuilder {
 public:
  FormulaBuilder(Formulas& formulas, const SourceText& source, const Tree& tree)
      : formulas_(formulas), source_(source), tree_(tree) {}

  Formula build(NodeId id) {
    const Node& node = tree_[id];
    switch (node.kind) {
      case NodeKind::constant:
        return formulas_.constant(token_of(node) == LtlToken::true_);
      case NodeKind::integer:
        if (node.text == "0" || node.text == "1") return formulas_.constant(node.text == "1");
        fail_number(id);
      case NodeKind::apply:
        return apply(id);
      case NodeKind::chain:
        return chain(id);
      case NodeKind::string:
        throw InputError(tree_.begin(id), "a formula is needed here, and this is a text",
                         "atoms stand in double quotes");
      default:
        return atom(id);
    }
  }

  std::vector<Atom> take_atoms() { return std::move(atoms_); }

 private:
  Formula apply(NodeId id) {
    const Node& node = tree_[id];
    const std::optional<Op> op = operator_of(token_of(node));
    if (!op) {
      if (token_of(node) == LtlToken::arithmetic) fail_number(id);
      return atom(id);
    }
    std::vector<Formula> operands;
    for (const NodeId child : tree_.children(id))
      if (tree_[child].kind != NodeKind::setting) operands.push_back(build(child));
    if (operands.size() == 1 && *op != Op::not_)
      if (const std::string_view bounds = settings(id); !bounds.empty())
        return bounded(*op, operands.front(), bounds, id);
    return formulas_.rebuild(*op, operands);
  }

  /// What stands in brackets between an operator and its operand: "3" in X[3] a; may be empty.
  std::string_view settings(NodeId id) const {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    for (const NodeId child : tree_.children(id)) {
      if (tree_[child].kind != NodeKind::setting) continue;
      if (end == 0) begin = tree_[child].begin + 1;
      end = tree_[child].end - 1;
    }
    return source_.text().substr(begin, end - begin);
  }

  /// Spot's abbreviations: X[n] is X n times, F[n:m] and G[n:m] speak of positions n to m, [n:] of
  /// n and all behind it.
  Formula bounded(Op op, Formula f, std::string_view bounds, NodeId id) {
    if (op == Op::next && bounds == "!") return formulas_.next(f);  // words are infinite
    unsigned first = 0;
    unsigned last = 0;
    const bool ranged = bounds.find(':') != std::string_view::npos;
    const char* end = bounds.data() + bounds.size();
    auto at = std::from_chars(bounds.data(), end, first);
    bool good = at.ec == std::errc() && ranged == (op != Op::next);
    const bool open = ranged && at.ptr + 1 == end;
    if (good && ranged && !open) {
      at = std::from_chars(at.ptr + 1, end, last);
      good = at.ec == std::errc() && first <= last;
    }
    good = good && (open || at.ptr == end) && std::max(first, last) <= max_bound;
    if (!good)
      throw InputError(
          tree_.location(id), fmt::format("{}[{}] is not understood", tree_[id].text, bounds),
          fmt::format("write X[3] a, F[0:4] a or G[2:] a, with numbers up to {}", max_bound));
    Formula result = open ? formulas_.unary(op, f) : f;
    for (unsigned i = first; ranged && !open && i < last; ++i)
      result =
          formulas_.binary(op == Op::eventually ? Op::or_ : Op::and_, f, formulas_.next(result));
    for (unsigned i = 0; i < first; ++i) result = formulas_.next(result);
    return result;
  }

  /// Operands and the marks between them, from the left.
  Formula chain(NodeId id) {
    if (!operator_of(token_of(tree_[id]))) fail_number(id);
    const std::vector<NodeId> parts = tree_.children(id);
    Formula result = build(parts.front());
    std::vector<Formula> run{result};  // of the same n-ary operator
    Op run_op = Op::and_;
    for (std::size_t i = 1; i + 1 < parts.size(); i += 2) {
      const Op op = *operator_of(token_of(tree_[parts[i]]));
      const Formula operand = build(parts[i + 1]);
      const bool nary = op == Op::and_ || op == Op::or_;
      if (!nary || (run.size() > 1 && op != run_op)) {
        if (run.size() > 1) result = formulas_.nary(run_op, run);
        run = {result};
      }
      if (nary) {
        run.push_back(operand);
        run_op = op;
      } else {
        result = formulas_.binary(op, result, operand);
        run = {result};
      }
    }
    return run.size() > 1 ? formulas_.nary(run_op, run) : result;
  }

  Formula atom(NodeId id) {
    refuse_temporal(id, id);
    const Node& node = tree_[id];
    std::string_view text = source_.text().substr(node.begin, node.end - node.begin);
    std::uint32_t offset = node.begin;
    if (node.kind == NodeKind::name) {
      text = node.text;  // without quotes
      offset = node.offset + (source_.text()[node.offset] == '"' ? 1 : 0);
    } else if (node.kind == NodeKind::call && tree_[node.first].text == "AP" &&
               tree_[node.first].next != syntax::no_node) {
      const Node& inner = tree_[tree_[node.first].next];
      text = source_.text().substr(inner.begin, inner.end - inner.begin);
      offset = inner.begin;
    }
    text = unwrapped(text, offset);
    const Formula result = formulas_.proposition(text);
    const bool known = std::any_of(atoms_.begin(), atoms_.end(), [&](const Atom& other) {
      return other.proposition == result.proposition();
    });
    if (!known) atoms_.push_back({result.proposition(), std::string(text), {&source_, offset}});
    return result;
  }

  /// Without parentheses around all of it.
  static std::string_view unwrapped(std::string_view text, std::uint32_t& offset) {
    while (text.size() > 2 && text.front() == '(' && encloses(text)) {
      text = text.substr(1, text.size() - 2);
      ++offset;
      while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0) {
        text.remove_prefix(1);
        ++offset;
      }
      while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0)
        text.remove_suffix(1);
    }
    return text;
  }
  /// Whether the parenthesis at the start is closed by the last character.
  static bool encloses(std::string_view text) {
    std::size_t depth = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '(') ++depth;
      if (text[i] == ')' && --depth == 0) return i + 1 == text.size();
    }
    return false;
  }

  /// Mondok 2019, 3.3: expressions have no temporal parts, and order is for numbers.
  void refuse_temporal(NodeId id, NodeId atom) {
    const Node& node = tree_[id];
    const bool applies = node.kind == NodeKind::apply;
    if (applies && is_temporal(token_of(node)))
      throw InputError(tree_.location(id),
                       fmt::format("'{}' is temporal and can't be an operand of '{}'", node.text,
                                   tree_[atom].text),
                       fmt::format("compare first: {} (… {} …)", node.text, tree_[atom].text));
    const bool orders = applies && token_of(node) == LtlToken::comparison &&
                        (node.text.front() == '<' || node.text.front() == '>');
    for (const NodeId child : tree_.children(id)) {
      if (orders && tree_[child].kind == NodeKind::constant)
        throw InputError(tree_.location(child),
                         fmt::format("'{}' is not a number, and '{}' compares numbers",
                                     tree_[child].text, node.text));
      refuse_temporal(child, atom);
    }
  }

  [[noreturn]] void fail_number(NodeId id) const {
    const Node& node = tree_[id];
    throw InputError(tree_.begin(id),
                     fmt::format("a formula is needed here, and '{}' is a number",
                                 source_.text().substr(node.begin, node.end - node.begin)),
                     "compare it: … > 0");
  }

  Formulas& formulas_;
  const SourceText& source_;
  const Tree& tree_;
  std::vector<Atom> atoms_;
};

/// Names may be qualified: `prior.Green`.
bool is_name_part(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
}

bool is_operator(std::string_view word) {
  constexpr std::string_view operators[] = {"F", "G", "X",  "U",    "R",
                                            "W", "M", "WU", "true", "false"};
  return std::find(std::begin(operators), std::end(operators), word) != std::end(operators);
}

/// Where a name follows a name, as in `state Off`, all of it was meant to be an atom.
Diagnostics advise_quotes(const SourceText& source, const Diagnostics& diagnostics) {
  Diagnostics result;
  for (const Diagnostic& one : diagnostics.errors()) {
    const std::string_view text = source.text();
    const std::size_t at = std::min<std::size_t>(one.location.offset, text.size());
    const std::size_t end = text.find_last_not_of(" \t\r\n", at > 0 ? at - 1 : 0);
    const bool follows_name = at > 0 && at < text.size() && is_name_part(text[at]) &&
                              end != std::string_view::npos && end + 1 < at &&
                              is_name_part(text[end]);
    std::string hint = one.hint;
    if (follows_name && hint.empty()) {
      std::size_t begin = end;
      while (begin > 0 && is_name_part(text[begin - 1])) --begin;
      std::size_t behind = at;
      while (behind < text.size() && is_name_part(text[behind])) ++behind;
      const std::string_view first = text.substr(begin, end + 1 - begin);
      const std::string_view second = text.substr(at, behind - at);
      // Operators are no names, unless they are quoted.
      hint = !is_operator(first)
                 ? fmt::format(
                       "what is more than a name or a comparison stands in double quotes: \"{}\"",
                       text.substr(begin, behind - begin))
             : is_operator(second)
                 ? fmt::format("a name that is also an operator stands in double quotes: {} \"{}\"",
                               first, second)
                 : "";
    }
    result.error(one.location, one.message, std::move(hint));
  }
  return result;
}

}  // namespace

LtlSyntax detect_syntax(std::string_view text) {
  bool compares = false;
  std::string word;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : ' ';
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.') {
      word += c;
      continue;
    }
    if (word == "WU") return LtlSyntax::rers;
    if (word == "AP" && c == '(') return LtlSyntax::ultimate;
    if (word == "not" || word == "and" || word == "or" || word == "imply") compares = true;
    word.clear();
    if (c == '"') {
      const std::size_t end = text.find('"', i + 1);
      if (end == std::string_view::npos) break;
      i = end;
      continue;
    }
    // Marks that are no operators of temporal logic.
    std::size_t length = 0;
    while (i + length < text.size() &&
           std::string_view("<>=!-+*/%").find(text[i + length]) != std::string_view::npos)
      ++length;
    if (length == 0) continue;
    std::string_view marks = text.substr(i, length);
    while (!marks.empty() && marks.back() == '!') marks.remove_suffix(1);
    while (marks.starts_with('!') && !marks.starts_with("!=")) marks.remove_prefix(1);
    for (const std::string_view known : {"->", "=>", "-->", "==>", "<->", "<=>", "<-->", "<==>"})
      if (marks.starts_with(known)) marks.remove_prefix(known.size());
    while (marks.starts_with("<>") || marks.starts_with("!"))
      marks.remove_prefix(marks.front() == '!' ? 1 : 2);
    if (!marks.empty()) compares = true;
    i += length - 1;
  }
  return compares ? LtlSyntax::mondok : LtlSyntax::spot;
}

ParsedFormula parse_formula(Formulas& formulas, const SourceText& source, LtlSyntax syntax) {
  if (syntax == LtlSyntax::automatic) syntax = detect_syntax(source.text());
  Diagnostics diagnostics;
  Tree tree(source);
  try {
    syntax::TokenStream tokens(ltl_dialect(syntax), source, diagnostics);
    syntax::ExpressionParser parser(tokens, tree);
    const NodeId root = parser.expression();
    if (!tokens.at_end()) tokens.fail_expected("an operator or the end");
    diagnostics.throw_if_errors();
    FormulaBuilder builder(formulas, source, tree);
    const Formula formula = builder.build(root);
    return {formula, builder.take_atoms()};
  } catch (const syntax::SyntaxFailure&) {
    advise_quotes(source, diagnostics).throw_if_errors();
    UNREACHABLE("a syntax failure should be reported");
  }
}

}  // namespace arges::automata
