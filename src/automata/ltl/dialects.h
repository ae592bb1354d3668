#pragma once

#include "automata/ltl/formula.h"
#include "automata/ltl/parser.h"
#include "base/syntax/dialect.h"

namespace arges::automata {

/// What an operator of a dialect stands for: one of LTL, or a part of an atom.
enum class LtlToken : syntax::OperatorId {
  false_,
  true_,
  not_,
  and_,
  or_,
  implies,
  equivalent,
  xor_,
  next,
  eventually,
  always,
  until,
  release,
  weak_until,
  strong_release,
  comparison,
  arithmetic,
  group,
  other,
};

/// The tokens and operators of one syntax (not of `automatic`).
const syntax::Dialect& ltl_dialect(LtlSyntax syntax);

}  // namespace arges::automata
