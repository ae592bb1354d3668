#pragma once

#include <string>

namespace arges {

/// A library that the program uses, as it was found when the program started.
struct Library {
  std::string name;     ///< "Z3"
  std::string stem;     ///< how the name of its file begins: "libz3."
  std::string version;  ///< as the library tells it; empty if it doesn't
};

}  // namespace arges
