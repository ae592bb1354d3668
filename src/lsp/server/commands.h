#pragma once

namespace arges::lsp {

/// The command that checks a document's properties again; its argument is the URI.
inline constexpr const char* check_command = "arges.check";

}  // namespace arges::lsp
