#pragma once

#include "base/source.h"
#include "ir/context.h"
#include "model/cfa/cfa.h"

namespace arges::frontend::c {

/// A Boolean expression over the variables of a program, as a temporal formula has it: locals are
/// written `main::x`. Numbers are exact, so that nothing overflows. Throws InputError.
ir::Expr parse_atom(ir::Context& context, const model::Cfa& program, const SourceText& text);

}  // namespace arges::frontend::c
