#pragma once

#include "base/source.h"
#include "frontend/c/c_frontend.h"
#include "frontend/c/rers_alphabet.h"

namespace arges::frontend::c {

/// A Boolean expression over the variables of a program, as a temporal formula has it: locals are
/// written `main::x`. Numbers are exact, so that nothing overflows. Throws InputError.
ir::Expr parse_atom(ir::Context& context, const model::Cfa& program, const SourceText& text);

/// The same where letters are events: `iA` if that was read last, `oX` if that was printed.
ir::Expr event_atom(ir::Context& context, const CModel& program, const RersAlphabet& alphabet,
                    const SourceText& text);

}  // namespace arges::frontend::c
