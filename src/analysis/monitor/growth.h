#pragma once

#include <functional>
#include <map>
#include <unordered_set>
#include <vector>

#include "analysis/monitor/monitor.h"

namespace arges::analysis {

/// Monitors that never interfere: each watches one figure of a run that grows when a run is lost,
/// and has a concern then.

/// Compares a figure of the last iterations with that of as many before.
class Trend {
 public:
  static constexpr std::size_t window = 5;  ///< iterations

  void add(double value) { values_.push_back(value); }
  bool is_known() const { return values_.size() >= 2 * window; }
  /// On average over the last `window` values, and over those before.
  double last() const { return average(values_.size() - window); }
  double before() const { return average(values_.size() - 2 * window); }

 private:
  double average(std::size_t from) const;
  std::vector<double> values_;
};

/// Iterations that take longer and longer, or one that takes longer than all before it.
class IterationTimeMonitor : public Monitor {
 public:
  /// Seconds from any point in time.
  using Clock = std::function<double()>;
  explicit IterationTimeMonitor(Clock clock);
  IterationTimeMonitor();  ///< by the clock on the wall

  void iteration_started(const Iteration& iteration) override;
  std::optional<std::string> concern() const override;

 private:
  Clock clock_;
  double run_started_;
  double iteration_started_;
  std::uint32_t iteration_ = 0;
  Trend trend_;
};

/// Graphs that get larger and larger.
class GraphGrowthMonitor : public Monitor {
 public:
  void node_created(const Arg& arg, NodeId node) override;
  void iteration_started(const Iteration& iteration) override;
  std::optional<std::string> concern() const override;

 private:
  std::size_t nodes_ = 0;  ///< the most in this iteration
  std::size_t most_before_ = 0;
  Trend trend_;
};

/// Predicates that differ only in their numbers: x <= 1, x <= 2, and so on, one a round of a loop.
class PredicateShapeMonitor : public Monitor {
 public:
  void refined(const Iteration& iteration, const Refutation& refutation) override;
  std::optional<std::string> concern() const override;

 private:
  void count(ir::Expr predicate);

  std::map<Control, std::size_t> seen_;  ///< of each scope's predicates, so many
  std::unordered_set<ir::Expr> counted_;
  std::map<std::string, std::size_t> shapes_;  ///< how many predicates have it
  std::size_t most_ = 0;
  std::string most_frequent_;
  ir::Expr last_;  ///< with the most frequent shape
};

}  // namespace arges::analysis
