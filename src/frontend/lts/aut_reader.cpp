#include "frontend/lts/aut_reader.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "base/error.h"

namespace arges::frontend {

namespace {

constexpr std::string_view blanks = " \t\r";
constexpr std::uint64_t most_states = std::uint64_t{1} << 28U;

/// Lines, not tokens: a label without quotes may have blanks, commas and brackets in it.
class AutReader {
 public:
  AutReader(const SourceText& source, const lts::ActionTablePtr& table, const Limits* limits)
      : source_(source), text_(source.text()), table_(table), limits_(limits), builder_(table) {}

  lts::Mts read() {
    if (next_line())
      header();
    else
      error(0, "there is no line 'des (INITIAL, TRANSITIONS, STATES)'", header_hint);
    diagnostics_.throw_if_errors();
    std::uint64_t lines = 0;
    while (!diagnostics_.full() && next_line()) {
      if (limits_ != nullptr) limits_->check();
      transition();
      ++lines;
    }
    diagnostics_.throw_if_errors();
    if (lines != transitions_)
      error(transitions_at_,
            fmt::format("{} transitions are announced, and there are {}", transitions_, lines),
            "is the file complete?");
    diagnostics_.throw_if_errors();
    return builder_.build();
  }

 private:
  static constexpr const char* header_hint = "for example: des (0, 2, 3)";
  static constexpr const char* line_hint = "for example: (0, \"coin\", 1)";

  /// The next line that is not blank; false at the end.
  bool next_line() {
    while (end_ < text_.size() || (first_ && end_ == 0 && !text_.empty())) {
      at_ = first_ ? 0 : end_ + 1;
      first_ = false;
      if (at_ > text_.size()) return false;
      end_ = std::min(text_.find('\n', at_), text_.size());
      skip_blanks();
      if (at_ < end_) return true;
    }
    return false;
  }
  void skip_blanks() {
    while (at_ < end_ && blanks.find(text_[at_]) != std::string_view::npos) ++at_;
  }
  void error(std::size_t offset, std::string message, std::string hint) {
    diagnostics_.error({&source_, static_cast<std::uint32_t>(offset)}, std::move(message),
                       std::move(hint));
  }
  /// Takes a sign; complains and gives up the line where it is not.
  bool expect(char sign, const char* hint) {
    skip_blanks();
    if (at_ < end_ && text_[at_] == sign) {
      ++at_;
      return true;
    }
    error(at_, fmt::format("expected '{}'", sign), hint);
    return false;
  }
  std::optional<std::uint64_t> number(const char* what, const char* hint) {
    skip_blanks();
    std::uint64_t value = 0;
    const auto [end, code] = std::from_chars(text_.data() + at_, text_.data() + end_, value);
    if (code != std::errc()) {
      error(at_, fmt::format("expected {}", what), hint);
      return {};
    }
    at_ = static_cast<std::size_t>(end - text_.data());
    return value;
  }
  std::optional<lts::StateId> state(const char* what) {
    skip_blanks();
    const std::size_t start = at_;
    const std::optional<std::uint64_t> value = number(what, line_hint);
    if (!value) return {};
    if (*value < builder_.num_states()) return static_cast<lts::StateId>(*value);
    error(start, fmt::format("there is no state {}", *value),
          fmt::format("the states are 0 to {}, as the first line says", builder_.num_states() - 1));
    return {};
  }

  void header() {
    if (text_.substr(at_, 3) != "des") {
      error(at_, "expected 'des (INITIAL, TRANSITIONS, STATES)'", header_hint);
      return;
    }
    at_ += 3;
    if (!expect('(', header_hint)) return;
    skip_blanks();
    const std::size_t initial_at = at_;
    const auto initial = number("the number of the initial state", header_hint);
    if (!initial || !expect(',', header_hint)) return;
    skip_blanks();
    transitions_at_ = at_;
    const auto transitions = number("how many transitions there are", header_hint);
    if (!transitions || !expect(',', header_hint)) return;
    skip_blanks();
    const std::size_t states_at = at_;
    const auto states = number("how many states there are", header_hint);
    if (!states || !expect(')', header_hint)) return;
    if (*states == 0 || *states > most_states) {
      error(states_at, fmt::format("there can't be {} states", *states),
            fmt::format("there are 1 to {}", most_states));
      return;
    }
    if (*initial >= *states) {
      error(initial_at, fmt::format("there is no state {}", *initial),
            fmt::format("the states are 0 to {}", *states - 1));
      return;
    }
    transitions_ = *transitions;
    builder_.ensure_states(static_cast<lts::StateId>(*states));
    builder_.set_initial(static_cast<lts::StateId>(*initial));
    line_end();
  }

  void transition() {
    if (!expect('(', line_hint)) return;
    const auto source = state("the number of a state");
    if (!source || !expect(',', line_hint)) return;
    // The label ends at the last comma.
    const std::size_t comma = text_.substr(0, end_).rfind(',');
    if (comma == std::string_view::npos || comma < at_) {
      error(end_, "expected ',' and the number of a state", line_hint);
      return;
    }
    skip_blanks();
    const std::size_t label_at = at_;
    std::string_view label = text_.substr(at_, comma - at_);
    while (!label.empty() && blanks.find(label.back()) != std::string_view::npos)
      label.remove_suffix(1);
    at_ = comma + 1;
    const auto target = state("the number of a state");
    if (!target || !expect(')', line_hint)) return;
    line_end();
    add(*source, label, label_at, *target);
  }

  void add(lts::StateId source, std::string_view label, std::size_t label_at, lts::StateId target) {
    lts::Modality modality = lts::Modality::must;
    if (label.starts_with("may") && label.ends_with('"')) {
      const std::size_t quote = label.find_first_not_of(blanks, 3);
      if (quote != 3 && label[quote] == '"') {
        modality = lts::Modality::may;
        label.remove_prefix(quote);
      }
    }
    if (label == "may tau" || label == "may i") {
      modality = lts::Modality::may;
      label = "tau";
    }
    if (label.empty()) {
      error(label_at, "a transition needs a label", "the internal action is written: tau");
      return;
    }
    lts::ActionId action = lts::tau;
    if (label.front() == '"') {
      if (label.size() < 2 || label.back() != '"') {
        error(label_at, "this quote is not closed", line_hint);
        return;
      }
      action = table_->intern(label.substr(1, label.size() - 2));
    } else if (label != "i" && label != "tau") {
      action = table_->intern(label);
    }
    builder_.add(source, action, target, modality);
  }

  void line_end() {
    skip_blanks();
    if (at_ < end_) error(at_, "nothing can follow on this line", "write one transition a line");
  }

  const SourceText& source_;
  std::string_view text_;
  const lts::ActionTablePtr& table_;
  const Limits* limits_;
  Diagnostics diagnostics_;
  lts::MtsBuilder builder_;
  std::size_t at_ = 0;   ///< in the line
  std::size_t end_ = 0;  ///< of the line
  bool first_ = true;    ///< no line was read yet
  std::uint64_t transitions_ = 0;
  std::size_t transitions_at_ = 0;
};

}  // namespace

lts::Mts read_aut(const SourceText& source, const lts::ActionTablePtr& table,
                  const Limits* limits) {
  return AutReader(source, table, limits).read();
}

}  // namespace arges::frontend
