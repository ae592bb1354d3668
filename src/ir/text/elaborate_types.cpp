// The part of Elaborator that reads types and what depends on bit-vector widths.
#include <fmt/format.h>

#include "base/invariant.h"
#include "ir/text/elaborator.h"

namespace arges::ir {

using syntax::NodeId;
using syntax::NodeKind;

Type Elaborator::type(NodeId node) {
  const syntax::Node& at = tree_[node];
  switch (at.kind) {
    case NodeKind::type_name: {
      if (const Type known = scope_.find_type(at.text)) return known;
      if (at.text == "bv" || at.text == "fp") return sized_type(node);
      if (complain_about(at.text))
        error(tree_.location(node), fmt::format("type '{}' is not declared", at.text),
              scope_.suggest_type(at.text));
      return {};
    }
    case NodeKind::type_sized:
      return sized_type(node);
    case NodeKind::type_array: {
      const Type index = type(tree_.child(node, 0));
      const Type element = type(tree_.child(node, 1));
      if (!index || !element) return {};
      return is_index(index, tree_.location(tree_.child(node, 0)))
                 ? context_.array_type(index, element)
                 : Type();
    }
    case NodeKind::type_function:
      unsupported(node, "a function type");
      return {};
    default:
      UNREACHABLE("a type's node should be one of a type");
  }
}

Type Elaborator::sized_type(NodeId node) {
  const syntax::Node& at = tree_[node];
  const std::vector<NodeId> sizes = tree_.children(node);
  if (at.text == "fp") {
    if (sizes.size() == 2)
      return floating_type(tree_[sizes[0]].text, tree_[sizes[1]].text, tree_.location(node));
    error(tree_.location(node), "a floating point type needs two sizes",
          "write fp[8,24]: bits of the exponent and of the significand");
  } else if (at.text != "bv") {
    error(tree_.location(node), fmt::format("type '{}' has no size", at.text));
  } else if (sizes.size() != 1) {
    error(tree_.location(node), "a bit-vector type needs one width", "write bv[8]");
  } else if (const std::uint32_t bits = width(tree_[sizes[0]].text, tree_.location(sizes[0]))) {
    return context_.bv_type(bits);
  }
  return {};
}

bool Elaborator::is_index(Type type, SourceLocation location) {
  if (!type.is_array() && !type.is_floating()) return true;
  error(location, fmt::format("an array can't be indexed by {}",
                              type.is_array() ? "arrays" : "floating point"));
  return false;
}

std::uint32_t Elaborator::width(std::string_view digits, SourceLocation location) {
  const mpz_class number(std::string(digits), 10);
  if (number >= 1 && number <= max_width) return static_cast<std::uint32_t>(number.get_ui());
  error(location, fmt::format("a bit-vector has 1 to {} bits", max_width));
  return 0;
}

Expr Elaborator::cast(NodeId node) {
  const Expr operand = expression(tree_.child(node, 0));
  const Type target = type(tree_.child(node, 1));
  if (!operand || !target) return {};
  if (!operand.type().is_bitvector() || !target.is_bitvector() ||
      target.width() < operand.type().width())
    return error(tree_.location(node),
                 fmt::format("operator '{}' cannot extend '{}' to '{}'", tree_[node].text,
                             scope_.describe(operand.type()), scope_.describe(target)),
                 "it extends a bit-vector to a wider one");
  return op(node) == TextOp::bv_zext ? bv_zext(operand, target.width())
                                     : bv_sext(operand, target.width());
}

Expr Elaborator::slice(NodeId node) {
  const NodeId operand_node = tree_.child(node, 0);
  const Expr operand = expression(operand_node);
  const NodeId high_node = tree_.child(node, 1);
  const NodeId low_node = tree_.child(node, 2);
  for (const NodeId bound : {high_node, low_node})
    if (tree_[bound].kind != NodeKind::integer)
      return error(tree_.begin(bound), "the bounds of a slice must be numbers");
  if (!operand) return {};
  if (!operand.type().is_bitvector())
    return error(tree_.location(node), fmt::format("only bit-vectors have slices, not '{}'",
                                                   scope_.describe(operand.type())));
  const mpz_class high(std::string(tree_[high_node].text), 10);
  const mpz_class low(std::string(tree_[low_node].text), 10);
  if (low >= high || high > operand.type().width())
    return error(tree_.location(node),
                 fmt::format("slice [{}:{}] does not lie within '{}'", tree_[high_node].text,
                             tree_[low_node].text, scope_.describe(operand.type())),
                 "[high:low] takes bits low … high-1, counted from 0");
  return bv_extract(operand, static_cast<std::uint32_t>(low.get_ui()),
                    static_cast<std::uint32_t>(mpz_class(high - low).get_ui()));
}

}  // namespace arges::ir
