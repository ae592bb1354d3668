#pragma once

#include <cstdint>
#include <string_view>

namespace arges::model::statechart {

/// How well a user's name fits a full one, the best first.
enum class NameFit : std::uint8_t {
  whole,        ///< it is the name
  end,          ///< without leading parts
  abbreviated,  ///< some parts, in order, the last being the same
  not_at_all,
};
NameFit fit_of(std::string_view full, std::string_view name);

}  // namespace arges::model::statechart
