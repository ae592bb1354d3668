#include "campaign/keeper.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/command_words.h"

namespace arges::campaign {

namespace {

/// How often one looks what processes use; at first more often, as some end soon.
constexpr std::chrono::milliseconds tick{50};
constexpr std::chrono::milliseconds first_tick{2};

/// Seconds of CPU time for a program that does something with the kernel's warning.
constexpr rlim_t kernel_mercy = 2;

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

std::uint64_t maximum_bytes(const rusage& used) {
  return static_cast<std::uint64_t>(used.ru_maxrss) * 1024;
}

/// What the processes used that have ended and been waited for.
Usage usage_of_the_ended() {
  rusage used{};
  getrusage(RUSAGE_CHILDREN, &used);
  return {seconds(used.ru_utime) + seconds(used.ru_stime), maximum_bytes(used)};
}

/// In the place of an error's number: the control group did not take the process in.
constexpr int group_refused = -1;
/// Added to it: it is about the folder.
constexpr int of_folder = 1 << 16;

/// Tells the keeper why the program does not begin.
[[noreturn]] void give_up(int channel, int why) {
  if (write(channel, &why, sizeof why) < 0) _exit(126);
  _exit(127);
}

/// Where memory is short before the watcher sees it, the kernel should end the run, not who keeps
/// it. (A limit of the kernel's on addresses would also end who only reserves them.)
void volunteer_when_memory_is_short() {
  const int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  constexpr std::string_view most = "1000";
  // Who may not is as likely as others to be ended.
  [[maybe_unused]] const ssize_t written = write(file, most.data(), most.size());
  close(file);
}

/// Where the kernel warns, it ends the process so much later.
void set_limit(__rlimit_resource resource, rlim_t value, rlim_t mercy = 0) {
  const rlimit both{value, value + mercy};
  setrlimit(resource, &both);
}

}  // namespace

void Keeper::run() {
  setsid();  // Ctrl-C on the terminal is for who started us
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  for (const int signal : {SIGINT, SIGTERM, SIGPIPE}) std::signal(signal, SIG_IGN);
  make_group();
  if (start()) {
    watch();
    end_all();
    measure();
  }
  report();
  group_.reset();
  close(result_);
  // Who wants the outcome may also want what is in the folder; once nobody does, it goes, however
  // they ended.
  pollfd watched{alive_, POLLIN, 0};
  while (poll(&watched, 1, -1) < 0 && errno == EINTR) {
  }
  remove_scratch();
  _exit(0);
}

void Keeper::make_group() {
  if (const auto parent = ControlGroup::own_folder())
    group_ = ControlGroup::make(*parent, fmt::format("arges-{}", getpid()));
  if (group_ && request_.limits.memory_megabytes)
    kernel_limits_memory_ = group_->limit_memory(*request_.limits.memory_bytes());
}

bool Keeper::start() try {
  Pipe output = make_pipe();
  Pipe error = make_pipe();
  rusage own{};
  getrusage(RUSAGE_SELF, &own);
  own_bytes_ = maximum_bytes(own);
  started_ = Clock::now();
  program_ = fork();
  int why = program_ < 0 ? errno : 0;
  if (program_ == 0) become_program(output.to.get(), error.to.get());
  output.to.reset();
  error.to.reset();
  output_ = std::move(output.from);
  fcntl(output_.get(), F_SETFL, O_NONBLOCK);
  // Nothing to read means that the program has begun.
  if (program_ > 0 && read(error.from.get(), &why, sizeof why) != sizeof why) why = 0;
  if (why == 0) return true;
  if (program_ > 0) waitpid(program_, nullptr, 0);
  if (why == group_refused) {
    // A group without it would see nothing of what it uses, and limit nothing.
    group_.reset();
    kernel_limits_memory_ = false;
    return start();
  }
  if (why >= of_folder)
    outcome_.output = fmt::format("the folder '{}' can't be entered: {}", request_.folder,
                                  std::strerror(why - of_folder));
  else
    outcome_.output =
        fmt::format("'{}' can't be started: {}", request_.command.front(), std::strerror(why));
  return false;
} catch (const std::system_error& problem) {
  outcome_.output = problem.what();
  return false;
}

void Keeper::become_program(int output, int error) const {
  if (group_ && !group_->add(getpid())) give_up(error, group_refused);
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const RunLimits& limits = request_.limits;
  set_limit(RLIMIT_CORE, 0);
  volunteer_when_memory_is_short();
  // The watcher is the one to say that a limit is passed; these hold if it comes late. On a busy
  // machine the kernel, which counts ticks here, may see a tenth more than was used.
  if (limits.cpu_seconds) {
    const double enough = *limits.cpu_seconds + limits.grace_seconds.value_or(0);
    set_limit(RLIMIT_CPU, static_cast<rlim_t>(std::ceil(1.1 * enough)) + 2, kernel_mercy);
  }
  if (!request_.cores.empty()) {
    cpu_set_t set;
    CPU_ZERO(&set);
    for (const int core : request_.cores) CPU_SET(core, &set);
    sched_setaffinity(0, sizeof set, &set);
  }
  for (const int signal : {SIGINT, SIGTERM, SIGPIPE}) std::signal(signal, SIG_DFL);
  for (const auto& [name, value] : request_.environment) setenv(name.c_str(), value.c_str(), 1);
  const std::vector<char*> arguments = argument_pointers(request_.command);
  const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (dup2(nothing, STDIN_FILENO) >= 0 && dup2(output, STDOUT_FILENO) >= 0 &&
      dup2(output, STDERR_FILENO) >= 0) {
    if (!request_.folder.empty() && chdir(request_.folder.c_str()) != 0)
      give_up(error, of_folder + errno);
    execvp(arguments[0], arguments.data());
  }
  give_up(error, errno);
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
        {{children, POLLIN, 0}, {alive_, POLLIN, 0}, {output_.get(), POLLIN, 0}}};
    poll(watched.data(), watched.size(), static_cast<int>(std::max<std::int64_t>(left.count(), 0)));
    if (watched[1].revents != 0) {
      end_all();
      group_.reset();
      remove_scratch();
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
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU) outcome_.end = Outcome::End::cpu_time;
  }
  return program_ < 0;
}

void Keeper::read_output() {
  std::array<char, 65536> buffer{};
  while (output_.is_open()) {
    const ssize_t got = read(output_.get(), buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return;
    if (got > 0) {
      text_.append({buffer.data(), static_cast<std::size_t>(got)});
      continue;
    }
    output_.reset();
  }
}

void Keeper::sample() {
  const Usage ended = usage_of_the_ended();
  Usage now = usage_of(descendants(getpid()));
  now.cpu_seconds += ended.cpu_seconds;
  if (group_) now.cpu_seconds = group_->cpu_seconds().value_or(now.cpu_seconds);
  most_bytes_ = std::max(most_bytes_, now.memory_bytes);
  const RunLimits& limits = request_.limits;
  const double wall = std::chrono::duration<double>(Clock::now() - started_).count();
  if (limits.memory_megabytes && !kernel_limits_memory_ &&
      now.memory_bytes > *limits.memory_bytes())
    stop(Outcome::End::memory);
  else if (limits.cpu_seconds && now.cpu_seconds > *limits.cpu_seconds)
    stop(Outcome::End::cpu_time);
  else if (limits.wall_seconds && wall > *limits.wall_seconds)
    stop(Outcome::End::wall_time);
}

void Keeper::stop(Outcome::End reason) {
  if (!stopped_) {
    outcome_.end = reason;
    stopped_ = true;
    const std::chrono::duration<double> grace(request_.limits.grace_seconds.value_or(0));
    mercy_ends_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(grace);
    if (grace.count() > 0)
      for (const pid_t process : descendants(getpid())) kill(process, SIGTERM);
  }
  // Of memory there may be none left for anyone.
  if (reason != Outcome::End::memory && Clock::now() < mercy_ends_) return;
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
  if (used.memory_bytes > own_bytes_) most_bytes_ = std::max(most_bytes_, used.memory_bytes);
  if (group_) {
    outcome_.cpu_seconds = group_->cpu_seconds().value_or(outcome_.cpu_seconds);
    most_bytes_ = group_->peak_bytes().value_or(most_bytes_);
  }
  outcome_.memory_kilobytes = most_bytes_ / 1000;
  const RunLimits& limits = request_.limits;
  if (group_ && group_->ran_out_of_memory()) outcome_.end = Outcome::End::memory;
  // The kernel may have been sooner than the watcher, or the program sooner than both.
  if (!stopped_ && limits.cpu_seconds && outcome_.cpu_seconds > *limits.cpu_seconds)
    outcome_.end = Outcome::End::cpu_time;
  else if (!stopped_ && limits.wall_seconds && outcome_.wall_seconds > *limits.wall_seconds)
    outcome_.end = Outcome::End::wall_time;
  else if (!stopped_ && limits.memory_megabytes && most_bytes_ > *limits.memory_bytes())
    outcome_.end = Outcome::End::memory;
  outcome_.output = text_.text();
}

void Keeper::remove_scratch() const {
  std::error_code ignored;
  if (!request_.scratch.empty()) std::filesystem::remove_all(request_.scratch, ignored);
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
