#include "lsp/analysis/analyst.h"

#include <array>
#include <exception>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>

namespace arges::lsp {

namespace {

/// No text that people edit takes so long.
constexpr double most_seconds = 20;

}  // namespace

Analyst::Analyst(Runner runner) : wake_(make_pipe()) {
  fcntl(wake_.from.get(), F_SETFL, O_NONBLOCK);
  thread_ = std::thread([this, runner = std::move(runner)] { runner([this] { work(); }); });
}

Analyst::~Analyst() {
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    if (at_work_ != nullptr) at_work_->request_stop(StopReason::interrupted);
  }
  changed_.notify_all();
  thread_.join();
}

void Analyst::cancel(const std::string& uri) {
  std::erase_if(jobs_, [&](const Job& job) { return job.uri == uri; });
  std::erase_if(results_, [&](const Result& result) { return result.uri == uri; });
  if (at_work_ != nullptr && at_work_on_ == uri) at_work_->request_stop(StopReason::interrupted);
}

void Analyst::look_at(const std::string& uri, std::int64_t version, DiagnosisTask task) {
  {
    const std::lock_guard lock(mutex_);
    cancel(uri);
    jobs_.push_back({uri, version, std::move(task)});
  }
  changed_.notify_all();
}

void Analyst::forget(const std::string& uri) {
  const std::lock_guard lock(mutex_);
  cancel(uri);
}

std::vector<Analyst::Result> Analyst::take_results() {
  std::array<char, 64> signs{};
  while (read(wake_.from.get(), signs.data(), signs.size()) > 0) {
  }
  const std::lock_guard lock(mutex_);
  return std::exchange(results_, {});
}

Diagnosis Analyst::diagnosis_of(const Job& job, Limits& limits) {
  try {
    limits.start({most_seconds, {}});
    return diagnose(job.task, limits);
  } catch (const LimitReached&) {
    return {
        {{Severity::information, {}, "the text is too large to be looked at while it is typed"}},
        {}};
  } catch (const std::exception& error) {
    // A defect of arges; the server lives on.
    return {{{Severity::error, {}, fmt::format("a defect of arges itself: {}", error.what())}}, {}};
  }
}

void Analyst::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return ended_ || !jobs_.empty(); });
    if (ended_) return;
    const Job job = std::move(jobs_.front());
    jobs_.pop_front();
    Limits limits;
    at_work_ = &limits;
    at_work_on_ = job.uri;
    lock.unlock();
    Diagnosis diagnosis = diagnosis_of(job, limits);
    lock.lock();
    at_work_ = nullptr;
    // Someone asked for something else meanwhile.
    if (limits.reason() == StopReason::interrupted) continue;
    results_.push_back({job.uri, job.version, std::move(diagnosis)});
    const char sign = 0;
    if (write(wake_.to.get(), &sign, 1) < 0) continue;  // full: the reader is awake anyway
  }
}

}  // namespace arges::lsp
