#pragma once

#include "lsp/server/server.h"

namespace arges::lsp {

/// As LSP wants it of a server that was not shut down before it was told to exit, or whose client
/// is gone.
inline constexpr ExitCode not_shut_down{1};

/// Serves the client at the other end of two descriptors until it says exit, or is gone. It never
/// waits for a client that does not read: what can't be written yet is kept.
ExitCode serve(Host host, int from_client, int to_client);

}  // namespace arges::lsp
