#include "lts/equivalence/labelled_graph.h"

#include <algorithm>

namespace arges::lts {

LabelledGraph graph_of(const Mts& system) {
  LabelledGraph graph;
  graph.offsets.reserve(system.num_states() + 1);
  graph.labels.reserve(system.num_transitions());
  graph.targets.reserve(system.num_transitions());
  for (StateId s = 0; s < system.num_states(); ++s) {
    for (const Transition& t : system.transitions(s)) graph.add_edge(t.action(), t.target());
    graph.finish_state();
  }
  return graph;
}

Partition Partition::numbered(std::span<const std::uint32_t> blocks) {
  constexpr std::uint32_t none = 0xFFFFFFFF;
  const std::uint32_t most = blocks.empty() ? 0 : *std::max_element(blocks.begin(), blocks.end());
  std::vector<std::uint32_t> number(std::size_t{most} + 1, none);
  Partition result;
  result.block_of.reserve(blocks.size());
  for (const std::uint32_t block : blocks) {
    if (number[block] == none) number[block] = static_cast<std::uint32_t>(result.num_blocks++);
    result.block_of.push_back(number[block]);
  }
  return result;
}

Partition Partition::composed(const Partition& fine, const Partition& coarse) {
  std::vector<std::uint32_t> blocks;
  blocks.reserve(fine.block_of.size());
  for (const std::uint32_t block : fine.block_of) blocks.push_back(coarse.block_of[block]);
  return numbered(blocks);
}

}  // namespace arges::lts
