#pragma once

#include <map>
#include <string>
#include <vector>

#include "frontend/scxml/scxml_translation.h"

namespace arges::frontend::scxml {

/// Makes the actions of a machine, and its timers and assertions, of executable content.
class ActionBuilder {
 public:
  ActionBuilder(ir::Context& context, Draft& draft, Types& types)
      : context_(context),
        draft_(draft),
        machine_(draft.machine),
        reader_(*draft.reader),
        types_(types),
        translator_(context, draft, types) {}

  /// A timer for each delayed <send>. To be called before anything else.
  void add_timers();
  model::statechart::Block block(const Items& items, const Current& current);
  model::statechart::Action raise(model::statechart::EventId event,
                                  const std::vector<Item::Argument>& given, const Current& current,
                                  SourceLocation location);

 private:
  using Block = model::statechart::Block;
  void add(Block& block, const Item& item, const Current& current);
  void add_raise(Block& block, const Item& item, const Current& current);
  void add_cancel(Block& block, const Item& item);
  void add_assign(Block& block, const Item& item, const Current& current);
  void add_log(Block& block, const Item& item, const Current& current);
  void add_branch(Block& block, const Item& item, const Current& current);
  void add_foreach(Block& block, const Item& item, const Current& current);
  /// How many elements the array has that a loop goes through; 0 if it is none.
  std::uint64_t check_loop(const Item& item, ir::Expr array);
  model::statechart::Action assign(const Item& loop, const Draft::Variable& to, ir::Expr value);
  void add_assertion(Block& block, ir::Expr condition, std::string text, SourceLocation location);
  void check_range(Block& block, const Draft::Variable& variable, SourceLocation location);
  bool is_read(const std::string& variable) const;

  ir::Context& context_;
  Draft& draft_;
  model::statechart::Machine& machine_;
  ContentReader& reader_;
  Types& types_;
  Translator translator_;
  std::map<const Item*, model::statechart::TimerId> timers_;
};

}  // namespace arges::frontend::scxml
