// The part of Elaborator that reads arrays.
#include <algorithm>

#include <fmt/format.h>

#include "ir/text/elaborator.h"

namespace arges::ir {

using syntax::NodeId;

Expr Elaborator::array(NodeId node, Type expected) {
  const std::vector<NodeId> parts = tree_.children(node);
  // Pairs of index and element, maybe the index type, then the default.
  const bool typed = parts.size() % 2 == 0;
  const std::size_t entries = (parts.size() - 1) / 2;
  std::vector<NodeId> index_nodes;
  std::vector<NodeId> element_nodes;
  for (std::size_t i = 0; i < entries; ++i) {
    index_nodes.push_back(parts[2 * i]);
    element_nodes.push_back(parts[2 * i + 1]);
  }
  element_nodes.push_back(parts.back());

  const bool array_expected = expected && expected.is_array();
  Type index = typed ? type(parts[parts.size() - 2]) : array_expected ? expected.index() : Type();
  if (typed && !index) return {};
  std::vector<Expr> indices;
  if (!index_nodes.empty()) {
    indices = together(index_nodes, index);
    if (!index && indices.front()) index = indices.front().type();
  } else if (!index) {
    return error(tree_.location(node), "the index type of this array is not clear",
                 "write it before 'default': [<type> default <- …]");
  }
  if (index && !is_index(index, tree_.location(node))) return {};
  const std::vector<Expr> elements =
      together(element_nodes, array_expected ? expected.element() : Type());
  const auto is_null = [](Expr e) { return !e; };
  if (std::any_of(indices.begin(), indices.end(), is_null) ||
      std::any_of(elements.begin(), elements.end(), is_null))
    return {};

  for (std::size_t i = 0; i < entries; ++i)
    if (indices[i].type() != index)
      return error(tree_.begin(index_nodes[i]),
                   fmt::format("this index has type '{}', but the array's is '{}'",
                               scope_.describe(indices[i].type()), scope_.describe(index)));
  const Type element = elements.back().type();
  for (std::size_t i = 0; i < entries; ++i)
    if (elements[i].type() != element)
      return error(tree_.begin(element_nodes[i]),
                   fmt::format("this element has type '{}', but the default has '{}'",
                               scope_.describe(elements[i].type()), scope_.describe(element)));
  return array_of(node, context_.array_type(index, element), indices, elements);
}

Expr Elaborator::array_of(NodeId node, Type array_type, const std::vector<Expr>& indices,
                          const std::vector<Expr>& elements) {
  const Expr fallback = elements.back();
  std::vector<std::pair<Value, Value>> values;
  std::size_t entry = 0;
  if (fallback.is_literal()) {
    for (; entry < indices.size(); ++entry) {
      if (!indices[entry].is_literal() || !elements[entry].is_literal()) break;
      values.emplace_back(indices[entry].value(), elements[entry].value());
    }
  }
  Expr result = fallback.is_literal()
                    ? context_.literal(
                          array_type, context_.values().array(array_type, fallback.value(), values))
                    : const_array(array_type, fallback);
  if (indices.size() - entry > syntax::max_nesting)
    return error(tree_.location(node),
                 fmt::format("this array has more than {} entries behind one that is not constant",
                             syntax::max_nesting));
  for (; entry < indices.size(); ++entry) result = store(result, indices[entry], elements[entry]);
  return result;
}

Expr Elaborator::read(NodeId node) {
  const Expr array = expression(tree_.child(node, 0));
  const NodeId index_node = tree_.child(node, 1);
  if (array && !array.type().is_array())
    return error(tree_.location(node),
                 fmt::format("only arrays are indexed, not '{}'", scope_.describe(array.type())),
                 array.type().is_bitvector() ? "write x[i+1:i] for bit i" : "");
  const Expr index = expression_of(index_node, array ? array.type().index() : Type(), "the index");
  return array && index ? select(array, index) : Expr();
}

Expr Elaborator::write(NodeId node) {
  const Expr array = expression(tree_.child(node, 0));
  if (array && !array.type().is_array())
    return error(tree_.location(node), fmt::format("only arrays are written at an index, not '{}'",
                                                   scope_.describe(array.type())));
  const Type array_type = array ? array.type() : Type();
  const Expr index =
      expression_of(tree_.child(node, 1), array ? array_type.index() : Type(), "the index");
  const Expr element =
      expression_of(tree_.child(node, 2), array ? array_type.element() : Type(), "the element");
  return array && index && element ? store(array, index, element) : Expr();
}

}  // namespace arges::ir
