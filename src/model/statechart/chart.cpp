#include "model/statechart/chart.h"

#include <fmt/format.h>

namespace arges::model::statechart {

std::string Machine::qualified(std::string_view what) const {
  return name.empty() ? std::string(what) : fmt::format("{}.{}", name, what);
}

}  // namespace arges::model::statechart
