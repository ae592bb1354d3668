#include "lsp/verdicts/checker.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"

namespace arges::lsp {

namespace {

/// For what the program itself does once its time is over: telling, and ending its workers.
constexpr double grace_seconds = 5;

/// A year; longer times are no times of a clock any more.
constexpr double longest_seconds = 365.0 * 24 * 3600;

constexpr const char* other_text = "the file has another text than the editor";

}  // namespace

bool Checker::has_text(const CheckTask& task) {
  try {
    return read_source(task.path)->text() == task.text->text();
  } catch (const UsageError&) {
    return false;
  }
}

bool Checker::has(const std::string& uri) const {
  return (running_ && running_->uri == uri) ||
         std::any_of(waiting_.begin(), waiting_.end(),
                     [&](const CheckTask& task) { return task.uri == uri; });
}

bool Checker::cancel(const std::string& uri) {
  const bool was_there = has(uri);
  std::erase_if(waiting_, [&](const CheckTask& task) { return task.uri == uri; });
  if (running_ && running_->uri == uri) {
    process_.reset();  // kills it, and its workers with it
    running_.reset();
  }
  return was_there;
}

const CheckTask* Checker::start_next() {
  if (running_ || waiting_.empty()) return nullptr;
  running_ = std::move(waiting_.front());
  waiting_.pop_front();
  started_ = Clock::now();
  failure_.clear();
  if (!has_text(*running_)) {
    failure_ = other_text;
    return &*running_;
  }
  std::vector<std::string> command = command_;
  command.insert(command.end(),
                 {running_->path, "--format", "json", "-q", "--input", running_->format});
  command.insert(command.end(), running_->check.options.begin(), running_->check.options.end());
  try {
    process_ = std::make_unique<ChildProcess>(command, "", ChildProcess::Errors::in_output);
  } catch (const std::system_error& error) {
    failure_ = error.what();
  }
  return &*running_;
}

std::optional<Checker::Clock::time_point> Checker::deadline() const {
  if (!running_) return waiting_.empty() ? std::nullopt : std::optional(Clock::now());
  if (!process_ || process_->descriptor() < 0) return Clock::now();
  const std::chrono::duration<double> most(std::min(running_->check.seconds, longest_seconds) +
                                           grace_seconds);
  return started_ + std::chrono::duration_cast<Clock::duration>(most);
}

std::optional<Checker::Finished> Checker::finished() {
  if (!running_) return {};
  const bool goes_on = process_ && process_->receive();
  const bool is_late = goes_on && Clock::now() >= *deadline();
  if (goes_on && !is_late) return {};
  Finished result;
  result.seconds = std::chrono::duration<double>(Clock::now() - started_).count();
  result.failure = failure_;
  if (is_late) result.failure = "timeout";
  if (process_ && !is_late) {
    const ChildProcess::End end = process_->wait();
    result.output = process_->output();
    if (!end.exit_code) result.failure = end.to_string();
  }
  if (result.failure.empty() && !has_text(*running_)) result.failure = other_text;
  process_.reset();
  result.task = *std::exchange(running_, {});
  return result;
}

}  // namespace arges::lsp
