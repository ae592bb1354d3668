#pragma once

#include <array>
#include <string>

namespace arges::campaign {

/// The columns of every table of runs; those of tools come behind them.
inline constexpr std::array run_columns{
    "task",      "family", "question", "configuration", "expected", "verdict", "detail",
    "judgement", "cpu_s",  "wall_s",   "memory_kb",     "points",   "host"};

/// Something that a tool counts, and tells: "iterations", "17".
struct Figure {
  std::string name;
  std::string value;

  friend bool operator==(const Figure&, const Figure&) = default;
};

}  // namespace arges::campaign
