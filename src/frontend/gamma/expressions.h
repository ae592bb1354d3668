#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/gamma/instance.h"
#include "ir/text/elaborator.h"

namespace arges::frontend::gamma {

/// What an assignment writes: variables, or what is at some indices of them.
struct Target {
  ShapePtr shape;  ///< null: it is wrong, which was reported
  std::vector<ir::Var> variables;
  std::vector<ir::Expr> indices;
};

/// Makes typed expressions of those in a package: names, records, events, states and calls are
/// Gamma's, operators are left to the Elaborator. Procedures are expanded: in an action, to actions
/// before it; elsewhere to an expression, if they change nothing.
class ExpressionReader : public ir::Elaborator {
 public:
  /// Outside of a statechart.
  ExpressionReader(Definitions& definitions, const Frame& frame)
      : ExpressionReader(definitions, frame, nullptr, nullptr) {}
  /// In a guard.
  ExpressionReader(Definitions& definitions, const Frame& frame, Instance& instance)
      : ExpressionReader(definitions, frame, &instance, nullptr) {}
  /// In an action; what it needs first is put into the block.
  ExpressionReader(Definitions& definitions, const Frame& frame, Instance& instance,
                   chart::Block& before)
      : ExpressionReader(definitions, frame, &instance, &before) {}

  /// The value, of any type.
  Value value(NodeId node);
  /// The value, of this type.
  Value value_of(NodeId node, const ShapePtr& wanted, std::string_view role);
  ir::Expr condition(NodeId node, std::string_view role);
  Target target(NodeId node);
  /// The number, if it is a constant one that is at least `least`; reported otherwise.
  std::optional<std::int64_t> number(NodeId node, std::int64_t least, std::string_view what);
  /// The event of a port that a member denotes; null: there is none, which was reported.
  const PortEvent* event(NodeId node);
  /// A call's effects and result; of shape `nothing` if there is none.
  Value call(NodeId node);
  /// A trigger as a formula.
  ir::Expr trigger(NodeId node);
  /// Some input of the port is present; of all ports, if it is null.
  ir::Expr any_input(const PortOfInstance* port);

  ir::Expr expression(NodeId node, ir::Type expected = {}) override;

 private:
  ExpressionReader(Definitions& definitions, const Frame& frame, Instance* instance,
                   chart::Block* before);

  Value name(NodeId node);
  Value scoped(NodeId node);
  Value literal(NodeId node, const Name& type);
  Value field(NodeId node);
  Value element(NodeId node);
  void check_index(NodeId node, const Shape& array, ir::Expr index);
  ir::Expr part(NodeId node, ir::Type expected);
  void note_optional_operands(NodeId node);
  void note_optional(NodeId node);
  Value lambda_call(const Procedure& procedure, const Frame& frame);
  Value procedure_call(NodeId node, const Procedure& procedure, Frame& frame);
  std::optional<std::vector<Value>> arguments(NodeId node, const Procedure& procedure,
                                              const Package& package);
  ir::Expr in_state(NodeId node);
  ir::Expr trigger_part(NodeId node, ir::Type expected);
  ir::Expr event_trigger(NodeId node);
  ir::Expr timeout(NodeId node);
  std::vector<Name> path(NodeId node) const;
  Value wrong(SourceLocation location, std::string message, std::string hint = "");
  Name name_of(NodeId node) const;

  /// The same operators join values and events.
  enum class Reads : std::uint8_t { values, trigger } reads_ = Reads::values;
  /// Whether what is read is evaluated for sure.
  enum class Needed : std::uint8_t { always, maybe } needed_ = Needed::always;
  std::set<NodeId> optional_;  ///< operands that others may make needless
  Definitions& definitions_;
  const Frame& frame_;
  Instance* instance_;
  chart::Block* before_;
};

}  // namespace arges::frontend::gamma
