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

  /// A place that reads variables and then may set one; `what` it is, for people. A place that is
  /// known already is the same one, which reads these as well.
  void add_site(const Site& site, const std::string& what);
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
  /// Where it is, told apart from all others of its kind.
  static std::string where(const Place& place, const std::vector<Place>& among);

  GoalTable& table_;
  SiteIndex sites_;
  std::map<std::uint32_t, std::pair<ir::Var, Flow>> flows_;  ///< by the variables' numbers
};

}  // namespace arges::engine
