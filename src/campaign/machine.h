#pragma once

#include <string>

namespace arges::campaign {

/// A machine that runs are made on.
struct Machine {
  std::string name;
  std::string description;  ///< processor, cores, memory, system; what of it is known
};

const Machine& this_machine();

}  // namespace arges::campaign
