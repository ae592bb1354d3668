#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace arges::synth {

/// What stands in the way.
enum class Obstacle : std::uint8_t {
  properties,  ///< that were chosen do not go together; fewer of them, or others, may
  merging,     ///< components do not stay small when they become one
  other,
};

/// What was asked for can't be made: why, and what is nearest to it and would work.
class SynthesisError : public std::runtime_error {
 public:
  explicit SynthesisError(const std::string& message, std::string nearest = "",
                          std::size_t missing = 0, Obstacle obstacle = Obstacle::other)
      : std::runtime_error(message),
        nearest_(std::move(nearest)),
        missing_(missing),
        obstacle_(obstacle) {}
  const std::string& nearest() const { return nearest_; }
  /// How far what was found is from what was asked for, among errors of one kind.
  std::size_t missing() const { return missing_; }
  Obstacle obstacle() const { return obstacle_; }

 private:
  std::string nearest_;
  std::size_t missing_;
  Obstacle obstacle_;
};

}  // namespace arges::synth
