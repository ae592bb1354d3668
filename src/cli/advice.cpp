#include "cli/advice.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "engine/options.h"

namespace arges::cli {

namespace {

/// The axes that decide what a refinement can learn, the most promising first.
constexpr std::string_view decisive_axes[] = {"domain", "max-enum", "refinement"};
constexpr std::size_t most_options = 4;

/// The settings of an axis that are worth a try, as options.
std::vector<std::string> alternatives(const engine::Configuration& configuration,
                                      const engine::Axis& axis) {
  const std::uint32_t used = axis.get(configuration);
  std::vector<std::string> result;
  if ((axis.domains & engine::only(configuration.domain)) == 0) return result;
  // The product has what the other domains have.
  if (axis.name() == "domain") {
    const bool is_product = configuration.domain == engine::DomainKind::product;
    return {is_product ? "--domain pred-split" : "--domain prod"};
  }
  // Zero stands for no limit.
  if (axis.is_number() && used != 0 && used <= UINT32_MAX / 10)
    result.push_back(fmt::format("--{} {}", axis.name(), used * 10));
  for (const engine::Choice& value : axis.choices.values)
    if (value.number != used) result.push_back(fmt::format("--{} {}", axis.name(), value.name));
  return result;
}

}  // namespace

std::string advice(const engine::Configuration& configuration, const std::string& reason) {
  if (reason != "no refinement progress") return "";
  std::vector<std::string> options;
  for (const std::string_view name : decisive_axes)
    for (const engine::Axis& axis : engine::axes())
      if (axis.name() == name)
        for (std::string& option : alternatives(configuration, axis))
          options.push_back(std::move(option));
  options.resize(std::min(options.size(), most_options));
  return fmt::format("try {}", fmt::join(options, ", or "));
}

}  // namespace arges::cli
