#pragma once

#include "base/limits.h"
#include "base/source.h"
#include "ir/context.h"
#include "ir/text/scope.h"
#include "model/cfa/cfa.h"

namespace arges::frontend {

/// Reads a control flow automaton in Theta's language (.cfa, and .theta of PLCverif); throws
/// InputError with everything that is wrong, or LimitReached.
model::Cfa parse_cfa(ir::Context& context, const SourcePtr& source, const Limits* limits = nullptr);

/// What the names in properties and atoms about the automaton mean.
ir::Scope scope_of(ir::Context& context, const model::Cfa& cfa);

/// Reads a Boolean expression over the automaton's variables, bare or as `prop { … }`.
ir::Expr parse_property(ir::Context& context, const model::Cfa& cfa, const SourcePtr& source);

/// Reads an atom of a temporal formula: the same, where operators may be spelled as in formulas.
ir::Expr parse_atom(ir::Context& context, const model::Cfa& cfa, const SourceText& source);
/// Where the scope has the names of a C program: members of structures are `s.a`.
ir::Expr parse_program_atom(ir::Scope& scope, const SourceText& source);

}  // namespace arges::frontend
