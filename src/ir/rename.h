#pragma once

#include "ir/context.h"

namespace arges::ir {

/// The statement with another variable of the same type in the place of a free one. Branches stay
/// as they are, so that decisions about the one are decisions about the other.
Stmt rename(Context& context, Stmt statement, Var from, Var to);

}  // namespace arges::ir
