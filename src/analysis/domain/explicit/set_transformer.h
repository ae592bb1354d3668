#pragma once

#include <optional>
#include <span>
#include <unordered_set>
#include <vector>

#include "analysis/domain/explicit/compiled_action.h"
#include "base/limits.h"

namespace arges::analysis {

/// One way through an action on partly known values.
///
/// Unknown values carry tags: the same tag is the same value. `relations` lists tags whose values
/// depend on each other in a way values can't show; `constrained` those an assumption restricts.
struct Fork {
  std::vector<ir::Value> slots;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> relations;
  std::vector<std::uint64_t> constrained;
  std::uint32_t path = 0;  ///< the statements executed, see SetTransformer::path

  /// Whether the slots say all there is to know.
  bool is_exact() const { return relations.empty() && constrained.empty(); }
};

/// Executes an action on partial values as a transformer of sets: forks at choices and unknown
/// guards, forgets what the rest of the action does not read, and merges equal results, so that
/// independent choices over untracked variables do not multiply.
class SetTransformer {
 public:
  /// `keeps(slot)` tells the variables that matter after the action, `restricted(slot)` those about
  /// whose values before it more is known than the values tell: forks that treat these differently
  /// are not merged.
  SetTransformer(const Limits& limits, const CompiledAction& action, std::vector<bool> keeps,
                 std::vector<bool> restricted)
      : limits_(limits),
        action_(action),
        keeps_(std::move(keeps)),
        restricted_(std::move(restricted)) {}

  /// All forks, or nothing if there are more than `max_forks`.
  std::optional<std::vector<Fork>> run(std::span<const ir::Value> accessed);
  /// A single approximation of all forks: values that differ become unknown. Nothing if no run
  /// exists at all.
  std::optional<std::vector<ir::Value>> run_joined(std::span<const ir::Value> accessed);

  /// The statements of a fork in order.
  std::vector<ir::Stmt> path(const Fork& fork) const;

  static constexpr std::size_t max_forks = 256;

 private:
  struct PathCell {
    ir::Stmt statement;
    std::uint32_t previous;
  };
  enum class Feasible : bool { no, yes };

  Fork start(std::span<const ir::Value> accessed);
  using Forks = std::vector<Fork>;
  enum class Amount : bool { fine, too_many };
  Amount execute(const CompiledStmt& statement, Forks& forks);
  Amount execute_choice(const CompiledStmt& statement, Forks& forks);
  /// Whether the branch's condition is known to be false in each of them.
  static bool is_closed(const CompiledStmt& branch, const Forks& forks);
  Amount execute_sequence(const CompiledStmt& statement, Forks& forks);
  void execute_assign(const CompiledStmt& statement, Fork& fork);
  Feasible execute_assume(const CompiledStmt& statement, Fork& fork);
  Feasible restrict_to(const CompiledConjunct& conjunct, Fork& fork);
  void replace_unknown(Fork& fork, ir::Value unknown, ir::Value by);
  void merge(const CompiledStmt& after, std::vector<Fork>& forks);
  void record(const CompiledStmt& statement, Fork& fork);
  std::uint64_t fresh_tag() { return next_tag_++; }

  const Limits& limits_;
  const CompiledAction& action_;
  std::vector<bool> keeps_;
  std::vector<bool> restricted_;
  std::unordered_set<std::uint64_t> restricted_tags_;
  std::vector<PathCell> path_{PathCell{}};
  std::uint64_t next_tag_ = 1;
};

}  // namespace arges::analysis
