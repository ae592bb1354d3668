#pragma once

#include <stdexcept>
#include <string>

namespace arges::synth {

/// What was asked for can't be made: why, and what is nearest to it and would work.
class SynthesisError : public std::runtime_error {
 public:
  explicit SynthesisError(const std::string& message, std::string nearest = "")
      : std::runtime_error(message), nearest_(std::move(nearest)) {}
  const std::string& nearest() const { return nearest_; }

 private:
  std::string nearest_;
};

}  // namespace arges::synth
