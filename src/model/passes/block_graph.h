#pragma once

#include <deque>
#include <map>
#include <set>
#include <vector>

#include "model/passes/block.h"

namespace arges::model {

/// Where runs must be able to get to in the control graph, to matter.
enum class Goals : std::uint8_t {
  targets,
  none,  ///< all runs matter
};

/// The control graph of a System while passes change it: what can be reached from the initial
/// control point, with a Block on every edge. Targets have no way out.
class BlockGraph {
 public:
  using Control = analysis::Control;
  struct Edge {
    Control source;
    Control target;
    BlockPtr block;
  };
  /// A control point with its edges; those going out are in the System's order.
  struct Point {
    std::vector<Edge*> in;
    std::vector<Edge*> out;
  };

  explicit BlockGraph(const analysis::System& system, Goals goals = Goals::targets);

  const analysis::System& system() const { return system_; }
  const std::map<Control, Point>& points() const { return points_; }
  const Point& point(Control control) const { return points_.at(control); }
  bool contains(Control control) const { return points_.contains(control); }
  /// Variables the system shall have, by default the original's.
  std::vector<ir::Var> variables;
  std::vector<ir::Var> auxiliary_variables;
  ir::Expr initial_condition;
  /// Values of variables that were replaced by them: at each control point those that are read
  /// there before they are written.
  std::map<Control, std::vector<std::pair<ir::Var, ir::Expr>>> constants;

  /// Control points that cut every cycle of the system's own graph: where a search in depth comes
  /// upon itself. Passes keep them even where a cycle turns out to be impossible: a proof is
  /// checked in the system's graph and needs nodes there.
  const std::set<Control>& loop_heads() const { return loop_heads_; }

  /// Gives every edge the statement that `change` makes of its own. To be used while every block is
  /// one action.
  template <typename Change>
  void change_statements(const Change& change) {
    for (auto& [control, point] : points_)
      for (Edge* edge : point.out)
        edge->block =
            Block::of(edge->block->action(), change(edge->block->statement(system_.context())));
  }
  /// Replaces every edge by one for each statement that `split` makes of its own. To be used while
  /// every block is one action.
  template <typename Split>
  void split_statements(const Split& split) {
    for (auto& [control, point] : points_) {
      for (Edge* edge : std::vector<Edge*>(point.out)) {
        std::vector<BlockPtr> parts;
        for (const ir::Stmt statement : split(edge->block->statement(system_.context())))
          parts.push_back(Block::of(edge->block->action(), statement));
        replace(edge, parts);
      }
    }
  }
  /// Connects what comes before a control point with what follows it and removes it.
  void bypass(Control control);
  /// Replaces edges of one source and target by a choice, where `fits` says so of the choice.
  template <typename Fits>
  bool merge_parallel(Control source, const Fits& fits) {
    bool merged = false;
    std::vector<Edge*> kept;
    for (Edge* edge : std::vector<Edge*>(points_.at(source).out)) {
      Edge* twin = nullptr;
      for (Edge* other : kept)
        if (other->target == edge->target && fits(*other->block, *edge->block)) twin = other;
      if (twin == nullptr) {
        kept.push_back(edge);
        continue;
      }
      twin->block = Block::either(twin->block, edge->block);
      remove(edge);
      merged = true;
    }
    return merged;
  }
  void remove(Edge* edge);
  /// Removes edges that no run takes and what can't be reached any more, and remembers that.
  void remove_infeasible();
  /// Control points that were removed because they can't be reached.
  const std::set<Control>& unreachable() const { return unreachable_; }

 private:
  Edge* add(Control source, Control target, BlockPtr block);
  /// The new edges take the old one's place, so that the order of exploration stays.
  void replace(Edge* edge, const std::vector<BlockPtr>& blocks);
  void explore();
  /// Removes what leads to no target; the initial control point stays.
  void remove_hopeless();
  void remove_point(Control control);
  std::set<Control> find_loop_heads() const;

  const analysis::System& system_;
  std::map<Control, Point> points_;
  std::deque<Edge> edges_;
  std::set<Control> unreachable_;
  std::set<Control> loop_heads_;
};

}  // namespace arges::model
