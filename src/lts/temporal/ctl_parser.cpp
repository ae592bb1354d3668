#include "lts/temporal/ctl_parser.h"

#include <algorithm>

#include "base/error.h"
#include "base/invariant.h"
#include "base/syntax/token_stream.h"

namespace arges::lts {

namespace {

using syntax::Token;
using syntax::TokenStream;

const syntax::Dialect& ctl_dialect() {
  static const syntax::Dialect dialect([] {
    syntax::DialectTables tables;
    tables.words = {"true", "false", "A", "E", "AX", "EX", "AF", "EF",  "AG",  "EG",  "X",
                    "F",    "G",     "U", "R", "V",  "W",  "WU", "M",   "not", "and", "or",
                    "xor",  "!",     "~", "&", "&&", "|",  "||", "^",   "->",  "=>",  "<->",
                    "<=>",  "(",     ")", "[", "]",  "<",  ">",  "/\\", "\\/"};
    tables.lexical.name_start = "_";
    tables.lexical.name_part = "_.:";
    tables.lexical.strings = syntax::LexicalRules::Strings::yes;
    return tables;
  }());
  return dialect;
}

/// Recursive descent by the precedences that formulas of LTL have here.
class CtlParser {
 public:
  CtlParser(CtlFormulas& formulas, TokenStream& tokens) : formulas_(formulas), tokens_(tokens) {}

  ParsedCtl parse() {
    result_.formula = implication();
    if (!tokens_.at_end()) {
      if (tokens_.at_any({"U", "R", "V", "W", "WU", "M"})) fail_unquantified();
      tokens_.fail_expected("an operator or the end");
    }
    return std::move(result_);
  }

 private:
  CtlId implication() {
    const std::uint32_t begin = tokens_.peek().offset;
    const CtlId left = disjunction();
    if (tokens_.accept("->") || tokens_.accept("=>")) {
      const CtlId right = implication();
      return written(formulas_.disjunction(formulas_.negation(left), right), begin);
    }
    if (tokens_.accept("<->") || tokens_.accept("<=>"))
      return written(equivalence(left, implication()), begin);
    return left;
  }

  CtlId equivalence(CtlId f, CtlId g) {
    return formulas_.disjunction(
        formulas_.conjunction(f, g),
        formulas_.conjunction(formulas_.negation(f), formulas_.negation(g)));
  }

  CtlId disjunction() {
    const std::uint32_t begin = tokens_.peek().offset;
    CtlId result = exclusive();
    while (tokens_.accept("|") || tokens_.accept("||") || tokens_.accept("or") ||
           tokens_.accept("\\/")) {
      const CtlId right = exclusive();
      result = written(formulas_.disjunction(result, right), begin);
    }
    return result;
  }

  CtlId exclusive() {
    const std::uint32_t begin = tokens_.peek().offset;
    CtlId result = conjunction();
    while (tokens_.accept("xor") || tokens_.accept("^")) {
      const CtlId right = conjunction();
      result = written(formulas_.negation(equivalence(result, right)), begin);
    }
    return result;
  }

  CtlId conjunction() {
    const std::uint32_t begin = tokens_.peek().offset;
    CtlId result = unary();
    while (tokens_.accept("&") || tokens_.accept("&&") || tokens_.accept("and") ||
           tokens_.accept("/\\")) {
      const CtlId right = unary();
      result = written(formulas_.conjunction(result, right), begin);
    }
    return result;
  }

  CtlId unary() {
    const TokenStream::Level level(tokens_, TokenStream::Level::Weight::whole);
    const Token first = tokens_.peek();
    if (tokens_.accept("!") || tokens_.accept("~") || tokens_.accept("not"))
      return written(formulas_.negation(unary()), first.offset);
    if (tokens_.accept("true")) return formulas_.constant(true);
    if (tokens_.accept("false")) return formulas_.constant(false);
    if (tokens_.accept("(")) {
      const CtlId inner = implication();
      if (tokens_.at_any({"U", "R", "V", "W", "WU", "M"})) fail_unquantified();
      tokens_.expect(")");
      return inner;
    }
    if (tokens_.at_any({"<", "["})) return written(modality(), first.offset);
    if (tokens_.at_any({"AX", "EX", "AF", "EF", "AG", "EG"})) {
      const std::string_view word = tokens_.take().text;
      return written(unary_path(word.front(), word.back()), first.offset);
    }
    if (tokens_.at_any({"A", "E"})) {
      const char quantifier = tokens_.take().text.front();
      return written(path(quantifier), first.offset);
    }
    if (tokens_.at_any({"X", "F", "G"})) fail_unquantified();
    return action();
  }

  CtlId action() {
    const Token token = tokens_.expect_name("an action");
    const CtlId result = formulas_.action(token.text);
    const std::uint32_t number = formulas_[result].proposition;
    const bool is_known =
        std::any_of(result_.atoms.begin(), result_.atoms.end(),
                    [&](const CtlAtom& atom) { return atom.proposition == number; });
    if (!is_known) result_.atoms.push_back({number, tokens_.location(token)});
    return result;
  }

  /// <a>f, or [a]f, which is not <a> not f.
  CtlId modality() {
    result_.is_branching = true;
    const bool is_box = tokens_.take().text == "[";
    const Token place = tokens_.peek();
    const CtlId actions = implication();
    if (!formulas_.is_of_actions(actions))
      throw InputError(tokens_.location(place), "a modality is about actions only",
                       "for example: <a | b>true, [!a]false, <true>true");
    tokens_.expect(is_box ? "]" : ">");
    const Token operand = tokens_.peek();
    const CtlId inner = unary();
    if (!formulas_.is_of_states(inner))
      throw InputError(tokens_.location(operand),
                       "behind a modality there is a state, and actions are what steps have",
                       "a step that is possible: <a>true; the next step of all runs: [true]…, "
                       "AX …, AF …");
    if (!is_box) return formulas_.possible(actions, inner);
    return formulas_.negation(formulas_.possible(actions, formulas_.negation(inner)));
  }

  CtlId unary_path(char quantifier, char op) {
    result_.is_branching = true;
    const CtlId f = unary();
    const bool all = quantifier == 'A';
    const CtlId no = formulas_.negation(f);
    const CtlId truth = formulas_.constant(true);
    if (op == 'X') return all ? formulas_.negation(formulas_.next(no)) : formulas_.next(f);
    if (op == 'F')
      return all ? formulas_.negation(formulas_.always(no)) : formulas_.until(truth, f);
    return all ? formulas_.negation(formulas_.until(truth, no)) : formulas_.always(f);
  }

  CtlId path(char quantifier) {
    result_.is_branching = true;
    if (tokens_.at_any({"X", "F", "G"})) return unary_path(quantifier, take_letter());
    const bool in_brackets = tokens_.at("[");
    if (!tokens_.accept("[") && !tokens_.accept("("))
      tokens_.fail_expected("X, F, G or '('", "for example: A(a U b), E[a W b], AG a");
    const char* closing = in_brackets ? "]" : ")";
    if (tokens_.at_any({"X", "F", "G"})) {
      const CtlId result = unary_path(quantifier, take_letter());
      tokens_.expect(closing);
      return result;
    }
    const CtlId left = implication();
    if (!tokens_.at_any({"U", "R", "V", "W", "WU", "M"})) tokens_.fail_expected("U, R, W or M");
    const std::string_view op = tokens_.take().text;
    const CtlId right = implication();
    tokens_.expect(closing);
    const CtlId of_left = formulas_.operand(left);
    return binary_path(quantifier == 'A', op, of_left, formulas_.operand(right));
  }

  char take_letter() { return tokens_.take().text.front(); }

  /// Of two formulas that are operands already: A(f U g) is about f and g together.
  CtlId binary_path(bool all, std::string_view op, CtlId f, CtlId g) {
    // f M g is g U (f & g), and f R g is g W (f & g).
    if (op == "M") return binary_path(all, "U", g, formulas_.conjunction(f, g));
    if (op == "R" || op == "V") return binary_path(all, "W", g, formulas_.conjunction(f, g));
    const bool is_strong = op == "U";
    if (!all) return is_strong ? formulas_.until(f, g) : formulas_.weak_until(f, g);
    // Not f U g: not g for ever, or until neither f nor g; not f W g: the latter.
    const CtlId no = formulas_.negation(g);
    const CtlId neither = formulas_.conjunction(formulas_.negation(f), no);
    const CtlId violated =
        is_strong ? formulas_.weak_until(no, neither) : formulas_.until(no, neither);
    return formulas_.negation(violated);
  }

  [[noreturn]] void fail_unquantified() {
    throw InputError(tokens_.location(),
                     std::string(tokens_.peek().text) + " needs A or E in front of it",
                     "for example: AG a, E(a U b)");
  }

  CtlId written(CtlId f, std::uint32_t begin) {
    formulas_.set_text(f, tokens_.source().text().substr(begin, tokens_.previous().end - begin));
    return f;
  }

  CtlFormulas& formulas_;
  TokenStream& tokens_;
  ParsedCtl result_{};
};

}  // namespace

ParsedCtl parse_ctl(CtlFormulas& formulas, const SourceText& source) {
  Diagnostics diagnostics;
  try {
    TokenStream tokens(ctl_dialect(), source, diagnostics);
    ParsedCtl result = CtlParser(formulas, tokens).parse();
    diagnostics.throw_if_errors();
    return result;
  } catch (const syntax::SyntaxFailure&) {
    diagnostics.throw_if_errors();
    UNREACHABLE("a syntax failure should be reported");
  }
}

}  // namespace arges::lts
