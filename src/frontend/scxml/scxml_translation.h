#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "frontend/scxml/scxml_inference.h"

namespace arges::frontend::scxml {

/// Makes typed expressions of those of a document, once all names are declared. What is wrong is
/// reported where it is; whatever contains it becomes null.
class Translator {
 public:
  Translator(ir::Context& context, Draft& draft, Types& types)
      : context_(context), draft_(draft), types_(types) {}

  /// As a condition: numbers and strings count by whether they are 0 or ''.
  ir::Expr condition(const Expression& expression, const Current& current);
  /// Of exactly this type; the role names it in messages.
  ir::Expr value(const Operand& operand, const Current& current, ir::Type wanted,
                 std::string_view role);
  /// Of any type.
  ir::Expr value(const Expression& expression, const Current& current);
  /// What is assigned to: the variable, and the index if it is an element of an array.
  struct Place {
    Draft::Variable* variable = nullptr;
    ir::Expr index = {};
  };
  Place place(const Expression& expression, const Current& current);

 private:
  using NodeId = syntax::NodeId;
  ir::Expr condition(NodeId node);
  ir::Expr value(NodeId node, ir::Type expected = {});
  ir::Expr name(NodeId node);
  ir::Expr string(NodeId node, ir::Type expected);
  ir::Expr list(NodeId node, ir::Type expected);
  ir::Expr read(NodeId node);
  ir::Expr call(NodeId node);
  ir::Expr is_active(NodeId node, const std::vector<NodeId>& arguments);
  ir::Expr power(NodeId node, const std::vector<NodeId>& arguments);
  ir::Expr quotient(NodeId node, const std::vector<NodeId>& arguments, std::string_view rounding);
  ir::Expr event(NodeId node, const EventField& field);
  ir::Expr parameter(NodeId node, const std::string& name);
  std::uint64_t parameter_length(NodeId node) const;
  ir::Expr apply(NodeId node);
  ir::Expr equality(NodeId node);
  /// A comparison of the event's name with a string, if it is one.
  ir::Expr name_comparison(NodeId node);
  ir::Expr chain(NodeId node);
  ir::Expr logical(NodeId node);
  ir::Expr arithmetic(NodeId mark, ir::Expr left, ir::Expr right, NodeId right_node);
  ir::Expr conditional(NodeId node, ir::Type expected);
  std::vector<ir::Expr> together(const std::vector<NodeId>& nodes, ir::Type expected);
  ir::Expr integer(NodeId node);
  ir::Expr error(NodeId node, std::string message, std::string hint = "");
  /// The first of the cases whose event is the current one, or else the default.
  ir::Expr by_event(const std::vector<std::pair<model::statechart::EventId, ir::Expr>>& cases,
                    ir::Expr otherwise);
  const syntax::Tree& tree() const { return expression_->tree(); }

  ir::Context& context_;
  Draft& draft_;
  Types& types_;
  const Expression* expression_ = nullptr;
  const Current* current_ = nullptr;
};

}  // namespace arges::frontend::scxml
