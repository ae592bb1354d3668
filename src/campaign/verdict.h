#pragma once

#include <cstdint>
#include <optional>
#include <string>

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

/// How an answer compares with the known one.
enum class Judgement : std::uint8_t {
  correct,
  wrong,
  unconfirmed,  ///< nobody knows the answer
  none,         ///< there was no answer
};
const char* to_string(Judgement judgement);
Judgement judge(Status status, std::optional<bool> expected);

/// The points of SV-COMP: 2 for a proof, 1 for a counterexample, -32 and -16 for wrong ones.
int score(Status status, std::optional<bool> expected);
/// The most that a task gives.
int most_points(std::optional<bool> expected);

}  // namespace arges::campaign
