#include "automata/bdd/libraries.h"

#include <bdd.h>
#include <fmt/format.h>

namespace arges::automata {

std::vector<Library> libraries() {
  const int number = bdd_versionnum();
  return {{"BuDDy", "libbdd.", fmt::format("{}.{}", number / 10, number % 10)}};
}

}  // namespace arges::automata
