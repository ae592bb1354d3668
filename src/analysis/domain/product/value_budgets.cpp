#include "analysis/domain/product/value_budgets.h"

#include <unordered_map>
#include <unordered_set>

#include "base/invariant.h"

namespace arges::analysis {

namespace {

/// Different values, by variable.
class ValueCounts {
 public:
  std::size_t add(ir::Var var, ir::Value value) {
    std::unordered_set<ir::Value>& values = values_[var];
    values.insert(value);
    return values.size();
  }
  void clear() { values_.clear(); }

 private:
  std::unordered_map<ir::Var, std::unordered_set<ir::Value>> values_;
};

class LimitedBudget : public ValueBudget {
 public:
  explicit LimitedBudget(std::size_t limit) : limit_(limit) {}
  std::size_t limit() const override { return limit_; }
  bool enumerates(ir::Var) const override { return true; }
  bool exceeds(ir::Var var, ir::Value value) override { return counts_.add(var, value) > limit_; }

 protected:
  std::size_t limit_;
  ValueCounts counts_;
};

/// Algorithm 1.
class StateBudget : public LimitedBudget {
 public:
  using LimitedBudget::LimitedBudget;
  std::vector<ir::Var> spent(const PostQuery&) override {
    counts_.clear();
    return {};
  }
};

/// Algorithm 3. What was removed from the graph since it was started still counts.
class ArgBudget : public LimitedBudget {
 public:
  using LimitedBudget::LimitedBudget;
  std::vector<ir::Var> spent(const PostQuery&) override { return {}; }
  void start_over() override { counts_.clear(); }
};

/// The path strategy that enumerates.
class PathEnumBudget : public LimitedBudget {
 public:
  PathEnumBudget(std::size_t limit, const ExplicitDomain& domain)
      : LimitedBudget(limit), domain_(domain) {}

  std::vector<ir::Var> spent(const PostQuery& query) override {
    counts_.clear();
    std::vector<ir::Var> result;
    if (query.path == nullptr) return result;
    for (const ir::Var var : query.facts().variables()) {
      std::size_t values = 0;
      query.path->for_each_state([&](StateId state) {
        const ir::Value value = domain_.value(state, var);
        if (!value.is_unknown()) values = counts_.add(var, value);
      });
      if (values > limit_) result.push_back(var);
    }
    return result;
  }

 private:
  const ExplicitDomain& domain_;
};

/// Algorithm 2.
class PathBudget : public PathEnumBudget {
 public:
  using PathEnumBudget::PathEnumBudget;
  bool enumerates(ir::Var) const override { return false; }
  bool exceeds(ir::Var, ir::Value) override { return false; }
};

/// One state must not have many successors, but a loop may count for a while.
class CombinedBudget : public StateBudget {
 public:
  using StateBudget::StateBudget;
  bool exceeds(ir::Var var, ir::Value value) override {
    constexpr std::size_t most_in_graph = 256;
    return StateBudget::exceeds(var, value) || in_graph_.add(var, value) > most_in_graph;
  }
  void start_over() override { in_graph_.clear(); }

 private:
  ValueCounts in_graph_;
};

class TopFirstBudget : public StateBudget {
 public:
  using StateBudget::StateBudget;
  bool enumerates(ir::Var var) const override { return again_.contains(var); }
  bool exceeds(ir::Var var, ir::Value value) override {
    return enumerates(var) && StateBudget::exceeds(var, value);
  }
  bool wanted_again(ir::Var var) override { return again_.insert(var).second; }

 private:
  std::unordered_set<ir::Var> again_;
};

}  // namespace

std::unique_ptr<ValueBudget> make_budget(ProductStrategy strategy, std::size_t limit,
                                         const ExplicitDomain& domain) {
  switch (strategy) {
    case ProductStrategy::state:
      return std::make_unique<StateBudget>(limit);
    case ProductStrategy::path:
      return std::make_unique<PathBudget>(limit, domain);
    case ProductStrategy::arg:
      return std::make_unique<ArgBudget>(limit);
    case ProductStrategy::path_enum:
      return std::make_unique<PathEnumBudget>(limit, domain);
    case ProductStrategy::combined:
      return std::make_unique<CombinedBudget>(limit);
    case ProductStrategy::top_first:
      return std::make_unique<TopFirstBudget>(limit);
  }
  UNREACHABLE("strategy should be known");
}

}  // namespace arges::analysis
