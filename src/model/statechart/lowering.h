#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "model/statechart/layout.h"
#include "model/transition_system/control_graph.h"

namespace arges::model::statechart {

/// A step as a statement between two places; nondeterminism is the statement's.
struct LoweredStep {
  Place from;
  Place to;
  StepKind kind = StepKind::init;
  NodeId node = none;  ///< of `perform`
  MachineId machine = 0;
  ComponentId component = 0;
  EventId event = none;  ///< of `event` and `arrive`
  std::string label;
  ir::Stmt statement;
  SourceLocation location = {};
};

/// A system of statecharts as statements over the variables of a Layout.
class Lowering {
 public:
  /// Throws InputError for what can't be lowered.
  Lowering(ir::Context& context, const System& system, const Observers& observers = {});

  const Layout& layout() const { return layout_; }
  const std::vector<LoweredStep>& steps() const { return steps_; }
  const std::vector<Place>& places() const { return places_; }

  /// Where an invariant must hold: wherever the system is stable, or in every place.
  enum class CheckPoints : std::uint8_t { stable, all };
  /// What a Problem means: the run is not followed any further, which no proof may ignore; the
  /// same, but what was observed to fire before it counts; or, if the property is about problems,
  /// nothing.
  enum class Problems : std::uint8_t { escape, escape_later, ignored };
  struct Graph {
    std::unique_ptr<ControlGraph> system;
    std::map<analysis::Control, std::string> escapes;  ///< and why
  };
  /// As a System for the analysis; an action's origin is the position of its step. `invariant` is
  /// over the layout's variables; null: none.
  Graph make_system(ir::Expr invariant, CheckPoints check_points, Problems problems) const;
  /// The control point of a place in such a System.
  analysis::Control control(const Place& place) const;

 private:
  Layout layout_;
  std::vector<LoweredStep> steps_;
  std::vector<Place> places_;
};

}  // namespace arges::model::statechart
