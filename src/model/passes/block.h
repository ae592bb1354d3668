#pragma once

#include <memory>
#include <vector>

#include "analysis/system/system.h"

namespace arges::model {

class Block;
using BlockPtr = std::shared_ptr<const Block>;

/// What an action of a reduced system stands for: one action of the original (with what a pass left
/// of its statement), blocks one after another, or one of several blocks.
class Block {
 public:
  enum class Kind : std::uint8_t { action, sequence, choice };

  static BlockPtr of(const analysis::Action& action) { return of(action, action.statement); }
  static BlockPtr of(const analysis::Action& action, ir::Stmt statement);
  static BlockPtr then(const BlockPtr& first, const BlockPtr& second);
  static BlockPtr either(const BlockPtr& one, const BlockPtr& other);

  Kind kind() const { return kind_; }
  const analysis::Action& action() const { return *action_; }  ///< of an action
  const std::vector<BlockPtr>& parts() const { return parts_; }
  /// Simple statements in it, those in loops as often as they are repeated; at least one an action.
  std::size_t size() const { return size_; }
  bool has_choice() const { return has_choice_; }
  /// The statement of the whole; a choice of blocks is a choice with a branch for each, in order.
  ir::Stmt statement(ir::Context& context) const;
  /// The original actions its paths begin with, each once, and one that some path ends with.
  std::vector<const analysis::Action*> first_actions() const;
  const analysis::Action& last_action() const;

 private:
  static BlockPtr join(Kind kind, const BlockPtr& a, const BlockPtr& b);

  Kind kind_ = Kind::action;
  const analysis::Action* action_ = nullptr;
  ir::Stmt statement_;
  std::vector<BlockPtr> parts_;
  std::size_t size_ = 0;
  bool has_choice_ = false;
};

}  // namespace arges::model
