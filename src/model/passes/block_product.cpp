#include "model/passes/block_product.h"

#include "base/invariant.h"

namespace arges::model {

namespace {

void append_actions(const Block& block, std::vector<const analysis::Action*>& actions) {
  INVARIANT(block.kind() != Block::Kind::choice, "blocks should have one way through them");
  if (block.kind() == Block::Kind::action) actions.push_back(&block.action());
  for (const BlockPtr& part : block.parts()) append_actions(*part, actions);
}

std::unique_ptr<BlockSystem> blocks_of(const analysis::System& product) {
  Reductions reductions;
  reductions.blocks = BlockKind::sequential;
  reductions.goals = Goals::none;
  auto result = reduce(product, reductions);
  result->mark_dead_variables();
  return result;
}

}  // namespace

BlockProduct::BlockProduct(const analysis::AcceptingSystem& product)
    : product_(product), blocks_(blocks_of(product)) {
  for (std::uint32_t id = 0; const Action* action = blocks_->find_action(id); ++id) {
    Marks marks = 0;
    for (const Action* part : way(*action)) marks |= product_.marks(*part);
    marks_.push_back(marks);
  }
}

std::vector<const analysis::Action*> BlockProduct::way(const Action& action) const {
  std::vector<const Action*> result;
  append_actions(blocks_->block(action), result);
  return result;
}

}  // namespace arges::model
