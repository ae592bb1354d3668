#pragma once

#include "ir/context.h"
#include "ir/traversal.h"

namespace arges::ir {

/// An equivalent expression that is no larger in practice: constants folded, neutral and absorbing
/// operands gone, like terms of a sum collected, reads of writes resolved, quantifiers over unused
/// or determined variables removed.
Expr simplify(Expr expr);

/// Simplifies many expressions that share subexpressions, keeping what was found.
class Simplifier {
 public:
  Simplifier();
  Expr operator()(Expr expr) { return rewriter_(expr); }

 private:
  Rewriter rewriter_;
};

}  // namespace arges::ir
