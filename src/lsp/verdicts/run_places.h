#pragma once

#include <vector>

#include "lsp/analysis/finding.h"
#include "lsp/symbols/index.h"
#include "lsp/text/document.h"
#include "lsp/transport/rpc.h"

namespace arges::lsp {

/// Where the steps of a run are in a document, each with what happened: a result of `arges check`
/// has positions for programs and transition systems; of statecharts and machines it has the names
/// of states. Of a long run, the beginning and the end.
std::vector<RelatedPlace> places_of_run(const Document& document, const DocumentIndex& index,
                                        const Json& run);

}  // namespace arges::lsp
