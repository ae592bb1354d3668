#include "cli/last_words.h"

#include <unistd.h>

#include "base/error.h"

namespace arges::cli {

void tell_if_unresponsive(Limits& limits, std::function<void(StopReason)> give_up) {
  limits.on_unresponsive([give_up = std::move(give_up)](StopReason reason) {
    try {
      give_up(reason);
    } catch (const std::exception&) {
      // Nobody is left to tell.
    }
    _exit(static_cast<int>(ExitCode::unknown));
  });
}

}  // namespace arges::cli
