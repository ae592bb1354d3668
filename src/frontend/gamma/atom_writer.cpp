#include "frontend/gamma/atom_writer.h"

#include <algorithm>

#include <fmt/format.h>

#include "frontend/gamma/gamma_dialect.h"
#include "ir/text/operators.h"

namespace arges::frontend {

namespace gamma {
namespace {

using ir::TextOp;
using syntax::NodeId;
using syntax::NodeKind;

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

/// Writes one atom from left to right.
class AtomWriter {
 public:
  AtomWriter(const syntax::Tree& tree, Diagnostics& diagnostics)
      : tree_(tree), diagnostics_(diagnostics) {}

  GammaAtom write(NodeId node) {
    expression(node);
    return std::move(atom_);
  }

 private:
  void put(std::string_view text) { atom_.text += text; }
  /// What is put from here on stands there.
  void mark(SourceLocation location) {
    atom_.parts.push_back({static_cast<std::uint32_t>(atom_.text.size()), location});
  }
  void wrong(NodeId node, std::string message, std::string hint = "") {
    diagnostics_.error(tree_.location(node), std::move(message), std::move(hint));
  }

  void expression(NodeId node);
  void operation(NodeId node);
  void chain(NodeId node);
  void conditional(NodeId node);
  /// The name of something, as a path of instances and what is in the last one.
  void reference(NodeId node);

  const syntax::Tree& tree_;
  Diagnostics& diagnostics_;
  GammaAtom atom_;
};

void AtomWriter::expression(NodeId node) {
  const syntax::Node& at = tree_[node];
  mark(tree_.begin(node));
  switch (at.kind) {
    case NodeKind::integer:
      return put(at.text);
    case NodeKind::constant:
      if (at.op == ir::id(TextOp::true_)) return put("true");
      if (at.op == ir::id(TextOp::false_)) return put("false");
      break;
    case NodeKind::apply:
      return operation(node);
    case NodeKind::chain:
      return at.op == id(GammaOp::arrow) ? reference(node) : chain(node);
    case NodeKind::conditional:
      return conditional(node);
    case NodeKind::read:
      expression(tree_.child(node, 0));
      put("[");
      expression(tree_.child(node, 1));
      return put("]");
    case NodeKind::name:
    case NodeKind::member:
      return reference(node);
    default:
      break;
  }
  wrong(node, fmt::format("'{}' is not supported in a property", at.text));
}

void AtomWriter::operation(NodeId node) {
  const syntax::Node& at = tree_[node];
  const NodeId first = at.first;
  const bool is_reference = at.op >= id(GammaOp::state) && at.op <= id(GammaOp::parameter);
  if (is_reference) {
    mark(tree_.begin(first));
    return reference(first);
  }
  const std::string_view op = spelling(at.op);
  const NodeId second = tree_[first].next;
  const bool is_unary = second == syntax::no_node;
  if (is_unary && at.op == ir::id(TextOp::plus)) return expression(first);
  if (op.empty()) return wrong(node, fmt::format("'{}' is not supported in a property", at.text));
  put("(");
  if (!is_unary) {
    expression(first);
    put(" ");
  }
  mark(tree_.location(node));
  put(op);
  put(" ");
  expression(is_unary ? first : second);
  put(")");
}

void AtomWriter::chain(NodeId node) {
  put("(");
  for (const NodeId part : tree_.children(node)) {
    if (tree_[part].kind != NodeKind::mark) {
      expression(part);
      continue;
    }
    put(" ");
    mark(tree_.location(part));
    put(spelling(tree_[part].op));
    put(" ");
  }
  put(")");
}

void AtomWriter::conditional(NodeId node) {
  put("(if ");
  expression(tree_.child(node, 0));
  put(" then ");
  expression(tree_.child(node, 1));
  put(" else ");
  expression(tree_.child(node, 2));
  put(")");
}

void AtomWriter::reference(NodeId node) {
  const syntax::Node& at = tree_[node];
  if (at.kind == NodeKind::name) return put(plain_name(at.text));
  if (at.kind == NodeKind::member) {
    reference(at.first);
    put(".");
    return put(plain_name(at.text));
  }
  // Instances: a -> b, of which the last has the rest of the path.
  if (at.kind == NodeKind::chain && at.op == id(GammaOp::arrow)) {
    for (const NodeId part : tree_.children(node)) {
      if (tree_[part].kind == NodeKind::mark)
        put(".");
      else
        reference(part);
    }
    return;
  }
  if (at.kind == NodeKind::read) {
    reference(tree_.child(node, 0));
    put("[");
    expression(tree_.child(node, 1));
    return put("]");
  }
  wrong(node, "this names nothing of the model",
        "write state i.Region.State, variable i.v, event i.Port.e or parameter i.Port.e::p");
}

}  // namespace

GammaAtom write_atom(const syntax::Tree& tree, NodeId node, Diagnostics& diagnostics) {
  return AtomWriter(tree, diagnostics).write(node);
}

}  // namespace gamma

SourceLocation GammaAtom::place_of(std::uint32_t offset) const {
  const auto behind =
      std::upper_bound(parts.begin(), parts.end(), offset,
                       [](std::uint32_t at, const Part& part) { return at < part.offset; });
  return behind == parts.begin() ? SourceLocation{} : std::prev(behind)->location;
}

}  // namespace arges::frontend
