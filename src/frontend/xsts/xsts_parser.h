#pragma once

#include "base/limits.h"
#include "base/source.h"
#include "ir/context.h"
#include "ir/text/scope.h"
#include "model/xsts/xsts.h"

namespace arges::frontend {

/// Reads a transition system in Theta's XSTS language, and its property from another text unless
/// that is null; the separate property counts, not the model's own. Throws InputError with
/// everything that is wrong, or LimitReached.
model::Xsts parse_xsts(ir::Context& context, const SourcePtr& source,
                       const SourcePtr& property = nullptr, const Limits* limits = nullptr);

/// What the names in properties and atoms about the system mean.
ir::Scope scope_of(ir::Context& context, const model::Xsts& xsts);

/// Reads a Boolean expression over the system's variables, bare or as `prop { … }`.
ir::Expr parse_property(ir::Context& context, const model::Xsts& xsts, const SourcePtr& source);

/// Reads an atom of a temporal formula: the same, where operators may be spelled as in formulas.
ir::Expr parse_atom(ir::Context& context, const model::Xsts& xsts, const SourceText& source);

}  // namespace arges::frontend
