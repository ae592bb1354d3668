#pragma once

#include <cstdint>
#include <vector>

#include <sys/types.h>

namespace arges::campaign {

/// What processes use together.
struct Usage {
  double cpu_seconds = 0;
  std::uint64_t memory_bytes = 0;  ///< resident; what several share counts once
};

/// The children of all threads of a process.
std::vector<pid_t> children(pid_t parent);

/// The processes that descend from one, without itself: as /proc tells at this moment.
std::vector<pid_t> descendants(pid_t ancestor);

/// What these use; their CPU time has that of the children they waited for. Who is gone uses
/// nothing.
Usage usage_of(const std::vector<pid_t>& processes);

}  // namespace arges::campaign
