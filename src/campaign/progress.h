#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>

#include "campaign/campaign.h"

namespace arges::campaign {

/// Tells how far a campaign is and how long it may take: on a terminal in a line that is written
/// over, else by a line now and then.
class Progress {
 public:
  enum class Medium : std::uint8_t { terminal, file };
  using Write = std::function<void(const std::string&)>;
  Progress(Medium medium, std::uint32_t jobs, Write write)
      : medium_(medium), jobs_(jobs), write_(std::move(write)) {}
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void ended(const Campaign::Event& event, const State& state);
  void waiting(const State& state);
  /// A line of its own, above the one that is written over.
  void say(const std::string& line);

 private:
  using Clock = std::chrono::steady_clock;
  void show(const State& state);
  std::optional<double> seconds_left(const State& state) const;

  Medium medium_;
  std::uint32_t jobs_;
  Write write_;
  Clock::time_point last_ = Clock::now();
  double wall_seconds_ = 0;  ///< of all runs that ended
  bool has_line_ = false;
};

/// "3 h 20 min", "45 s".
std::string duration_text(double seconds);

}  // namespace arges::campaign
