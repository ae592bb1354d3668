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

struct Pipe {
  int from;
  int to;
};

Pipe make_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0)
    throw std::system_error(errno, std::generic_category(), "can't run a program");
  return {ends[0], ends[1]};
}

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
  const Pipe alive = make_pipe();
  const Pipe result = make_pipe();
  keeper_ = fork();
  if (keeper_ < 0) {
    const int error = errno;
    for (const int end : {alive.from, alive.to, result.from, result.to}) close(end);
    throw std::system_error(error, std::generic_category(), "can't run a program");
  }
  if (keeper_ == 0) {
    close_all_but(alive.from, result.to);
    Keeper(request, alive.from, result.to).run();
  }
  keepers().insert(keeper_);
  close(alive.from);
  close(result.to);
  alive_ = alive.to;
  result_ = result.from;
  fcntl(result_, F_SETFL, O_NONBLOCK);
}

LimitedRun::LimitedRun(LimitedRun&& other) noexcept
    : keeper_(std::exchange(other.keeper_, -1)),
      alive_(std::exchange(other.alive_, -1)),
      result_(std::exchange(other.result_, -1)),
      received_(std::move(other.received_)) {}

LimitedRun::~LimitedRun() {
  if (keeper_ < 0) return;
  close(alive_);
  close(result_);
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
    const ssize_t got = read(result_, buffer.data(), buffer.size());
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
    pollfd watched{result_, POLLIN, 0};
    poll(&watched, 1, -1);
  }
}

}  // namespace arges::campaign
