#include "campaign/limited_run.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <limits>
#include <set>
#include <system_error>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/invariant.h"
#include "campaign/keeper.h"
#include "campaign/process_tree.h"

namespace arges::campaign {

namespace {

/// Those of this process.
std::set<pid_t>& keepers() {
  static std::set<pid_t> result;
  return result;
}

/// What else this process has open is none of a keeper's: above all not the pipes that tell other
/// keepers whether it is there.
void close_all_but(int one, int other) {
  const auto [low, high] = std::minmax(one, other);
  const auto range = [](int from, int to) {
    if (from <= to) close_range(static_cast<unsigned>(from), static_cast<unsigned>(to), 0);
  };
  range(STDERR_FILENO + 1, low - 1);
  range(low + 1, high - 1);
  range(high + 1, std::numeric_limits<int>::max());
}

}  // namespace

LimitedRun::LimitedRun(const RunRequest& request) {
  // What a keeper that is killed leaves behind comes to us.
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  Pipe alive = make_pipe();
  Pipe result = make_pipe();
  keeper_ = fork();
  if (keeper_ < 0) throw std::system_error(errno, std::generic_category(), "can't run a program");
  if (keeper_ == 0) {
    close_all_but(alive.from.get(), result.to.get());
    Keeper(request, alive.from.get(), result.to.get()).run();
  }
  keepers().insert(keeper_);
  alive_ = std::move(alive.to);
  result_ = std::move(result.from);
  fcntl(result_.get(), F_SETFL, O_NONBLOCK);
}

LimitedRun::LimitedRun(LimitedRun&& other) noexcept
    : keeper_(std::exchange(other.keeper_, -1)),
      alive_(std::move(other.alive_)),
      result_(std::move(other.result_)),
      received_(std::move(other.received_)) {}

LimitedRun::~LimitedRun() {
  if (keeper_ < 0) return;
  alive_.reset();
  result_.reset();
  while (waitpid(keeper_, nullptr, 0) < 0 && errno == EINTR) {
  }
  keepers().erase(keeper_);
}

/// Ends those of our children that are no keepers: what a keeper was killed for.
void LimitedRun::end_orphans() const {
  while (waitpid(keeper_, nullptr, 0) < 0 && errno == EINTR) {
  }
  keepers().erase(keeper_);
  for (bool found = true; found;) {
    found = false;
    for (const pid_t child : children(getpid())) {
      if (keepers().contains(child)) continue;
      found = true;
      for (const pid_t process : descendants(child)) kill(process, SIGKILL);
      kill(child, SIGKILL);
      waitpid(child, nullptr, 0);
    }
  }
}

std::optional<Outcome> LimitedRun::receive() {
  std::array<char, 65536> buffer{};
  while (true) {
    const ssize_t got = read(result_.get(), buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return {};
    if (got == 0) break;
    received_.append(buffer.data(), static_cast<std::size_t>(got));
  }
  if (!received_.empty()) return Outcome::of_json(received_);
  end_orphans();
  Outcome lost;
  lost.end = Outcome::End::lost;
  lost.output = "whoever kept the run was killed";
  return lost;
}

Outcome LimitedRun::wait() {
  while (true) {
    if (auto outcome = receive()) return *std::move(outcome);
    pollfd watched{result_.get(), POLLIN, 0};
    poll(&watched, 1, -1);
  }
}

}  // namespace arges::campaign
