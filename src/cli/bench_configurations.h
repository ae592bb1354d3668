#pragma once

#include "campaign/set.h"

namespace arges::cli {

/// A mistake in the options of arges itself is told before its runs have failed one by one, or have
/// answered another question than the one that they are judged by; throws UsageError.
void require_options(const campaign::Set& set);

}  // namespace arges::cli
