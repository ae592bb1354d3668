#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "base/syntax/expression_parser.h"

namespace arges::test {

/// A syntax tree with all its parentheses: "(a + (b * c))", "(not (a = b))".
inline std::string shape(const syntax::Tree& tree, syntax::NodeId id) {
  using syntax::NodeKind;
  const syntax::Node& node = tree[id];
  std::vector<std::string> parts;
  for (const syntax::NodeId child : tree.children(id))
    if (tree[child].kind != NodeKind::setting) parts.push_back(shape(tree, child));
  const auto joined = [&](const std::string& between) {
    std::string result;
    for (const std::string& part : parts) result += (result.empty() ? "" : between) + part;
    return result;
  };
  const std::string text(node.text);
  switch (node.kind) {
    case NodeKind::apply:
      return parts.size() == 1 ? "(" + text + " " + parts[0] + ")"
                               : "(" + joined(" " + text + " ") + ")";
    case NodeKind::chain:
      return "(" + joined(" ") + ")";
    case NodeKind::rational:
      return text + "%" + parts[0];
    case NodeKind::conditional:
      return "(if " + parts[0] + " then " + parts[1] + " else " + parts[2] + ")";
    case NodeKind::binder:
      return "(" + text + " " + joined(" ") + ")";
    case NodeKind::declaration:
      return text + ":" + parts[0];
    case NodeKind::array:
      return "[" + joined(" ") + "]";
    case NodeKind::list:
      return "list(" + joined(", ") + ")";
    case NodeKind::string:
      return "'" + text + "'";
    case NodeKind::read:
      return parts[0] + "[" + parts[1] + "]";
    case NodeKind::write:
      return parts[0] + "[" + parts[1] + " <- " + parts[2] + "]";
    case NodeKind::slice:
      return parts[0] + "[" + parts[1] + ":" + parts[2] + "]";
    case NodeKind::cast:
      return "(" + parts[0] + " " + text + " " + parts[1] + ")";
    case NodeKind::numbered:
      return parts[0] + "@" + parts[1];
    case NodeKind::call:
      return "call(" + joined(", ") + ")";
    case NodeKind::member:
      return parts[0] + "." + text;
    case NodeKind::type_sized:
      return text + "[" + joined(",") + "]";
    case NodeKind::type_array:
      return "([" + parts[0] + "] -> " + parts[1] + ")";
    case NodeKind::type_function:
      return "fun(" + joined(", ") + ")";
    default:
      return text;
  }
}

/// The shape of a whole text read as an expression, or its errors as "COLUMN: MESSAGE" lines.
inline std::string shape(const syntax::Dialect& dialect, const std::string& text) {
  const SourceText source("test", text);
  Diagnostics diagnostics;
  syntax::TokenStream tokens(dialect, source, diagnostics);
  syntax::Tree tree(source);
  std::string result;
  try {
    const syntax::NodeId root = syntax::ExpressionParser(tokens, tree).expression();
    if (!tokens.at_end()) tokens.fail_expected("the end");
    result = shape(tree, root);
  } catch (const syntax::SyntaxFailure&) {
  }
  if (!diagnostics.has_errors()) return result;
  result.clear();
  for (const Diagnostic& error : diagnostics.errors())
    result += std::to_string(error.location.column()) + ": " + error.message + "\n";
  return result;
}

}  // namespace arges::test
