#pragma once

#include "ir/context.h"
#include "model/cfa/cfa.h"

namespace arges::frontend::c {

/// Replaces what is read from arrays that nothing writes once the program has begun: by the value,
/// or, where the index is not known and the array is short, by a choice among the values. The
/// arrays stay, with their initial values, for whoever asks about them.
///
/// Who writes what is taken from the edges, not from the program, so that no pointer is overlooked.
void fold_constant_tables(ir::Context& context, model::Cfa& cfa);

}  // namespace arges::frontend::c
