#include "campaign/progress.h"

#include <cmath>

#include <fmt/format.h>

namespace arges::campaign {

namespace {

constexpr std::chrono::milliseconds between_on_terminal{200};
constexpr std::chrono::seconds between_in_file{30};
constexpr const char* clear_line = "\r\033[K";

}  // namespace

std::string duration_text(double seconds) {
  const auto whole = static_cast<std::int64_t>(std::llround(seconds));
  if (whole < 100) return fmt::format("{} s", whole);
  if (whole < 6000) return fmt::format("{} min", (whole + 30) / 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole % 3600 / 60);
}

Progress::~Progress() {
  if (has_line_) write_(clear_line);
}

std::optional<double> Progress::seconds_left(const State& state) const {
  if (state.done_now == 0) return {};
  const double each = wall_seconds_ / static_cast<double>(state.done_now);
  return each * static_cast<double>(state.runs - state.done) / jobs_;
}

void Progress::ended(const Campaign::Event& event, const State& state) {
  wall_seconds_ += event.record.outcome.wall_seconds;
  if (event.judgement == Judgement::wrong)
    say("WRONG: " +
        wrong_text(event.task.name, event.column.name, event.record.verdict, event.task.expected));
  waiting(state);
}

void Progress::waiting(const State& state) {
  const auto now = Clock::now();
  if (now - last_ < (medium_ == Medium::terminal ? Clock::duration(between_on_terminal)
                                                 : Clock::duration(between_in_file)))
    return;
  last_ = now;
  show(state);
}

void Progress::show(const State& state) {
  std::string text = fmt::format("{} of {} runs", state.done, state.runs);
  if (state.wrong > 0) text += fmt::format(", {} WRONG", state.wrong);
  if (const auto left = seconds_left(state))
    text += fmt::format(", about {} left", duration_text(*left));
  if (medium_ == Medium::file) return write_(text + "\n");
  write_(clear_line + text);
  has_line_ = true;
}

void Progress::say(const std::string& line) {
  write_((has_line_ ? clear_line : "") + line + "\n");
  has_line_ = false;
}

}  // namespace arges::campaign
