#pragma once

#include <string>

namespace arges::campaign {

/// Something that a tool counts, and tells: "iterations", "17".
struct Figure {
  std::string name;
  std::string value;

  friend bool operator==(const Figure&, const Figure&) = default;
};

}  // namespace arges::campaign
