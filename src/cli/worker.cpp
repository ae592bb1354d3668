#include "cli/worker.h"

#include <sys/prctl.h>
#include <unistd.h>

#include "cli/common_options.h"
#include "cli/files.h"
#include "engine/portfolio/worker.h"

namespace arges::cli {

/// Not by its path: the file may have been replaced since this program started.
std::vector<std::string> worker_command() { return {"/proc/self/exe", worker_name}; }

ExitCode run_worker() {
  prctl(PR_SET_NAME, "arges");  // what it was started as says little in a list of processes
  const engine::WorkerRequest request = engine::read_request(read_source("/dev/stdin"));
  Session session(request.limits, Verbosity::quiet);
  session.env().limits.on_unresponsive(
      [](StopReason) { _exit(static_cast<int>(ExitCode::unknown)); });
  write_stdout(
      engine::answer(session.env(), request, [] { write_stdout(engine::certifying_line); }));
  return ExitCode::success;
}

}  // namespace arges::cli
