#pragma once

#include <algorithm>
#include <vector>

#include "analysis/ltl/abstract_graph.h"

namespace arges::analysis {

/// A path of an abstract graph that ends in a cycle: an abstract counterexample (Mondok 2019,
/// 3.4.3).
struct AbstractLasso {
  /// An edge with the node it leaves.
  struct Step {
    NodeId source;
    AbstractGraph::Edge edge;
  };
  std::vector<Step> stem;  ///< from a root to the cycle
  std::vector<Step> loop;  ///< from a node back to it

  /// The actions of the stem and of so many rounds.
  std::vector<const Action*> actions(std::size_t rounds) const {
    std::vector<const Action*> result;
    for (const Step& step : stem) result.push_back(step.edge.action);
    for (std::size_t i = 0; i < rounds; ++i)
      for (const Step& step : loop) result.push_back(step.edge.action);
    return result;
  }
  /// Begins the loop where a step of the model has just ended, so that it can be told in the
  /// model's terms.
  void rotate_to_step() {
    const std::size_t most = loop.size();
    for (std::size_t i = 0; i < most && loop.back().edge.action->role != ActionRole::step; ++i) {
      stem.push_back(loop.front());
      std::rotate(loop.begin(), loop.begin() + 1, loop.end());
    }
  }
};

}  // namespace arges::analysis
