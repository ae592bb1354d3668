#pragma once

#include <map>
#include <memory>

#include "model/machines/layout.h"
#include "model/machines/question.h"
#include "model/transition_system/control_graph.h"

namespace arges::model::machines {

/// A model as statements over the variables of a Layout: the second execution of it.
class Lowering {
 public:
  Lowering(ir::Context& context, const Model& model);

  const Layout& layout() const { return layout_; }
  const Model& model() const { return layout_.model(); }
  /// The events in the order in which they are numbered as origins of actions.
  const std::vector<Event>& events() const { return events_; }

  struct Graph {
    std::unique_ptr<ControlGraph> system;
    std::map<analysis::Control, std::string> escapes;  ///< and why
  };
  /// As a System; without a question there is nothing that is forbidden.
  Graph make_system(const Question* question) const;
  /// With all that several questions forbid. Actions and control points have the same numbers as in
  /// the system of each.
  Graph make_system(const std::vector<const Question*>& questions) const;
  /// The same without a question, and with a control point of its own for where nothing can happen
  /// any more: the last configuration is there once more. Runs that end in a fault are escapes.
  Graph make_system_with_end() const;
  static constexpr const char* end_name = "the end";
  /// The condition of the layout's variables under which a configuration is forbidden or an
  /// execution ended in what is.
  ir::Expr forbidden(const Question& question) const;
  /// An expression of a property.
  ir::Expr property(ExprId expression) const;

 private:
  ir::Stmt statement(const Event& event) const;
  Graph make_graph(const std::vector<const Question*>& questions) const;
  /// No event is enabled.
  ir::Expr nothing_happens() const;

  Layout layout_;
  Configuration initial_;
  std::vector<Event> events_;
  std::vector<ir::Stmt> statements_;  ///< by the events
};

}  // namespace arges::model::machines
