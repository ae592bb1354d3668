#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "analysis/system/system.h"
#include "base/source.h"
#include "engine/coverage/criteria.h"
#include "engine/trace_model.h"
#include "ir/context.h"

namespace arges::engine {

/// A goal of a criterion: something that should happen in some trace.
struct CoverageGoal {
  Criterion criterion = Criterion::states;
  std::string name;
  SourceLocation position = {};
};
using GoalId = std::uint32_t;

/// A point of a run at which something happens that goals are about. Recorder and search see marks
/// in ways that have nothing in common: in what the model's interpreter says, and in statements.
struct Mark {
  enum class Kind : std::uint8_t {
    entered,   ///< a state of a machine
    fired,     ///< a transition of a machine
    branched,  ///< a branch of a choice of a machine; by branch_number
    tested,    ///< its guard matters: source and trigger are there as a reaction begins
    executed,  ///< an action of a machine or a condition of it, or a statement; by number of its
               ///< Site
    taken,     ///< an action of the System
  };
  Kind kind = Kind::taken;
  std::uint32_t machine = 0;
  std::uint32_t number = 0;
  auto operator<=>(const Mark&) const = default;
};

/// What a mark means for goals that take two steps: a memory holds what came last.
struct MarkEffects {
  struct Access {
    std::uint32_t memory = 0;
    std::uint32_t value = 0;
    std::vector<GoalId> goals = {};  ///< of a read: met if the memory holds the value
  };
  std::vector<GoalId> meets = {};
  std::vector<Access> reads = {};  ///< come first
  std::vector<Access> writes = {};
  /// Of an action: it counts only if this holds before it; null: always.
  ir::Expr when = {};
};

/// A place that reads or writes data, or where ways part: an action of a machine, or a part of a
/// System's statements. It is known by its position in the source.
struct Site {
  static constexpr std::uint32_t no_branch = static_cast<std::uint32_t>(-1);
  std::uint32_t machine = 0;
  SourceLocation location = {};
  std::uint32_t branch = no_branch;  ///< of a choice or condition: which way is gone
  ir::Var defines = nullptr;         ///< null: nothing
  std::vector<ir::Var> uses = {};    ///< the model's data that it reads
};

/// Finds sites by what they are.
class SiteIndex {
 public:
  SiteIndex() = default;
  explicit SiteIndex(const std::vector<Site>& sites);
  /// The number of the site that is the same place: that sets the same variable there, or is the
  /// same way of the same machine.
  std::optional<std::uint32_t> find(const Site& like) const;
  /// Of a statement of a System.
  std::optional<std::uint32_t> find(ir::Stmt statement, std::uint32_t branch) const;
  /// Adds a site, of which only the first at its place is found.
  void add(const Site& site, std::uint32_t number) { numbers_.try_emplace(key_of(site), number); }

 private:
  using Key = std::tuple<std::uint32_t, const SourceText*, std::uint32_t, std::uint32_t, ir::Var>;
  static Key key_of(const Site& site);

  std::map<Key, std::uint32_t> numbers_;
};

/// A guard whose value is a decision.
struct Test {
  std::uint32_t machine = 0;
  std::uint32_t transition = 0;
  std::vector<GoalId> if_true = {};
  std::vector<GoalId> if_false = {};
};

/// A condition on states at the ends of steps.
struct RestGoal {
  ir::Expr condition;  ///< over the System's variables
  GoalId goal = 0;
  /// By controls: all that the condition speaks of has a value there; empty: it has everywhere.
  std::vector<bool> matters_at = {};

  bool matters(analysis::Control control) const {
    return matters_at.empty() || (control < matters_at.size() && matters_at[control]);
  }
};

/// All goals of a model's criteria, and by what they are met.
struct GoalTable {
  std::vector<CoverageGoal> goals;
  std::vector<RestGoal> at_rest;
  std::map<Mark, MarkEffects> marks;
  std::vector<Test> tests;
  std::vector<Site> sites;
  std::uint32_t num_memories = 0;
  /// Transitions of one step of the System fire at once: reads of all of them come before their
  /// writes. Otherwise each mark comes after the one before it.
  bool fire_at_once = false;
  /// Sets of active states are goals once they are seen.
  bool tells_configurations = false;

  GoalId add(CoverageGoal goal);
};

/// What is to be covered.
struct CoverageRequest {
  std::vector<Criterion> criteria = {};
  /// Those that nobody named are left out where a model has no goals of the kind.
  enum class Chosen : std::uint8_t { by_default, by_name } chosen = Chosen::by_default;
  std::vector<std::string> values = {};  ///< names of variables
  std::vector<std::string> goals = {};   ///< conditions

  bool wants(Criterion criterion) const;
};

/// Throws UsageError or InputError for what is no variable or condition of the model.
GoalTable make_goals(const TraceModel& model, const CoverageRequest& request);

}  // namespace arges::engine
