#pragma once

#include <optional>
#include <string>

#include "base/source.h"
#include "lts/mts.h"

namespace arges::output {

// Transition systems as text. Each throws UsageError where a system has what the format can't hold.

/// The Aldebaran format; what is only allowed has `may` before its label, which is our extension.
std::string lts_aut(const lts::Mts& system);
/// For Graphviz, as RERS writes it; what is only allowed is dashed.
std::string lts_dot(const lts::Mts& system, const std::string& name);
/// {"initial", "states", "alphabet": [...], "transitions": [[source, label, target], ...]}; the
/// label of the internal action is null, what is only allowed has a fourth member "may".
std::string lts_json(const lts::Mts& system);

/// Reads what lts_json writes; throws InputError.
lts::Mts read_lts_json(const SourceText& source, const lts::ActionTablePtr& table);

}  // namespace arges::output
