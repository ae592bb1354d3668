#include "model/passes/block.h"

#include <algorithm>
#include <numeric>

#include "ir/unfold.h"

namespace arges::model {

namespace {

std::size_t count_statements(ir::Stmt statement) {
  std::size_t count = 0;
  for (const ir::Stmt child : statement.children()) count += count_statements(child);
  if (statement.kind() == ir::StmtKind::loop)
    if (const auto bounds = ir::constant_bounds(statement)) {
      const mpz_class times = bounds->second - bounds->first;
      count *= times > 0 ? times.get_ui() : 0;
    }
  const bool simple = statement.children().empty() && statement.kind() != ir::StmtKind::skip;
  return count + (simple || statement.kind() == ir::StmtKind::if_ ? 1 : 0);
}

}  // namespace

BlockPtr Block::of(const analysis::Action& action, ir::Stmt statement) {
  auto block = std::make_shared<Block>();
  block->action_ = &action;
  block->statement_ = statement;
  block->size_ = std::max<std::size_t>(1, count_statements(statement));
  return block;
}

BlockPtr Block::join(Kind kind, const BlockPtr& a, const BlockPtr& b) {
  auto block = std::make_shared<Block>();
  block->kind_ = kind;
  for (const BlockPtr& part : {a, b}) {
    if (part->kind_ == kind)
      block->parts_.insert(block->parts_.end(), part->parts_.begin(), part->parts_.end());
    else
      block->parts_.push_back(part);
    block->size_ += part->size_;
    block->has_choice_ = block->has_choice_ || part->has_choice_;
  }
  return block;
}

BlockPtr Block::then(const BlockPtr& first, const BlockPtr& second) {
  return join(Kind::sequence, first, second);
}

BlockPtr Block::either(const BlockPtr& one, const BlockPtr& other) {
  auto block = std::make_shared<Block>(*join(Kind::choice, one, other));
  block->has_choice_ = true;
  return block;
}

ir::Stmt Block::statement(ir::Context& context) const {
  if (kind_ == Kind::action) return statement_;
  std::vector<ir::Stmt> statements;
  for (const BlockPtr& part : parts_) statements.push_back(part->statement(context));
  return kind_ == Kind::sequence ? ir::sequence(context, statements)
                                 : ir::choice(context, std::move(statements));
}

std::vector<const analysis::Action*> Block::first_actions() const {
  if (kind_ == Kind::action) return {action_};
  if (kind_ == Kind::sequence) return parts_.front()->first_actions();
  std::vector<const analysis::Action*> result;
  for (const BlockPtr& part : parts_)
    for (const analysis::Action* action : part->first_actions())
      if (std::find(result.begin(), result.end(), action) == result.end()) result.push_back(action);
  return result;
}

const analysis::Action& Block::last_action() const {
  return kind_ == Kind::action ? *action_ : parts_.back()->last_action();
}

}  // namespace arges::model
