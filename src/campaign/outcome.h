#pragma once

#include <cstdint>
#include <string>

namespace arges::campaign {

/// How a program's run under limits went.
struct Outcome {
  enum class End : std::uint8_t {
    exited,     ///< with `code`
    signalled,  ///< by signal `code`
    cpu_time,   ///< stopped at a limit
    wall_time,
    memory,
    not_started,  ///< `output` says why
    lost,         ///< who kept it was killed, and it was ended
  };
  End end = End::not_started;
  int code = 0;
  double cpu_seconds = 0;
  double wall_seconds = 0;
  std::uint64_t memory_kilobytes = 0;  ///< the most that its processes had together; of 1000 bytes
  /// What it wrote to its standard streams: the beginning and the end, if it was much.
  std::string output = {};
  /// A file that the run depends on, which was not what it should be when it had ended.
  std::string changed_file = {};

  /// One line of JSON.
  std::string to_json() const;
  static Outcome of_json(const std::string& text);
};

}  // namespace arges::campaign
