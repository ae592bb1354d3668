#include "campaign/verdict.h"

#include <array>
#include <stdexcept>

#include <fmt/format.h>

#include "base/invariant.h"

namespace arges::campaign {

namespace {

constexpr std::array status_names{"true", "false", "unknown", "timeout", "memory", "error"};

}  // namespace

const char* to_string(Status status) { return status_names.at(static_cast<std::size_t>(status)); }

Status status_of(const std::string& word) {
  for (std::size_t i = 0; i < status_names.size(); ++i)
    if (word == status_names[i]) return static_cast<Status>(i);
  throw std::invalid_argument(fmt::format("'{}' is no status", word));
}

std::string Verdict::to_string() const {
  const char* word = campaign::to_string(status);
  return detail.empty() ? word : fmt::format("{} ({})", word, detail);
}

const char* to_string(Judgement judgement) {
  switch (judgement) {
    case Judgement::correct:
      return "correct";
    case Judgement::wrong:
      return "wrong";
    case Judgement::unconfirmed:
      return "unconfirmed";
    case Judgement::none:
      return "none";
  }
  UNREACHABLE("there should be a word for every judgement");
}

std::string Expected::to_string() const {
  if (!answer_) return "";
  const char* word = *answer_ ? "true" : "false";
  return part_.empty() ? word : fmt::format("{} ({})", word, part_);
}

Judgement judge(const Verdict& verdict, const Expected& expected) {
  const Status status = verdict.status;
  if (status != Status::holds && status != Status::violated) return Judgement::none;
  if (!expected) return Judgement::unconfirmed;
  if ((status == Status::holds) != *expected) return Judgement::wrong;
  const bool names_part = status == Status::violated && verdict.detail.starts_with("valid-");
  const bool is_other = names_part && !expected.part().empty() && verdict.detail != expected.part();
  return is_other ? Judgement::wrong : Judgement::correct;
}

std::string wrong_text(const std::string& task, const std::string& column, const Verdict& verdict,
                       const Expected& expected) {
  return fmt::format("{} by {} says {}, expected {}", task, column,
                     expected.part().empty() ? to_string(verdict.status) : verdict.to_string(),
                     expected.to_string());
}

int score(const Verdict& verdict, const Expected& expected) {
  const Status status = verdict.status;
  switch (judge(verdict, expected)) {
    case Judgement::correct:
      return status == Status::holds ? 2 : 1;
    case Judgement::wrong:
      return status == Status::holds ? -32 : -16;
    case Judgement::unconfirmed:
    case Judgement::none:
      return 0;
  }
  UNREACHABLE("every judgement should have points");
}

int most_points(const Expected& expected) {
  if (!expected) return 0;
  return *expected ? 2 : 1;
}

}  // namespace arges::campaign
