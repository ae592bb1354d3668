#pragma once

#include "ir/context.h"

namespace arges::ir {

/// An equivalent expression that is no larger in practice: constants folded, neutral and absorbing
/// operands gone, like terms of a sum collected, reads of writes resolved, quantifiers over unused
/// or determined variables removed. Every expression remembers the result.
Expr simplify(Expr expr);

}  // namespace arges::ir
