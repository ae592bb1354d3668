#include <filesystem>
#include <optional>

#include <fmt/format.h>

#include "base/error.h"
#include "base/syntax/expression_parser.h"
#include "base/syntax/token_stream.h"
#include "frontend/gamma/gamma_dialect.h"
#include "frontend/gamma/gamma_parser.h"
#include "frontend/gamma/packages.h"
#include "ir/text/operators.h"

namespace arges::frontend {

namespace gamma {
namespace {

using ir::TextOp;
using syntax::NodeId;
using syntax::NodeKind;
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

  // An expression as users write it, with qualified names.
  std::string expression(NodeId node);
  std::string operation(NodeId node);
  std::string chain(NodeId node);
  std::string reference(NodeId node);
  std::string wrong(NodeId node, std::string message, std::string hint = "");

  SourcePtr source_;
  Diagnostics diagnostics_;
  syntax::TokenStream tokens_;
  syntax::Tree tree_;
  syntax::ExpressionParser expressions_;
  GammaProperties result_;
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
  const std::string text = expression(node);
  return {"\"" + text + "\"", true, "(" + text + ")"};
}

std::string PropertyReader::wrong(NodeId node, std::string message, std::string hint) {
  diagnostics_.error(tree_.location(node), std::move(message), std::move(hint));
  return {};
}

std::string PropertyReader::expression(NodeId node) {
  const syntax::Node& at = tree_[node];
  switch (at.kind) {
    case NodeKind::name:
      return plain_name(at.text);
    case NodeKind::integer:
      return std::string(at.text);
    case NodeKind::constant:
      if (at.op == ir::id(TextOp::true_)) return "true";
      if (at.op == ir::id(TextOp::false_)) return "false";
      break;
    case NodeKind::apply:
      return operation(node);
    case NodeKind::chain:
      return at.op == id(GammaOp::arrow) ? reference(node) : chain(node);
    case NodeKind::conditional:
      return fmt::format("(if {} then {} else {})", expression(tree_.child(node, 0)),
                         expression(tree_.child(node, 1)), expression(tree_.child(node, 2)));
    case NodeKind::read:
      return fmt::format("{}[{}]", expression(tree_.child(node, 0)),
                         expression(tree_.child(node, 1)));
    case NodeKind::member:
      return reference(node);
    default:
      break;
  }
  return wrong(node, fmt::format("'{}' is not supported in a property", at.text));
}

namespace {

/// How an operator is written in atoms; empty: it is none of expressions.
std::string_view spelling(syntax::OperatorId op) {
  switch (static_cast<TextOp>(op)) {
    case TextOp::imply:
      return "=>";
    case TextOp::or_:
      return "or";
    case TextOp::xor_:
      return "xor";
    case TextOp::and_:
      return "and";
    case TextOp::not_:
      return "not";
    case TextOp::eq:
      return "=";
    case TextOp::neq:
      return "/=";
    case TextOp::lt:
      return "<";
    case TextOp::le:
      return "<=";
    case TextOp::gt:
      return ">";
    case TextOp::ge:
      return ">=";
    case TextOp::add:
      return "+";
    case TextOp::sub:
    case TextOp::minus:
      return "-";
    case TextOp::mul:
      return "*";
    case TextOp::slash:
    case TextOp::div:
      return "/";
    case TextOp::mod:
      return "%";
    default:
      return "";
  }
}

}  // namespace

std::string PropertyReader::operation(NodeId node) {
  const syntax::Node& at = tree_[node];
  const NodeId first = at.first;
  const bool is_reference = at.op >= id(GammaOp::state) && at.op <= id(GammaOp::parameter);
  if (is_reference) return reference(first);
  const std::string_view op = spelling(at.op);
  const NodeId second = tree_[first].next;
  if (second == syntax::no_node)
    return at.op == ir::id(TextOp::plus) ? expression(first)
                                         : fmt::format("({} {})", op, expression(first));
  if (op.empty()) return wrong(node, fmt::format("'{}' is not supported in a property", at.text));
  return fmt::format("({} {} {})", expression(first), op, expression(second));
}

std::string PropertyReader::chain(NodeId node) {
  std::string result;
  for (const NodeId part : tree_.children(node))
    result += tree_[part].kind == NodeKind::mark ? fmt::format(" {} ", spelling(tree_[part].op))
                                                 : expression(part);
  return "(" + result + ")";
}

std::string PropertyReader::reference(NodeId node) {
  const syntax::Node& at = tree_[node];
  if (at.kind == NodeKind::name) return plain_name(at.text);
  if (at.kind == NodeKind::member)
    return fmt::format("{}.{}", reference(at.first), plain_name(at.text));
  // Instances: a -> b, of which the last has the rest of the path.
  if (at.kind == NodeKind::chain && at.op == id(GammaOp::arrow)) {
    std::string result;
    for (const NodeId part : tree_.children(node))
      result += tree_[part].kind == NodeKind::mark ? "." : reference(part);
    return result;
  }
  if (at.kind == NodeKind::read)
    return fmt::format("{}[{}]", reference(tree_.child(node, 0)), expression(tree_.child(node, 1)));
  return wrong(node, "this names nothing of the model",
               "write state i.Region.State, variable i.v, event i.Port.e or "
               "parameter i.Port.e::p");
}

}  // namespace
}  // namespace gamma

GammaProperties parse_gamma_properties(const SourcePtr& source) {
  return gamma::PropertyReader(source).read();
}

}  // namespace arges::frontend
