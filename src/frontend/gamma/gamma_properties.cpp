#include <filesystem>
#include <optional>

#include <fmt/format.h>

#include "base/error.h"
#include "base/syntax/expression_parser.h"
#include "base/syntax/token_stream.h"
#include "frontend/gamma/atom_writer.h"
#include "frontend/gamma/gamma_dialect.h"
#include "frontend/gamma/gamma_parser.h"
#include "frontend/gamma/packages.h"

namespace arges::frontend {

namespace gamma {
namespace {

using syntax::NodeId;
using syntax::SyntaxFailure;
using syntax::Token;

/// How a temporal formula is written: a text, and whether it needs parentheses as an operand.
struct Formula {
  std::string text;
  bool is_primary = true;
  /// What it says without temporal operators; of a form, what that is about.
  std::optional<std::string> condition = {};
  GammaProperty::Form form = GammaProperty::Form::other;
  bool is_condition() const { return condition && form == GammaProperty::Form::other; }
  std::string as_operand() const { return is_primary ? text : "(" + text + ")"; }
};

/// Reads a property file.
class PropertyReader {
 public:
  explicit PropertyReader(const SourcePtr& source)
      : source_(source),
        tokens_(property_dialect(), *source, diagnostics_),
        tree_(*source),
        expressions_(tokens_, tree_) {
    result_.source = source;
  }

  GammaProperties read();

 private:
  void header();
  void find_model(const std::vector<Token>& imports, const Token& component);
  GammaProperty property();
  /// Takes the word or sign if it is next.
  bool accept(std::string_view text);

  // Loosest first; all but the implication as in the grammar's own order.
  Formula path() { return binary(0); }
  Formula binary(std::size_t level);
  Formula temporal();
  Formula unary();
  Formula primary();
  Formula atom();

  SourcePtr source_;
  Diagnostics diagnostics_;
  syntax::TokenStream tokens_;
  syntax::Tree tree_;
  syntax::ExpressionParser expressions_;
  GammaProperties result_;
  std::vector<GammaAtom> atoms_;  ///< of the property being read
  std::vector<Token> imports_;
};

GammaProperties PropertyReader::read() {
  try {
    header();
    while (!tokens_.at_end()) result_.properties.push_back(property());
  } catch (const SyntaxFailure&) {
  }
  diagnostics_.throw_if_errors();
  return std::move(result_);
}

void PropertyReader::header() {
  while (tokens_.accept("import"))
    imports_.push_back(tokens_.expect_name("the path of a file in quotes"));
  tokens_.expect("component");
  const Token component = tokens_.expect_name("a component");
  result_.component = plain_name(component.text);
  find_model(imports_, component);
}

void PropertyReader::find_model(const std::vector<Token>& imports, const Token& component) {
  for (const Token& import : imports) {
    const std::filesystem::path path(import.text);
    if (path.extension() == ".gsm") {
      tokens_.error(import, "a generated model (.gsm) is not supported",
                    "import the .gcd file with the component; its names are not flattened");
      continue;
    }
    const auto found = find_import(source_->name(), std::string(import.text));
    if (!found) {
      tokens_.error(import, fmt::format("there is no file \"{}\"", import.text),
                    "it is looked for below every folder that this file is in");
      continue;
    }
    const SourcePtr model = read_source(*found);
    Diagnostics ignored;  // whoever reads the model will report what is wrong with it
    Packages packages(ignored, nullptr);
    for (const ComponentText& known : packages.read(model).components)
      if (known.name.text == result_.component && result_.model == nullptr) result_.model = model;
  }
  if (result_.model == nullptr && !diagnostics_.has_errors())
    tokens_.error(component,
                  fmt::format("no imported file has a component '{}'", result_.component));
}

GammaProperty PropertyReader::property() {
  GammaProperty result;
  if (tokens_.accept("@")) {
    tokens_.expect("(");
    result.name = std::string(tokens_.expect_name("a text in quotes").text);
    tokens_.expect(")");
  }
  result.location = tokens_.location();
  const std::uint32_t begin = tokens_.peek().offset;
  if (accept("E"))
    result.quantifier = GammaProperty::Quantifier::some_run;
  else if (!accept("A"))
    tokens_.fail_expected("'A' or 'E'", "every property starts with a quantifier");
  Formula formula = path();
  result.formula = std::move(formula.text);
  result.atoms = std::move(atoms_);
  atoms_.clear();
  result.form = formula.form;
  if (result.form != GammaProperty::Form::other) result.condition = *std::move(formula.condition);
  if (result.name.empty()) {
    bool blank = false;
    for (const char c : source_->text().substr(begin, tokens_.previous().end - begin)) {
      const bool is_blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
      if (!is_blank && blank) result.name += ' ';
      if (!is_blank) result.name += c;
      blank = is_blank;
    }
  }
  return result;
}

bool PropertyReader::accept(std::string_view text) {
  if (tokens_.at_end() || tokens_.peek().text != text) return false;
  tokens_.take();
  return true;
}

Formula PropertyReader::binary(std::size_t level) {
  struct Level {
    std::string_view text;
    std::string_view spot;
    std::string_view in_conditions;
  };
  static constexpr Level levels[] = {
      {"->", "->", "=>"}, {"||", "||", "or"}, {"^", "xor", "xor"}, {"&&", "&&", "and"}};
  if (level == std::size(levels)) return temporal();
  const syntax::TokenStream::Level depth(tokens_, syntax::TokenStream::Level::Weight::half);
  Formula left = binary(level + 1);
  while (accept(levels[level].text)) {
    // An implication is right-associative; the others are associative.
    const Formula right = binary(level == 0 ? 0 : level + 1);
    Formula both{fmt::format("{} {} {}", left.as_operand(), levels[level].spot, right.as_operand()),
                 false};
    if (left.is_condition() && right.is_condition())
      both.condition =
          fmt::format("({} {} {})", *left.condition, levels[level].in_conditions, *right.condition);
    left = std::move(both);
  }
  return left;
}

Formula PropertyReader::temporal() {
  Formula left = unary();
  struct Operator {
    std::string_view text;
    std::string_view spot;
  };
  static constexpr Operator operators[] = {{"U", "U"}, {"R", "R"}, {"WU", "W"}};
  for (const Operator& each : operators)
    if (accept(each.text)) {
      const Formula right = temporal();
      return {fmt::format("{} {} {}", left.as_operand(), each.spot, right.as_operand()), false};
    }
  if (tokens_.peek().text == "B" || tokens_.peek().text == "WB") {
    tokens_.error(tokens_.peek(), "'B' and 'WB' are not supported",
                  "a B b is the same as !(!a U b) for runs that reach b");
    throw SyntaxFailure{};
  }
  return left;
}

Formula PropertyReader::unary() {
  const syntax::TokenStream::Level depth(tokens_, syntax::TokenStream::Level::Weight::half);
  using Form = GammaProperty::Form;
  for (const std::string_view op : {"G", "F", "X", "!"}) {
    if (!accept(op)) continue;
    const Formula operand = unary();
    Formula result{fmt::format("{}({})", op, operand.text)};
    if (!operand.is_condition() || op == "X") return result;
    result.condition = op == "!" ? fmt::format("(not {})", *operand.condition) : *operand.condition;
    result.form = op == "G" ? Form::always : op == "F" ? Form::at_some_time : Form::other;
    return result;
  }
  return primary();
}

Formula PropertyReader::primary() {
  if (tokens_.at("[")) return atom();
  if (!tokens_.accept("(")) tokens_.fail_expected("'[', '(' or a temporal operator");
  Formula result = path();
  tokens_.expect(")");
  result.text = "(" + result.text + ")";
  result.is_primary = true;
  return result;
}

Formula PropertyReader::atom() {
  tokens_.expect("[");
  tokens_.expect("{");
  const NodeId node = expressions_.expression();
  tokens_.expect("}");
  tokens_.expect("]");
  atoms_.push_back(write_atom(tree_, node, diagnostics_));
  const std::string& text = atoms_.back().text;
  return {"\"" + text + "\"", true, "(" + text + ")"};
}

}  // namespace
}  // namespace gamma

GammaProperties parse_gamma_properties(const SourcePtr& source) {
  return gamma::PropertyReader(source).read();
}

}  // namespace arges::frontend
