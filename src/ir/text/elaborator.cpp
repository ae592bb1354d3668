#include "ir/text/elaborator.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/invariant.h"

namespace arges::ir {

using syntax::Node;
using syntax::NodeId;
using syntax::NodeKind;

Expr Elaborator::expression(NodeId node, Type expected) {
  switch (tree_[node].kind) {
    case NodeKind::name:
      return name(node, expected);
    case NodeKind::integer:
      return integer(node);
    case NodeKind::rational:
      return rational(node);
    case NodeKind::bit_vector:
      return bit_vector(node);
    case NodeKind::constant:
      return context_.bool_literal(op(node) == TextOp::true_);
    case NodeKind::apply:
      return apply(node);
    case NodeKind::chain:
      return chain(node);
    case NodeKind::conditional:
      return conditional(node, expected);
    case NodeKind::binder:
      return binder(node);
    case NodeKind::array:
      return array(node, expected);
    case NodeKind::read:
      return read(node);
    case NodeKind::write:
      return write(node);
    case NodeKind::slice:
      return slice(node);
    case NodeKind::cast:
      return cast(node);
    case NodeKind::numbered:
      return numbered(node);
    case NodeKind::call:
      return unsupported(node, "function application");
    default:
      UNREACHABLE("an expression's node should be one of an expression");
  }
}

Expr Elaborator::expression_of(NodeId node, Type wanted, std::string_view role) {
  if (!wanted) {
    if (need(node) == Need::nothing) expression(node);
    return {};
  }
  const Expr result = expression(node, wanted);
  if (!result || result.type() == wanted) return result;
  const Expr coerced = coerce(result, wanted);
  if (coerced.type() == wanted) return coerced;
  return error(tree_.begin(node),
               fmt::format("{} has type '{}', but must have type '{}'", role,
                           scope_.describe(result.type()), scope_.describe(wanted)));
}

Expr Elaborator::coerce(Expr e, Type wanted) const {
  return e.type().is_int() && wanted.is_rational() ? int_to_rat(e) : e;
}

Elaborator::Need Elaborator::need(NodeId node) const {
  const Node& at = tree_[node];
  switch (at.kind) {
    case NodeKind::name:
      if (scope_.find(at.text) != nullptr || scope_.find_literal(at.text)) return Need::nothing;
      return scope_.short_literals(at.text).empty() ? Need::declaration : Need::expected_type;
    case NodeKind::conditional: {
      const Need then = need(tree_.child(node, 1));
      return then == Need::nothing ? then : std::min(then, need(tree_.child(node, 2)));
    }
    case NodeKind::array: {
      const std::vector<NodeId> parts = tree_.children(node);
      return parts.size() == 1 ? Need::expected_type : need(parts.back());
    }
    default:
      return Need::nothing;
  }
}

std::vector<Expr> Elaborator::together(const std::vector<NodeId>& nodes, Type expected) {
  std::vector<Expr> result(nodes.size());
  std::size_t guide = nodes.size();  // the one whose type the others are read with
  if (!expected) {
    guide = 0;
    Need least = need(nodes[0]);
    for (std::size_t i = 1; i < nodes.size() && least != Need::nothing; ++i) {
      const Need other = need(nodes[i]);
      if (other < least) {
        least = other;
        guide = i;
      }
    }
    result[guide] = expression(nodes[guide]);
    if (result[guide]) expected = result[guide].type();
  }
  bool any_rational = expected && expected.is_rational();
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (i == guide || (!expected && need(nodes[i]) != Need::nothing)) continue;
    result[i] = expression(nodes[i], expected);
    any_rational = any_rational || (result[i] && result[i].type().is_rational());
  }
  if (any_rational)
    for (Expr& e : result)
      if (e) e = coerce(e, context_.rat_type());
  return result;
}

Expr Elaborator::name(NodeId node, Type expected) {
  const Node& at = tree_[node];
  if (const Scope::Binding* known = scope_.find(at.text))
    return known->var == nullptr ? Expr() : context_.var(known->var);
  if (const auto literal = scope_.find_literal(at.text))
    return context_.enum_literal(literal->type, literal->position);
  if (expected && expected.is_enum())
    for (const Scope::EnumLiteral& literal : scope_.short_literals(at.text))
      if (literal.type == expected) return context_.enum_literal(expected, literal.position);
  return unresolved(node, expected);
}

Expr Elaborator::unresolved(NodeId node, Type expected) {
  const Node& at = tree_[node];
  const auto candidates = scope_.short_literals(at.text);
  if (candidates.empty()) {
    if (!complain_about(at.text)) return {};
    return error(tree_.location(node), fmt::format("'{}' is not declared", at.text),
                 scope_.suggest_variable(at.text, expected));
  }
  std::string full;
  for (const Scope::EnumLiteral& literal : candidates)
    full += fmt::format("{}'{}.{}'", full.empty() ? "" : " or ", literal.type.name(), at.text);
  if (expected)
    return error(
        tree_.location(node),
        fmt::format("'{}' is not a value of type '{}'", at.text, scope_.describe(expected)),
        fmt::format("it is the literal {}", full));
  return error(tree_.location(node),
               fmt::format("which enumeration's '{}' is meant is not clear here", at.text),
               fmt::format("write {}", full));
}

Expr Elaborator::integer(NodeId node) {
  return context_.int_literal(mpz_class(std::string(tree_[node].text), 10));
}

Expr Elaborator::rational(NodeId node) {
  const mpz_class numerator(std::string(tree_[node].text), 10);
  const NodeId child = tree_[node].first;
  const mpz_class denominator(std::string(tree_[child].text), 10);
  if (denominator == 0) return error(tree_.location(child), "the denominator is zero");
  return context_.rat_literal(mpq_class(numerator, denominator));
}

Expr Elaborator::bit_vector(NodeId node) {
  const std::string_view text = tree_[node].text;
  const std::size_t quote = text.find('\'');
  const std::uint32_t bits = width(text.substr(0, quote), tree_.location(node));
  if (bits == 0) return {};
  const std::string_view digits = text.substr(std::min(quote + 2, text.size()));
  const char base = quote + 1 < text.size() ? text[quote + 1] : ' ';
  const std::string_view allowed = base == 'b'   ? "01"
                                   : base == 'd' ? "0123456789"
                                   : base == 'x' ? "0123456789abcdefABCDEF"
                                                 : "";
  if (digits.empty() || digits.find_first_not_of(allowed) != std::string_view::npos)
    return error(tree_.location(node), fmt::format("'{}' is not a bit-vector", text),
                 "bit-vectors are written 8'b00001100, 8'd12 or 8'x0c");
  const mpz_class number(std::string(digits), base == 'b' ? 2 : base == 'd' ? 10 : 16);
  if (number != 0 && mpz_sizeinbase(number.get_mpz_t(), 2) > bits)
    return error(tree_.location(node), fmt::format("'{}' does not fit into {} bits", text, bits));
  return context_.bv_literal(bits, number);
}

Expr Elaborator::conditional(NodeId node, Type expected) {
  const Expr condition =
      expression_of(tree_.child(node, 0), context_.bool_type(), "the condition of 'if'");
  const std::vector<Expr> branches =
      together({tree_.child(node, 1), tree_.child(node, 2)}, expected);
  if (!branches[0] || !branches[1]) return {};
  if (branches[0].type() != branches[1].type())
    return error(
        tree_.location(node),
        fmt::format("the branches of 'if' have types '{}' and '{}'",
                    scope_.describe(branches[0].type()), scope_.describe(branches[1].type())),
        "both must have one type");
  return condition ? ite(condition, branches[0], branches[1]) : Expr();
}

std::string Elaborator::unused_name(std::string_view wanted) const {
  // Substitution may bring a hidden variable of the same name into the body; printed, the two
  // would be one.
  std::string result(wanted);
  for (int number = 1; scope_.find(result) != nullptr; ++number)
    result = fmt::format("{}${}", wanted, number);
  return result;
}

Expr Elaborator::binder(NodeId node) {
  const Scope::Block block(scope_);
  std::vector<Var> bound;
  bool wrong = false;
  NodeId at = tree_[node].first;
  for (; tree_[at].kind == NodeKind::declaration; at = tree_[at].next) {
    const std::string_view declared = tree_[at].text;
    const Type bound_type = type(tree_[at].first);
    wrong = wrong || !bound_type;
    if (scope_.declared_in_block(declared)) {
      error(tree_.location(at), fmt::format("'{}' is declared twice", declared));
      wrong = true;
    } else if (!bound_type) {
      scope_.declare_wrong(declared);
    } else {
      bound.push_back(scope_.bound_variable(unused_name(declared), bound_type));
      scope_.declare_as(declared, bound.back(), Scope::Access::read_only);
    }
  }
  const Expr body = expression_of(at, context_.bool_type(), "the body of a quantifier");
  if (wrong || !body) return {};
  return quantifier(op(node) == TextOp::forall ? Op::forall : Op::exists, bound, body);
}

Expr Elaborator::numbered(NodeId node) {
  const NodeId operand = tree_[node].first;
  const Expr variable = expression(operand);
  if (!variable) return {};
  const std::string_view digits = tree_[tree_.child(node, 1)].text;
  if (!variable.is_variable() || variable.version() != 0)
    return error(tree_.location(node), "only a variable has a version");
  const mpz_class number(std::string(digits), 10);
  if (number > 0xFFFFFFFFU) return error(tree_.location(node), "this version is too large");
  return context_.var(variable.var(), static_cast<std::uint32_t>(number.get_ui()));
}

Var Elaborator::assigned_variable(std::string_view name, SourceLocation location) {
  const Scope::Binding* known = scope_.find(name);
  if (known == nullptr) {
    if (complain_about(name))
      error(location, fmt::format("'{}' is not declared", name), scope_.suggest_variable(name, {}));
    return nullptr;
  }
  if (known->var != nullptr && known->access == Scope::Access::read_only) {
    error(location, fmt::format("'{}' cannot be written here", name),
          "the counter of a loop is changed by the loop only");
    return nullptr;
  }
  return known->var;
}

Expr Elaborator::unsupported(NodeId node, std::string_view what) {
  return error(tree_.location(node), fmt::format("{} is not supported", what));
}

Expr Elaborator::error(SourceLocation location, std::string message, std::string hint) {
  diagnostics_.error(location, std::move(message), std::move(hint));
  return {};
}

}  // namespace arges::ir
