#include "campaign/keeper.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstring>
#include <filesystem>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

namespace arges::campaign {

namespace {

/// How often one looks what processes use; at first more often, as some end soon.
constexpr std::chrono::milliseconds tick{50};
constexpr std::chrono::milliseconds first_tick{2};

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

/// What the processes used that have ended and been waited for.
Usage usage_of_the_ended() {
  rusage used{};
  getrusage(RUSAGE_CHILDREN, &used);
  return {seconds(used.ru_utime) + seconds(used.ru_stime),
          static_cast<std::uint64_t>(used.ru_maxrss)};
}

void set_limit(__rlimit_resource resource, rlim_t value) {
  const rlimit both{value, value};
  setrlimit(resource, &both);
}

}  // namespace

void BoundedText::append(std::string_view piece) {
  const std::size_t to_head = std::min(piece.size(), most_head - head_.size());
  head_.append(piece.substr(0, to_head));
  tail_.append(piece.substr(to_head));
  if (tail_.size() > 2 * most_tail) {
    tail_.erase(0, tail_.size() - most_tail);
    has_gap_ = true;
  }
}

std::string BoundedText::text() const {
  const bool cut = has_gap_ || tail_.size() > most_tail;
  const std::size_t skipped = tail_.size() > most_tail ? tail_.size() - most_tail : 0;
  return head_ + (cut ? "\n[...]\n" : "") + tail_.substr(skipped);
}

void Keeper::run() {
  setsid();  // Ctrl-C on the terminal is for who started us
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  for (const int signal : {SIGINT, SIGTERM, SIGPIPE}) std::signal(signal, SIG_IGN);
  group_ = ControlGroup::make(fmt::format("arges-{}", getpid()));
  if (group_ && request_.limits.memory_megabytes)
    kernel_limits_memory_ = group_->limit_memory(*request_.limits.memory_megabytes);
  if (start()) {
    watch();
    end_all();
    measure();
  }
  report();
  group_.reset();
  _exit(0);
}

bool Keeper::start() {
  std::array<int, 2> output{};
  std::array<int, 2> error{};
  if (pipe2(output.data(), O_CLOEXEC) != 0 || pipe2(error.data(), O_CLOEXEC) != 0) {
    outcome_.output = fmt::format("no pipe: {}", std::strerror(errno));
    return false;
  }
  rusage own{};
  getrusage(RUSAGE_SELF, &own);
  own_kilobytes_ = static_cast<std::uint64_t>(own.ru_maxrss);
  started_ = Clock::now();
  program_ = fork();
  if (program_ == 0) become_program(output[1], error[1]);
  close(output[1]);
  close(error[1]);
  output_ = output[0];
  fcntl(output_, F_SETFL, O_NONBLOCK);
  int why = program_ < 0 ? errno : 0;
  // Nothing to read means that the program has begun.
  if (program_ > 0 && read(error[0], &why, sizeof why) != sizeof why) why = 0;
  close(error[0]);
  if (why == 0) return true;
  if (program_ > 0) waitpid(program_, nullptr, 0);
  outcome_.output =
      fmt::format("'{}' can't be started: {}", request_.command.front(), std::strerror(why));
  return false;
}

void Keeper::become_program(int output, int error) const {
  if (group_) group_->add(getpid());
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const RunLimits& limits = request_.limits;
  set_limit(RLIMIT_CORE, 0);
  // The watcher is the one to say that a limit is passed; these hold if it comes late.
  if (limits.cpu_seconds)
    set_limit(RLIMIT_CPU, static_cast<rlim_t>(std::ceil(*limits.cpu_seconds)) + 2);
  if (limits.memory_megabytes)
    set_limit(RLIMIT_DATA, static_cast<rlim_t>(*limits.memory_megabytes) << 21U);
  if (!request_.cores.empty()) {
    cpu_set_t set;
    CPU_ZERO(&set);
    for (const int core : request_.cores) CPU_SET(core, &set);
    sched_setaffinity(0, sizeof set, &set);
  }
  for (const int signal : {SIGINT, SIGTERM, SIGPIPE}) std::signal(signal, SIG_DFL);
  std::vector<char*> arguments;
  arguments.reserve(request_.command.size() + 1);
  for (const std::string& part : request_.command)
    arguments.push_back(const_cast<char*>(part.c_str()));
  arguments.push_back(nullptr);
  const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (dup2(nothing, STDIN_FILENO) >= 0 && dup2(output, STDOUT_FILENO) >= 0 &&
      dup2(output, STDERR_FILENO) >= 0 &&
      (request_.folder.empty() || chdir(request_.folder.c_str()) == 0))
    execvp(arguments[0], arguments.data());
  const int why = errno;
  if (write(error, &why, sizeof why) < 0) _exit(126);
  _exit(127);
}

void Keeper::watch() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGCHLD);
  sigprocmask(SIG_BLOCK, &signals, nullptr);
  const int children = signalfd(-1, &signals, SFD_NONBLOCK | SFD_CLOEXEC);
  auto pause = first_tick;
  Clock::time_point next_sample = started_ + pause;
  while (!reap()) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(next_sample - Clock::now());
    std::array<pollfd, 3> watched{
        {{children, POLLIN, 0}, {alive_, POLLIN, 0}, {output_, POLLIN, 0}}};
    poll(watched.data(), watched.size(), static_cast<int>(std::max<std::int64_t>(left.count(), 0)));
    if (watched[1].revents != 0) {
      end_all();
      group_.reset();
      std::error_code ignored;
      if (!request_.scratch.empty()) std::filesystem::remove_all(request_.scratch, ignored);
      _exit(1);  // nobody wants to know
    }
    signalfd_siginfo info{};
    while (read(children, &info, sizeof info) > 0) {
    }
    read_output();
    if (Clock::now() < next_sample) continue;
    sample();
    pause = std::min(2 * pause, tick);
    next_sample = Clock::now() + pause;
  }
  outcome_.wall_seconds = std::chrono::duration<double>(Clock::now() - started_).count();
}

bool Keeper::reap() {
  int status = 0;
  for (pid_t ended = 0; (ended = waitpid(-1, &status, WNOHANG)) > 0;) {
    if (ended != program_) continue;
    program_ = -1;
    if (stopped_) continue;
    outcome_.end = WIFSIGNALED(status) ? Outcome::End::signalled : Outcome::End::exited;
    outcome_.code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  }
  return program_ < 0;
}

void Keeper::read_output() {
  std::array<char, 65536> buffer{};
  while (output_ >= 0) {
    const ssize_t got = read(output_, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return;
    if (got > 0) {
      text_.append({buffer.data(), static_cast<std::size_t>(got)});
      continue;
    }
    close(output_);
    output_ = -1;
  }
}

void Keeper::sample() {
  const Usage ended = usage_of_the_ended();
  Usage now = usage_of(descendants(getpid()));
  now.cpu_seconds += ended.cpu_seconds;
  if (group_) now.cpu_seconds = group_->cpu_seconds().value_or(now.cpu_seconds);
  outcome_.memory_kilobytes = std::max(outcome_.memory_kilobytes, now.memory_kilobytes);
  const RunLimits& limits = request_.limits;
  const double wall = std::chrono::duration<double>(Clock::now() - started_).count();
  if (limits.memory_megabytes && !kernel_limits_memory_ &&
      now.memory_kilobytes > *limits.memory_megabytes * 1024)
    stop(Outcome::End::memory);
  else if (limits.cpu_seconds && now.cpu_seconds > *limits.cpu_seconds)
    stop(Outcome::End::cpu_time);
  else if (limits.wall_seconds && wall > *limits.wall_seconds)
    stop(Outcome::End::wall_time);
}

void Keeper::stop(Outcome::End reason) {
  if (!stopped_) outcome_.end = reason;
  stopped_ = true;
  if (group_) group_->kill_all();
  for (const pid_t process : descendants(getpid())) kill(process, SIGKILL);
}

void Keeper::end_all() {
  // A process may have made another while its kin was killed; who is left comes to us.
  while (true) {
    if (group_) group_->kill_all();
    for (const pid_t process : descendants(getpid())) kill(process, SIGKILL);
    const pid_t ended = waitpid(-1, nullptr, 0);
    if (ended < 0 && errno == ECHILD) break;
  }
  read_output();
}

void Keeper::measure() {
  const Usage used = usage_of_the_ended();
  outcome_.cpu_seconds = used.cpu_seconds;
  // The kernel's figure begins with what the copy of this process had.
  if (used.memory_kilobytes > own_kilobytes_)
    outcome_.memory_kilobytes = std::max(outcome_.memory_kilobytes, used.memory_kilobytes);
  if (group_) {
    outcome_.cpu_seconds = group_->cpu_seconds().value_or(outcome_.cpu_seconds);
    outcome_.memory_kilobytes = group_->peak_kilobytes().value_or(outcome_.memory_kilobytes);
  }
  const RunLimits& limits = request_.limits;
  if (group_ && group_->ran_out_of_memory()) outcome_.end = Outcome::End::memory;
  // The kernel may have been sooner than the watcher, or the program sooner than both.
  if (!stopped_ && limits.cpu_seconds && outcome_.cpu_seconds > *limits.cpu_seconds)
    outcome_.end = Outcome::End::cpu_time;
  else if (!stopped_ && limits.wall_seconds && outcome_.wall_seconds > *limits.wall_seconds)
    outcome_.end = Outcome::End::wall_time;
  else if (!stopped_ && limits.memory_megabytes &&
           outcome_.memory_kilobytes > *limits.memory_megabytes * 1024)
    outcome_.end = Outcome::End::memory;
  outcome_.output = text_.text();
}

void Keeper::report() const {
  const std::string text = outcome_.to_json();
  for (std::string_view rest = text; !rest.empty();) {
    const ssize_t written = write(result_, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return;
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace arges::campaign
