#include "analysis/system/narrowed_system.h"

namespace arges::analysis {

std::span<const Action* const> NarrowedSystem::actions(Control control) const {
  const auto [known, fresh] = actions_.try_emplace(control);
  if (fresh)
    for (const Action* action : whole_.actions(control))
      if (!is_left_out_(*action)) known->second.push_back(action);
  return known->second;
}

}  // namespace arges::analysis
