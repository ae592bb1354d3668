#include "output/libraries.h"

#include <fmt/format.h>
#include <nettle/version.h>

namespace arges::output {

std::vector<Library> libraries() {
  return {{"Nettle", "libnettle.",
           fmt::format("{}.{}", nettle_version_major(), nettle_version_minor())}};
}

}  // namespace arges::output
