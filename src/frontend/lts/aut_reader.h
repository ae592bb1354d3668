#pragma once

#include "base/limits.h"
#include "base/source.h"
#include "lts/mts.h"

namespace arges::frontend {

/// Reads an LTS in the Aldebaran format (CADP, mCRL2): "des (INITIAL, TRANSITIONS, STATES)", then a
/// line "(SOURCE, LABEL, TARGET)" for each transition. A label is in quotes or not and may have
/// anything in it; `i` and `tau` without quotes are the internal action. Our extension: `may`
/// before a label in quotes makes the transition one that is only allowed. Throws InputError with
/// all that is wrong, and LimitReached.
lts::Mts read_aut(const SourceText& source, const lts::ActionTablePtr& table,
                  const Limits* limits = nullptr);

}  // namespace arges::frontend
