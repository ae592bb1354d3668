#pragma once

#include <cstdint>
#include <optional>

namespace arges::campaign {

/// What one run may use; nothing: as much as there is.
struct RunLimits {
  std::optional<double> cpu_seconds = {};
  std::optional<double> wall_seconds = {};
  /// Of a million bytes each.
  std::optional<std::uint64_t> memory_megabytes = {};
  /// How many processor cores a run gets for itself; 0: whatever is free.
  std::uint32_t cores = 0;
  /// How long a run that is asked to end, as its time is over, may take for that; nothing: none.
  std::optional<double> grace_seconds = {};

  std::optional<std::uint64_t> memory_bytes() const {
    if (!memory_megabytes) return {};
    return *memory_megabytes * 1'000'000;
  }

  friend bool operator==(const RunLimits&, const RunLimits&) = default;
};

}  // namespace arges::campaign
