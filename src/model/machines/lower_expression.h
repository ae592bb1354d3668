#pragma once

#include "model/machines/layout.h"

namespace arges::model::machines {

/// An expression of a model as one of the layout's variables.
struct Lowered {
  ir::Expr value;
  ir::Expr fault = {};  ///< which one evaluating it has; null: never one
};

/// Lowers what one object evaluates.
class ExpressionLowering {
 public:
  ExpressionLowering(const Layout& layout, ObjectId self) : layout_(layout), self_(self) {}

  /// From now on a variable of the object is read as this: the argument of a message not yet
  /// received.
  void substitute(VarId var, ir::Expr value) { substitutes_.emplace(var, value); }

  Lowered lower(ExprId expression) const;
  /// The objects that a name's references may lead to, each with its condition, but null.
  struct Way {
    ir::Expr condition;
    ObjectId object;
  };
  std::vector<Way> ways(const Expression& name, std::size_t references) const;
  /// The fault of a name where one of its references is null; null: none may be.
  ir::Expr null_fault(const Expression& name, std::size_t references) const;
  /// `fault` where it is one, else the other; either may be null.
  ir::Expr first_fault(ir::Expr fault, ir::Expr other) const;
  ir::Expr is_fault(ir::Expr fault) const;

 private:
  ir::Expr read(ObjectId object, VarId var) const;
  Lowered name(const Expression& e) const;
  Lowered in_state(const Expression& e) const;
  Lowered infix(const Expression& e) const;
  Lowered arithmetic(Operator op, ir::Expr a, ir::Expr b) const;
  Lowered shifted(Operator op, ir::Expr a, ir::Expr b) const;
  /// With a fault where it is too large.
  Lowered number(ir::Expr value) const;
  ir::Expr fault_if(ir::Expr condition, Fault fault) const;

  const Layout& layout_;
  ObjectId self_;
  std::map<VarId, ir::Expr> substitutes_;
};

}  // namespace arges::model::machines
