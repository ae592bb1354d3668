#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace arges::campaign {

/// What a tool said about a task, in a word that every tool's runs are counted by.
enum class Status : std::uint8_t {
  holds,     ///< "true"
  violated,  ///< "false"
  unknown,
  timeout,
  out_of_memory,
  error,  ///< it ended in a way that says nothing, or could not be started
};

struct Verdict {
  Status status = Status::error;
  std::string detail = {};  ///< "interpolation failed", "exit code 4"

  /// "true", "false", "unknown", "timeout", "memory", "error", with the detail in parentheses.
  std::string to_string() const;
};

const char* to_string(Status status);
/// Throws std::invalid_argument for what is no status.
Status status_of(const std::string& word);

/// The answer that is known to be right, if any.
class Expected {
 public:
  Expected() = default;
  // NOLINTBEGIN(google-explicit-constructor): an answer, or that there is none, is mostly all of it
  Expected(bool answer) : answer_(answer) {}
  Expected(std::optional<bool> answer) : answer_(answer) {}
  Expected(std::nullopt_t) {}
  // NOLINTEND(google-explicit-constructor)
  /// Of a property that has several, the part that is violated: "valid-deref".
  Expected(std::optional<bool> answer, std::string part)
      : answer_(answer), part_(std::move(part)) {}

  explicit operator bool() const { return answer_.has_value(); }
  bool operator*() const { return *answer_; }
  const std::optional<bool>& answer() const { return answer_; }
  const std::string& part() const { return part_; }
  /// "true", "false (valid-deref)", nothing if nobody knows.
  std::string to_string() const;

  friend bool operator==(const Expected&, const Expected&) = default;

 private:
  std::optional<bool> answer_;
  std::string part_;
};

/// How an answer compares with the known one.
enum class Judgement : std::uint8_t {
  correct,
  wrong,
  unconfirmed,  ///< nobody knows the answer
  none,         ///< there was no answer
};
const char* to_string(Judgement judgement);
/// Who says `false` and, in its detail, names a part of valid-memsafety that is not the violated
/// one is wrong.
Judgement judge(const Verdict& verdict, const Expected& expected);

/// "TASK by CONFIGURATION says true, expected false"; with what else a tool says about its answer
/// where a part of the property matters.
std::string wrong_text(const std::string& task, const std::string& column, const Verdict& verdict,
                       const Expected& expected);

/// The points of SV-COMP: 2 for a proof, 1 for a counterexample, -32 and -16 for wrong ones.
int score(const Verdict& verdict, const Expected& expected);
/// The most that a task gives.
int most_points(const Expected& expected);

}  // namespace arges::campaign
