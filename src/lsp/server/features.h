#pragma once

#include "lsp/server/open_document.h"
#include "lsp/transport/rpc.h"

namespace arges::lsp {

// Answers to requests about one document, as LSP wants them: null or an empty list where there is
// nothing to say.

Json definition_at(OpenDocument& open, Position position);
Json hover_at(OpenDocument& open, Position position);
enum class Declarations : std::uint8_t { left_out, included };
Json references_at(OpenDocument& open, Position position, Declarations declarations);
Json highlights_at(OpenDocument& open, Position position);
Json proposals_at(OpenDocument& open, Position position);
Json outline_of(OpenDocument& open);
/// One at each property that is marked: what is known of it, or that it can be checked.
Json lenses_of(OpenDocument& open, double seconds);
/// Names that may have been meant, where there is a hint.
Json fixes_in(const OpenDocument& open, Range range);

/// The name at a position, if renaming it would not change anything else; throws RequestError with
/// the reason.
Json renamable_at(OpenDocument& open, Position position);
/// The edits; throws RequestError where the new name would mean something else.
Json renamed(OpenDocument& open, Position position, const std::string& name);

}  // namespace arges::lsp
