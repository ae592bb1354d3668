#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "base/error.h"
#include "base/syntax/tree.h"
#include "ir/context.h"
#include "ir/text/operators.h"
#include "ir/text/scope.h"

namespace arges::ir {

/// Makes typed expressions of syntax trees. What is wrong is reported once, where it is; whatever
/// contains it becomes a null expression without further complaint.
class Elaborator {
 public:
  Elaborator(Scope& scope, const syntax::Tree& tree, Diagnostics& diagnostics)
      : scope_(scope), context_(scope.context()), tree_(tree), diagnostics_(diagnostics) {}
  virtual ~Elaborator() = default;
  Elaborator(const Elaborator&) = delete;
  Elaborator& operator=(const Elaborator&) = delete;

  /// The expression, or null. The expected type resolves short enumeration literals and arrays
  /// without an index type; the result may have another type still. A language with names or
  /// operators of its own gives them their meaning here, and leaves the others to this class.
  virtual Expr expression(syntax::NodeId node, Type expected = {});
  /// The expression of exactly this type, or null; the role names it in messages
  /// ("the condition of 'assume'"). A null type means that what it should be is not known for an
  /// error reported already.
  Expr expression_of(syntax::NodeId node, Type wanted, std::string_view role);
  /// The type, or null.
  Type type(syntax::NodeId node);
  /// The variable to be written, or null.
  Var assigned_variable(std::string_view name, SourceLocation location);

  /// Wider bit-vectors are refused.
  static constexpr std::uint32_t max_width = 1U << 16U;

 private:
  // How much a node needs an expected type; see together().
  enum class Need : std::uint8_t { nothing, declaration, expected_type };
  Need need(syntax::NodeId node) const;
  /// The expressions with one type for all where that is possible; the caller checks.
  std::vector<Expr> together(const std::vector<syntax::NodeId>& nodes, Type expected);

  Expr name(syntax::NodeId node, Type expected);
  Expr unresolved(syntax::NodeId node, Type expected);
  Expr integer(syntax::NodeId node);
  Expr rational(syntax::NodeId node);
  Expr bit_vector(syntax::NodeId node);
  Expr apply(syntax::NodeId node);
  Expr unary(syntax::NodeId node, Expr operand);
  Expr chain(syntax::NodeId node);
  class ChainValue;
  void chain_operand(ChainValue& value, syntax::NodeId mark, syntax::NodeId node);
  void chain_into(ChainValue& value, syntax::NodeId mark, syntax::NodeId node);
  bool continues_chain(syntax::NodeId mark, syntax::NodeId node) const;
  Expr conditional(syntax::NodeId node, Type expected);
  Expr binder(syntax::NodeId node);
  std::string unused_name(std::string_view wanted) const;
  Expr array(syntax::NodeId node, Type expected);
  Expr array_of(syntax::NodeId node, Type array_type, const std::vector<Expr>& indices,
                const std::vector<Expr>& elements);
  Expr read(syntax::NodeId node);
  Expr write(syntax::NodeId node);
  Expr slice(syntax::NodeId node);
  Expr cast(syntax::NodeId node);
  Expr numbered(syntax::NodeId node);

  /// A two-operand operator on well-typed operands, or null.
  Expr combine(syntax::NodeId mark, Expr left, Expr right);
  Expr logical(syntax::NodeId mark, Expr left, Expr right);
  Expr equality(syntax::NodeId mark, Expr left, Expr right);
  Expr arithmetic(syntax::NodeId mark, Expr left, Expr right);
  Expr bitwise(syntax::NodeId mark, Expr left, Expr right);

  // Floating point; the settings behind an operator are its rounding mode and a conversion's type.
  Expr floating(syntax::NodeId mark, Expr left, Expr right);
  Expr floating_literal(syntax::NodeId mark, Expr exponent, Expr significand);
  Expr floating_unary(syntax::NodeId node, Expr operand);
  Expr floating_conversion(syntax::NodeId node, Expr operand);
  Expr negated(Expr operand) const;
  struct FloatSettings;
  std::optional<FloatSettings> float_settings(syntax::NodeId node);
  bool read_setting(syntax::NodeId setting, FloatSettings& settings);
  Type floating_type(std::string_view exponent, std::string_view significand,
                     SourceLocation location);

  Type sized_type(syntax::NodeId node);
  /// Whether arrays may have such indices; complains if not.
  bool is_index(Type type, SourceLocation location);
  /// A width from its digits, or 0.
  std::uint32_t width(std::string_view digits, SourceLocation location);
  /// The expression as a rational if that is wanted and it is an integer.
  Expr coerce(Expr e, Type wanted) const;

  /// True the first time it is asked about a name: one complaint about each is enough.
  bool complain_about(std::string_view undeclared) {
    return complained_.insert(std::string(undeclared)).second;
  }
  Expr mismatch(syntax::NodeId mark, Expr left, Expr right, std::string hint);
  Expr wrong_operand(syntax::NodeId mark, Expr operand, std::string hint);
  TextOp op(syntax::NodeId node) const { return static_cast<TextOp>(tree_[node].op); }

 protected:
  Expr unsupported(syntax::NodeId node, std::string_view what);
  Expr error(SourceLocation location, std::string message, std::string hint = "");

  Scope& scope_;
  Context& context_;
  const syntax::Tree& tree_;
  Diagnostics& diagnostics_;

 private:
  std::unordered_set<std::string> complained_;
};

}  // namespace arges::ir
