#include "model/cfa/cfa.h"

namespace arges::model {

std::optional<std::uint32_t> Cfa::find_location(std::string_view wanted) const {
  for (std::uint32_t i = 0; i < locations.size(); ++i)
    if (locations[i].name == wanted) return i;
  return std::nullopt;
}

}  // namespace arges::model
