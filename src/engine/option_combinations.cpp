#include <algorithm>
#include <set>
#include <tuple>

#include "engine/options.h"

namespace arges::engine {

namespace {

std::vector<std::uint32_t> values_of(const Axis& axis) {
  if (axis.is_number()) return {axis.samples.begin(), axis.samples.end()};
  std::vector<std::uint32_t> result;
  for (const Choice& value : axis.choices.values) result.push_back(value.number);
  return result;
}

/// Two axes (by position, the first smaller) and their values.
using Pair = std::tuple<std::size_t, std::uint32_t, std::size_t, std::uint32_t>;

Pair pair_of(const Configuration& configuration, std::size_t a, std::size_t b) {
  return {std::min(a, b), axes()[std::min(a, b)].get(configuration), std::max(a, b),
          axes()[std::max(a, b)].get(configuration)};
}

/// Configurations in which every pair of values occurs, built one after another.
class PairwiseSet {
 public:
  explicit PairwiseSet(ModelKind kind) : kind_(kind) {}

  std::vector<Configuration> build() {
    take(Configuration{});
    for (const Configuration& frame : frames())
      for (std::size_t a = 0; a < axes().size(); ++a)
        for (const Configuration& one : variants(frame, a))
          for (std::size_t b = a + 1; b < axes().size(); ++b)
            for (const Configuration& both : variants(one, b))
              if (is_open(both, a, b))
                take(completed(both, {axis_named("engine"), axis_named("domain"), a, b}));
    return std::move(result_);
  }

 private:
  static std::size_t axis_named(std::string_view name) {
    return static_cast<std::size_t>(find_axis(name) - axes().data());
  }
  /// Every engine, with every domain if it has some: these decide which other axes have an effect.
  std::vector<Configuration> frames() const {
    std::vector<Configuration> result;
    for (const Configuration& engine : variants(Configuration{}, axis_named("engine"))) {
      const std::vector<Configuration> domains = variants(engine, axis_named("domain"));
      if (domains.empty())
        result.push_back(engine);
      else
        result.insert(result.end(), domains.begin(), domains.end());
    }
    return result;
  }
  /// The configuration with each value of an axis; none where it has no effect.
  std::vector<Configuration> variants(const Configuration& base, std::size_t axis) const {
    std::vector<Configuration> result;
    if (!has_effect(axes()[axis], base, kind_)) return result;
    for (const std::uint32_t value : values_of(axes()[axis])) {
      result.push_back(base);
      axes()[axis].set(result.back(), value);
    }
    return result;
  }
  bool is_open(const Configuration& configuration, std::size_t a, std::size_t b) const {
    return has_effect(axes()[a], configuration, kind_) &&
           has_effect(axes()[b], configuration, kind_) && is_valid(configuration, kind_) &&
           !seen_.contains(pair_of(configuration, a, b));
  }
  /// Sets the other axes so that many new pairs occur.
  Configuration completed(Configuration configuration, std::set<std::size_t> fixed) const {
    for (std::size_t axis = 0; axis < axes().size(); ++axis) {
      if (!fixed.insert(axis).second) continue;
      std::size_t most = 0;
      for (const Configuration& variant : variants(configuration, axis)) {
        if (!is_valid(variant, kind_)) continue;
        const auto gain = static_cast<std::size_t>(std::count_if(
            fixed.begin(), fixed.end(),
            [&](std::size_t other) { return other != axis && is_open(variant, axis, other); }));
        if (gain <= most) continue;
        most = gain;
        configuration = variant;
      }
    }
    return configuration;
  }
  void take(const Configuration& configuration) {
    result_.push_back(configuration);
    for (std::size_t a = 0; a < axes().size(); ++a)
      for (std::size_t b = a + 1; b < axes().size(); ++b)
        if (has_effect(axes()[a], configuration, kind_) &&
            has_effect(axes()[b], configuration, kind_))
          seen_.insert(pair_of(configuration, a, b));
  }

  ModelKind kind_;
  std::set<Pair> seen_;
  std::vector<Configuration> result_;
};

}  // namespace

std::vector<Configuration> pairwise_configurations(ModelKind kind) {
  return PairwiseSet(kind).build();
}

Configuration for_formula(const Configuration& configuration, ModelKind kind) {
  Configuration result;
  use_defaults_of_ltl(result);
  for (const Axis& axis : axes()) {
    if (axis.get(configuration) == axis.get(Configuration())) continue;
    Configuration tried = result;
    axis.set(tried, axis.get(configuration));
    if (tried.logic == Logic::ltl && is_valid(tried, kind)) result = tried;
  }
  return result;
}

}  // namespace arges::engine
