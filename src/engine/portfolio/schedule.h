#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace arges::engine {

/// Who runs when, and for how long: the members of a portfolio take turns, each a slice of time
/// that grows from turn to turn, until they have nothing more to say.
class Schedule {
 public:
  /// No slice of the first member is shorter than `least_seconds`.
  explicit Schedule(std::size_t members, double least_seconds = first_slice_seconds);

  struct Turn {
    std::size_t member;
    double seconds;
  };
  /// Whose turn is next, `elapsed` seconds after the start; nothing while all are running, retired
  /// or not yet needed.
  std::optional<Turn> next(double elapsed);
  /// The member's slice ran out: it comes again once the others had their turns.
  void ran_out(std::size_t member);
  /// A member that was running has no more to say.
  void retire();
  /// Whether all are retired.
  bool is_over() const { return waiting_.empty() && running_ == 0; }

  /// Most tasks are easy: the first member is left alone for so long.
  static constexpr double head_start_seconds = 0.5;
  static constexpr double first_slice_seconds = 1;
  /// Turns begin anew, so that what all of them take is little more than what the last one does.
  static constexpr double growth = 4;

 private:
  double least_seconds_;
  std::deque<std::size_t> waiting_;
  std::vector<std::uint32_t> turns_;  ///< that a member had
  std::size_t running_ = 0;
};

}  // namespace arges::engine
