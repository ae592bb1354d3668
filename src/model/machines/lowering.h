#pragma once

#include <map>
#include <memory>
#include <set>

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
    std::set<analysis::Control> cuts = {};             ///< where runs end that are no behaviour
  };
  /// As a System; without a question there is nothing that is forbidden.
  Graph make_system(const Question* question) const;
  /// With all that several questions forbid. Actions and control points have the same numbers as in
  /// the system of each.
  Graph make_system(const std::vector<const Question*>& questions) const;
  /// What formulas are about: without a question, and with control points of its own for where
  /// nothing can happen any more (the last configuration is there once more) and for each fault.
  /// Those are escapes but for overflow, which is a cut. The first action leads to the first
  /// configuration; so all actions end in one but those to faults.
  Graph make_temporal_system() const;
  /// Why nothing is known where a run ends in a fault that is not asked about.
  static std::string escape_reason(Fault fault);
  static constexpr const char* begin_name = "the beginning";
  static constexpr const char* end_name = "the end";
  /// The condition of the layout's variables under which a configuration is forbidden or an
  /// execution ended in what is.
  ir::Expr forbidden(const Question& question) const;
  /// An expression of a property.
  ir::Expr property(ExprId expression) const;

 private:
  ir::Stmt statement(const Event& event) const;
  analysis::Action action_of(std::uint32_t event) const;
  /// The faults that a statement may end in.
  std::set<Fault> faults_of(ir::Stmt statement) const;
  /// No event is enabled.
  ir::Expr nothing_happens() const;

  Layout layout_;
  Configuration initial_;
  std::vector<Event> events_;
  std::vector<ir::Stmt> statements_;  ///< by the events
};

}  // namespace arges::model::machines
