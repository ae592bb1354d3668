#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/source.h"
#include "base/syntax/dialect.h"

namespace arges::syntax {

using NodeId = std::uint32_t;
inline constexpr NodeId no_node = 0xFFFFFFFF;

/// How deep expressions, types and statements may nest; low enough that recursion over what was
/// parsed stays within an 8 MB stack even in an address sanitizer build without optimisation.
inline constexpr std::uint32_t max_nesting = 1000;

enum class NodeKind : std::uint8_t {
  name,
  integer,
  rational,  ///< the numerator is the text; child: the denominator
  bit_vector,
  string,
  constant,       ///< op
  apply,          ///< op to the children; settings follow them
  chain,          ///< operand, mark, operand, mark, operand …: left-associative, of one level
  mark,           ///< the op between two operands of a chain; children: settings
  setting,        ///< [RNE] behind an operator; the text is what the brackets hold
  conditional,    ///< children: condition, then, else
  binder,         ///< op; children: declarations, body
  declaration,    ///< of the name; child: its type
  array,          ///< children: index, element, index, element, …, maybe the index type, default
  list,           ///< children: elements
  read,           ///< children: array, index
  write,          ///< children: array, index, element
  slice,          ///< children: bit-vector, high, low
  cast,           ///< op; children: operand, type
  numbered,       ///< op; children: operand, integer
  call,           ///< children: function, arguments
  member,         ///< op; the text is the name, or empty; child: what it is a member of
  type_name,      ///< the text
  type_sized,     ///< the text; children: integers
  type_array,     ///< children: index, element
  type_function,  ///< children: parameters, result
};

/// One node of an untyped syntax tree.
struct Node {
  NodeKind kind;
  OperatorId op = 0;
  std::uint16_t depth = 1;   ///< levels below and including it, in what will be made of it
  std::uint32_t offset = 0;  ///< of the token that says what it is
  std::uint32_t begin = 0;   ///< of its first token
  std::uint32_t end = 0;     ///< behind its last token
  NodeId first = no_node;    ///< child
  NodeId next = no_node;     ///< sibling
  std::string_view text;     ///< of the token that says what it is
};

/// Syntax trees over one source, in one vector.
class Tree {
 public:
  explicit Tree(const SourceText& source) : source_(&source) {}

  const Node& operator[](NodeId id) const { return nodes_[id]; }
  Node& operator[](NodeId id) { return nodes_[id]; }
  NodeId add(const Node& node) {
    nodes_.push_back(node);
    return static_cast<NodeId>(nodes_.size() - 1);
  }
  void clear() { nodes_.clear(); }

  SourceLocation location(NodeId id) const { return {source_, nodes_[id].offset}; }
  SourceLocation begin(NodeId id) const { return {source_, nodes_[id].begin}; }

  NodeId child(NodeId id, std::size_t position) const {
    NodeId at = nodes_[id].first;
    for (; position > 0; --position) at = nodes_[at].next;
    return at;
  }
  std::vector<NodeId> children(NodeId id) const {
    std::vector<NodeId> result;
    for (NodeId at = nodes_[id].first; at != no_node; at = nodes_[at].next) result.push_back(at);
    return result;
  }

 private:
  const SourceText* source_;
  std::vector<Node> nodes_;
};

}  // namespace arges::syntax
