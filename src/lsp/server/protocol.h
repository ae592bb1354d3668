#pragma once

#include <string>

#include "lsp/analysis/finding.h"
#include "lsp/symbols/index.h"
#include "lsp/text/document.h"
#include "lsp/transport/rpc.h"

namespace arges::lsp {

// Between LSP's JSON and the types here.

Json to_json(Position position);
Json to_json(const Range& range);
/// Throws RequestError if it is none.
Position read_position(const Json& json);
Range read_range(const Json& json);

/// How much a client understands of a diagnostic.
enum class HintStyle : std::uint8_t {
  related,     ///< hints and counterexamples are places of their own
  in_message,  ///< there is nothing but a text
};

/// `uri` is the document's; places without a file are in it.
Json to_json(const Finding& finding, const std::string& uri, HintStyle style);

/// LSP's numbers for kinds in outlines and in proposals.
int outline_kind(SymbolKind kind);
int proposal_kind(SymbolKind kind);

}  // namespace arges::lsp
