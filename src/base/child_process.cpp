#include "base/child_process.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/command_words.h"

namespace arges {

namespace {

constexpr int not_started = 127;

[[noreturn]] void fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

/// A file in memory, to be read from its beginning: unlike a pipe, it is never full.
int file_with(std::string_view text) {
  Descriptor file(memfd_create("input", MFD_CLOEXEC));
  if (file.get() < 0) fail("memfd_create");
  while (!text.empty()) {
    const ssize_t written = write(file.get(), text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail("write");
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  if (lseek(file.get(), 0, SEEK_SET) < 0) fail("lseek");
  return file.release();
}

/// Between fork and exec, so only what is safe in a signal handler.
[[noreturn]] void become(char* const* arguments, int input, int output, ChildProcess::Errors errors,
                         pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const bool orphan = getppid() != parent;  // it ended before it could be watched
  if (!orphan && dup2(input, STDIN_FILENO) >= 0 && dup2(output, STDOUT_FILENO) >= 0 &&
      (errors == ChildProcess::Errors::shared || dup2(output, STDERR_FILENO) >= 0))
    execv(arguments[0], arguments);
  _exit(not_started);
}

}  // namespace

ChildProcess::ChildProcess(const std::vector<std::string>& command, std::string_view input,
                           Errors errors) {
  const std::vector<char*> arguments = argument_pointers(command);
  const Descriptor child_input(file_with(input));
  Pipe from_child = make_pipe();
  if (fcntl(from_child.from.get(), F_SETFL, O_NONBLOCK) != 0) fail("fcntl");
  const pid_t parent = getpid();
  pid_ = fork();
  if (pid_ < 0) fail("fork");
  if (pid_ == 0) become(arguments.data(), child_input.get(), from_child.to.get(), errors, parent);
  from_child_ = std::move(from_child.from);
}

ChildProcess::~ChildProcess() {
  if (!reaped_) {
    send_signal(SIGKILL);
    wait();
  }
}

void ChildProcess::wait_for_any(std::span<ChildProcess* const> processes,
                                std::chrono::milliseconds most) {
  std::vector<pollfd> watched;
  for (const ChildProcess* process : processes)
    if (process->from_child_.is_open()) watched.push_back({process->from_child_.get(), POLLIN, 0});
  poll(watched.data(), watched.size(), static_cast<int>(most.count()));
}

bool ChildProcess::receive() {
  std::array<char, 65536> buffer{};
  while (from_child_.is_open()) {
    const ssize_t got = read(from_child_.get(), buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno == EAGAIN) return true;
    if (got > 0) {
      output_.append(buffer.data(), static_cast<std::size_t>(got));
      continue;
    }
    from_child_.reset();
  }
  return false;
}

void ChildProcess::send_signal(int signal) const {
  if (!reaped_) kill(pid_, signal);
}

ChildProcess::End ChildProcess::wait() {
  while (!reaped_) {
    if (waitpid(pid_, &status_, 0) < 0 && errno == EINTR) continue;
    reaped_ = true;
  }
  if (WIFSIGNALED(status_)) return {{}, WTERMSIG(status_)};
  return {WEXITSTATUS(status_), 0};
}

std::string ChildProcess::End::to_string() const {
  if (!exit_code) return fmt::format("ended by signal {} ({})", signal, strsignal(signal));
  if (*exit_code == not_started) return "could not be started";
  return fmt::format("exit code {}", *exit_code);
}

}  // namespace arges
