#include "engine/portfolio/portfolio.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <limits>
#include <list>
#include <memory>
#include <system_error>
#include <thread>

#include <fmt/format.h>

#include "base/invariant.h"
#include "engine/checker.h"
#include "engine/machine_task.h"
#include "engine/options.h"
#include "engine/portfolio/fact_pool.h"
#include "engine/portfolio/preset.h"
#include "engine/portfolio/schedule.h"
#include "engine/portfolio/worker.h"
#include "engine/run.h"
#include "output/text.h"

namespace arges::engine {

namespace {

using analysis::Answer;
using output::PropertyResult;
using Clock = std::chrono::steady_clock;

/// How long limits and the ends of slices may go unnoticed.
constexpr std::chrono::milliseconds longest_wait{20};
/// A worker that did not stop by itself so long after its time is killed.
constexpr double overtime_seconds = 0.5;
/// What workers get to tell what they know when all is to stop.
constexpr double last_words_seconds = 0.4;
/// With a verdict that could not be certified, others get at least so long to do better.
constexpr double least_patience_seconds = 10;
/// Once so many members found that runs leave the model, there is no proof for anyone, and others
/// get at least so long to find a violation.
constexpr std::size_t enough_escapes = 2;
constexpr double escape_patience_seconds = 3;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// One check of one property.
class Portfolio {
 public:
  Portfolio(Env& env, const PortfolioRequest& request, std::size_t property,
            std::optional<double> seconds)
      : env_(env),
        request_(request),
        property_(property),
        seconds_(seconds),
        choice_(chosen_preset()),
        members_(fitting_members()),
        slots_(num_slots()),
        schedule_(members_.size(), least_seconds_of_first()),
        facts_(members_) {
    report_.preset = choice_.preset->name;
    report_.reason = choice_.reason;
    tell("portfolio {}: {}", report_.preset, report_.reason);
  }

  PropertyResult check() {
    try {
      const Timer::Scope timing(env_.statistics.timer("portfolio::time"));
      while (!decided_ && !schedule_.is_over() && (elapsed() < patience_ || is_certifying())) {
        env_.limits.check();
        if (seconds_ && elapsed() >= *seconds_) throw LimitReached(StopReason::timeout);
        start_turns();
        wait(longest_wait);
        end_turns();
      }
    } catch (const LimitReached& limit) {
      hear_last_words();
      reason_ = to_string(limit.reason());
    }
    for (const Running& running : running_) {
      output::PortfolioReport::Run& run = report_.runs[running.run];
      run.seconds = elapsed() - run.start_seconds;
    }
    running_.clear();  // kills what is left
    return result();
  }

 private:
  /// A member at work.
  struct Running {
    std::size_t member;
    std::size_t run;  ///< in the report
    double deadline;
    bool certifies = false;  ///< and so has time for that
    std::unique_ptr<Worker> worker;
  };

  PresetChoice chosen_preset() const {
    if (!request_.configuration.preset.empty())
      return {&find_preset(request_.configuration.preset), "it was asked for"};
    const Features features = features_of(request_.task.system(property_));
    PresetChoice choice = request_.task.kind() == ModelKind::machines
                              ? PresetChoice{&find_preset("machines"), "objects send messages"}
                              : choose_preset(features);
    choice.reason += fmt::format(" ({})", features.to_string());
    return choice;
  }

  /// The preset's members with what the user wants of all engines; without those that such a model
  /// has no use for.
  std::vector<Member> fitting_members() const {
    std::vector<Member> result;
    for (Member member : choice_.preset->members) {
      for (const Axis& axis : axes()) {
        const std::uint32_t wanted = axis.get(request_.configuration);
        const bool is_given = wanted != axis.get(Configuration());
        if (axis.engines == any_engine && is_given) axis.set(member.configuration, wanted);
      }
      if (is_valid(member.configuration, request_.task.kind())) result.push_back(std::move(member));
    }
    INVARIANT(!result.empty(), "a preset should have a member for every kind of model");
    std::stable_partition(result.begin(), result.end(),
                          [this](const Member& member) { return leads(member); });
    return result;
  }

  bool leads(const Member& member) const {
    return request_.lead && request_.lead->options == member.options;
  }

  /// One that did well before should not be stopped just before it does again.
  double least_seconds_of_first() const {
    return leads(members_.front()) ? 2 * request_.lead->seconds : 0;
  }

  std::size_t num_slots() const {
    const std::size_t wanted = request_.configuration.workers != 0
                                   ? request_.configuration.workers
                                   : std::thread::hardware_concurrency();
    return std::clamp<std::size_t>(wanted, 1, members_.size());
  }

  double elapsed() const { return seconds_since(started_); }
  std::optional<double> seconds_left() const {
    std::optional<double> left = env_.limits.seconds_left();
    if (seconds_) left = std::min(left.value_or(*seconds_), *seconds_ - elapsed());
    return left;
  }

  template <typename... Args>
  void tell(fmt::format_string<Args...> format, Args&&... args) const {
    if (request_.progress) request_.progress(fmt::format(format, std::forward<Args>(args)...));
  }

  void start_turns() {
    while (running_.size() < slots_) {
      const auto turn = schedule_.next(elapsed());
      if (!turn) return;
      start(*turn);
    }
  }

  void start(const Schedule::Turn& turn) {
    const Member& member = members_[turn.member];
    const double seconds =
        std::max(0.01, std::min(turn.seconds, seconds_left().value_or(turn.seconds)));
    WorkerRequest request;
    request.model = request_.model;
    request.properties = request_.task.parts(property_);
    if (request.properties.empty()) request.properties = {property_};
    request.configuration = member.configuration;
    request.limits.timeout_seconds = seconds_left();
    request.slice_seconds = seconds;
    if (const auto all = env_.limits.settings().memory_megabytes)
      request.limits.memory_megabytes = std::max<std::uint64_t>(1, *all / slots_);
    request.facts = facts_.facts_for(turn.member);
    request.wants_proof = request_.wants_proof;
    request.keeps_history = request_.keeps_history;
    tell("{:8.1f} s  start {} for {:.1f} s, with {} facts", elapsed(), member.options, seconds,
         std::count(request.facts.begin(), request.facts.end(), '\n'));
    report_.runs.push_back({member.options, member.purpose, elapsed(), 0, "stopped"});
    env_.statistics.counter("portfolio::runs").add();
    Running running{turn.member, report_.runs.size() - 1, elapsed() + seconds, false, nullptr};
    try {
      running.worker = std::make_unique<Worker>(request_.worker_command, request);
      running_.push_back(std::move(running));
    } catch (const std::system_error& error) {
      fail(running, fmt::format("can't be started: {}", error.what()), Report::no);
    }
  }

  void wait(std::chrono::milliseconds most) {
    std::vector<ChildProcess*> processes;
    for (const Running& running : running_) processes.push_back(&running.worker->process());
    ChildProcess::wait_for_any(processes, most);
  }

  /// Takes the answers of workers that have one, and ends those that overstay.
  void end_turns() {
    for (auto running = running_.begin(); running != running_.end() && !decided_;) {
      const bool goes_on = running->worker->process().receive();
      if (goes_on && !running->certifies && running->worker->is_certifying()) keep_turn(*running);
      if (goes_on && elapsed() < running->deadline + overtime_seconds) {
        ++running;
        continue;
      }
      report_.runs[running->run].seconds = elapsed() - report_.runs[running->run].start_seconds;
      if (goes_on)
        ran_out(*running);
      else
        take_answer(*running);
      tell("{:8.1f} s  {}: {}", elapsed(), members_[running->member].options,
           report_.runs[running->run].outcome);
      running = running_.erase(running);
    }
  }

  bool is_certifying() const {
    return std::any_of(running_.begin(), running_.end(),
                       [](const Running& running) { return running.certifies; });
  }

  /// Who has a verdict should not lose it because its check takes longer than the slice.
  void keep_turn(Running& running) const {
    running.certifies = true;
    const double so_far = elapsed() - report_.runs[running.run].start_seconds;
    running.deadline = elapsed() + certifying_seconds(so_far);
    tell("{:8.1f} s  {}: certifies a verdict", elapsed(), members_[running.member].options);
  }

  void ran_out(const Running& running) {
    report_.runs[running.run].outcome = "unknown (timeout)";
    schedule_.ran_out(running.member);
  }

  void take_answer(const Running& running) {
    WorkerAnswer answer = running.worker->read_answer(request_.task.system(property_));
    if (!answer.result) {
      fail(running, answer.failure, answer.is_defect ? Report::defect : Report::no);
      return;
    }
    PropertyResult& result = *answer.result;
    result.configuration = describe(members_[running.member].configuration, request_.task.kind());
    if (result.verdict.answer == Answer::violated && !replay(running, result)) return;
    const bool is_told_to_stop = stopping_ && result.verdict.answer == Answer::unknown;
    report_.runs[running.run].outcome =
        is_told_to_stop ? "stopped"
                        : output::verdict_text(request_.task.as_asked(property_, result).verdict);
    const bool comes_again = ended_by_limit(result);
    facts_.add(running.member, result.precision,
               comes_again ? FactPool::Turn::another : FactPool::Turn::last);
    if (comes_again)
      schedule_.ran_out(running.member);
    else
      schedule_.retire();
    if (result.leaves_model) note_escape();
    keep_best(std::move(result), running.member, running.run);
  }

  void note_escape() {
    if (++escapes_ == enough_escapes)
      patience_ = std::min(patience_, 2 * elapsed() + escape_patience_seconds);
  }

  /// A worker's counterexample counts only once it is replayed here.
  bool replay(const Running& running, PropertyResult& result) {
    result.certificate =
        validate_witness(env_, request_.task, property_, *result.verdict.counterexample);
    if (result.certificate.passed) return true;
    fail(running, "its counterexample is no run of the model: " + result.certificate.reason,
         result.certificate.ran_out ? Report::no : Report::defect);
    return false;
  }

  /// Whether more time may give a verdict, or the check of one.
  static bool ended_by_limit(const PropertyResult& result) {
    const std::string& reason = result.verdict.answer == Answer::unknown
                                    ? result.verdict.reason
                                    : result.certificate.reason;
    return reason == to_string(StopReason::timeout) || reason == to_string(StopReason::interrupted);
  }

  /// Whether a failure is worth a report to those who make arges.
  enum class Report : std::uint8_t { no, defect };

  /// A defect of one member does not keep the others from answering, but it is no secret.
  void fail(const Running& running, const std::string& how, Report report) {
    report_.runs[running.run].outcome = "failed: " + how;
    env_.statistics.counter("portfolio::failures").add();
    if (report == Report::defect)
      env_.log.warn("arges: a worker of the portfolio failed ({}); please report it: {}", how,
                    members_[running.member].options);
    schedule_.retire();
  }

  /// Of several unknown ones, the member's that gave the first stays, with its last; but that a run
  /// leaves the model says more than that time was short.
  void keep_best(PropertyResult result, std::size_t member, std::size_t run) {
    const Answer answer = result.verdict.answer;
    if (answer == Answer::violated && best_ && best_->verdict.answer == Answer::holds)
      env_.log.warn(
          "arges: a worker of the portfolio found a proof of what is violated; please report it: "
          "{}",
          members_[best_member_].options);
    // A verdict whose check ran out is better than none, but others may do better.
    decided_ = answer != Answer::unknown && result.certificate.passed;
    const bool is_better = best_ && says_more(result) && !says_more(*best_);
    const bool is_same = best_ && best_member_ == member && !says_more(*best_);
    const bool is_first = !best_ || (!report_.decided && (is_same || is_better));
    if (!decided_ && !is_first && (answer == Answer::unknown || report_.decided)) return;
    if (answer != Answer::unknown) {
      report_.decided = run;
      patience_ = 2 * elapsed() + least_patience_seconds;
    }
    best_member_ = member;
    best_ = std::move(result);
  }

  /// All is to stop: what workers know by now still counts.
  void hear_last_words() {
    stopping_ = true;
    for (const Running& running : running_) running.worker->process().send_signal(SIGTERM);
    const Clock::time_point asked = Clock::now();
    while (!decided_ && !running_.empty() && seconds_since(asked) < last_words_seconds) {
      wait(longest_wait);
      end_turns();
    }
  }

  /// Whether an answer says more than that a limit ended the search: a run leaves the model, which
  /// more time would not change, unless the model can be made to follow it.
  static bool says_more(const PropertyResult& result) {
    return result.leaves_model && result.verdict.reason != bound_reached;
  }

  PropertyResult result() {
    PropertyResult result;
    if (best_) result = std::move(*best_);
    result.property = request_.task.property_name(property_);
    result.system = &request_.task.system(property_);
    result.program = request_.task.program(property_);
    result.chart = request_.task.chart(property_);
    result.machines = request_.task.machines(property_).lowering;
    if (result.verdict.answer == Answer::unknown) {
      if (!reason_.empty() && !says_more(result)) result.verdict.reason = reason_;
      result.certificate.reason.clear();
      if (result.verdict.reason.empty()) result.verdict.reason = "every worker failed";
      result.configuration = describe(request_.configuration, request_.task.kind());
    }
    for (const Statistics::Entry& entry : env_.statistics.entries())
      if (entry.name.starts_with("portfolio::")) result.statistics.push_back(entry);
    result.portfolio = std::move(report_);
    return result;
  }

  Env& env_;
  const PortfolioRequest& request_;
  std::size_t property_;
  std::optional<double> seconds_;
  PresetChoice choice_;
  std::vector<Member> members_;
  std::size_t slots_;
  Schedule schedule_;
  FactPool facts_;
  Clock::time_point started_ = Clock::now();
  std::list<Running> running_;
  output::PortfolioReport report_;
  std::optional<PropertyResult> best_;  ///< of those that came by now
  std::size_t best_member_ = 0;         ///< whose it is
  bool decided_ = false;
  bool stopping_ = false;
  std::size_t escapes_ = 0;  ///< members whose answer is that runs leave the model
  /// How long to wait for a certified verdict, once there is one, or once there is hardly one.
  double patience_ = std::numeric_limits<double>::infinity();
  std::string reason_;  ///< why it stopped
};

}  // namespace

std::optional<Lead> lead_after(const PropertyResult& result) {
  if (!result.portfolio || !result.portfolio->decided) return {};
  const output::PortfolioReport::Run& run = result.portfolio->runs[*result.portfolio->decided];
  return Lead{run.options, run.seconds};
}

PropertyResult check_by_portfolio(Env& env, const PortfolioRequest& request, std::size_t property,
                                  std::optional<double> seconds) {
  env.statistics.restart();
  return Portfolio(env, request, property, seconds).check();
}

}  // namespace arges::engine
