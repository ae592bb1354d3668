#include "model/passes/large_blocks.h"

#include <algorithm>

namespace arges::model {

namespace {

using Control = BlockGraph::Control;

/// Applies the rules of large-block encoding to one graph.
class Enlarger {
 public:
  Enlarger(BlockGraph& graph, BlockKind kind, std::size_t most_statements)
      : graph_(graph), kind_(kind), most_statements_(most_statements), kept_(graph.loop_heads()) {
    kept_.insert(graph.system().initial_control());
    for (const auto& [control, point] : graph.points()) {
      if (graph.system().is_target(control)) kept_.insert(control);
      todo_.insert(control);
    }
  }

  void run() {
    while (!todo_.empty() || !later_.empty()) {
      // What needs no copies goes first: branches may meet again and become one before then.
      const bool copying = todo_.empty();
      std::set<Control>& from = copying ? later_ : todo_;
      const Control control = *from.begin();
      from.erase(from.begin());
      if (!graph_.contains(control)) continue;
      if (kind_ == BlockKind::full && merge_parallel(control)) repeat_around(control);
      if (!may_bypass(control)) continue;
      if (!copying && copies(control) > 0) {
        later_.insert(control);
        continue;
      }
      repeat_around(control);
      graph_.bypass(control);
    }
  }

 private:
  /// Past this the work that is done again outweighs the states that are saved: a property that is
  /// checked at every point of a long chain would repeat all of it before each check.
  static constexpr std::size_t most_copied = 20;

  bool fits(const Block& a, const Block& b) const {
    return a.size() + b.size() <= most_statements_;
  }

  bool merge_parallel(Control control) {
    return graph_.merge_parallel(control,
                                 [&](const Block& a, const Block& b) { return fits(a, b); });
  }

  bool may_bypass(Control control) const {
    if (kept_.contains(control)) return false;
    const BlockGraph::Point& point = graph_.point(control);
    if (point.out.empty()) return true;
    if (point.in.size() != 1 && point.out.size() != 1) return false;
    if (copies(control) > most_copied) return false;
    return std::all_of(point.in.begin(), point.in.end(), [&](const auto* before) {
      return std::all_of(point.out.begin(), point.out.end(),
                         [&](const auto* after) { return fits(*before->block, *after->block); });
    });
  }

  /// How many statements more there are once it is bypassed.
  std::size_t copies(Control control) const {
    const BlockGraph::Point& point = graph_.point(control);
    if (point.out.empty()) return 0;
    if (point.in.size() == 1) return (point.out.size() - 1) * point.in.front()->block->size();
    return (point.in.size() - 1) * point.out.front()->block->size();
  }

  void repeat_around(Control control) {
    const BlockGraph::Point& point = graph_.point(control);
    for (const auto* edge : point.in) todo_.insert(edge->source);
    for (const auto* edge : point.out) todo_.insert(edge->target);
  }

  BlockGraph& graph_;
  BlockKind kind_;
  std::size_t most_statements_;
  std::set<Control> kept_;
  std::set<Control> todo_;
  std::set<Control> later_;  ///< those that need copies
};

}  // namespace

void make_large_blocks(BlockGraph& graph, BlockKind kind, std::size_t most_statements) {
  if (kind != BlockKind::single) Enlarger(graph, kind, most_statements).run();
}

}  // namespace arges::model
