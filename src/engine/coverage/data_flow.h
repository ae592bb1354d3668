#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/coverage/goals.h"

namespace arges::engine {

/// Collects where variables are set and read, and makes the goals of all-defs and all-uses (Ádám
/// 2023, Definitions 9 and 10): for every variable a memory with the place that set it last.
/// Initial values are no definitions.
class DataFlow {
 public:
  explicit DataFlow(GoalTable& table) : table_(table) {}

  /// A place that sets a variable, after it read others.
  void add_site(Site site);
  /// A place that reads a variable only.
  void add_use(ir::Var var, const Mark& mark, SourceLocation location, std::string what);
  /// To be called once, after everything was added.
  void add_goals(const CoverageRequest& request);

 private:
  struct Place {
    Mark mark;
    SourceLocation location;
    std::string what;
  };
  struct Flow {
    std::vector<Place> definitions;
    std::vector<Place> uses;
  };
  static std::string where(const Place& place);

  GoalTable& table_;
  std::map<std::uint32_t, std::pair<ir::Var, Flow>> flows_;  ///< by the variables' numbers
};

}  // namespace arges::engine
