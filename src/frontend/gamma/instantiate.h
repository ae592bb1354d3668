#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "frontend/gamma/instance.h"

namespace arges::frontend::gamma {

/// The interface of a port as events of a machine; those of a wrong interface are left out.
/// `prefix` is put before the port's name.
PortOfInstance make_port(Definitions& definitions, const Package& package, const Port& port,
                         chart::Machine& machine, const std::string& prefix);

/// Makes a machine of a statechart with given arguments.
class Instantiation {
 public:
  /// `path` names the instance.
  Instantiation(Definitions& definitions, Found<ComponentText> chart, std::string path);

  /// What is wrong is reported.
  std::unique_ptr<Instance> make(const std::vector<Value>& arguments);

 private:
  // instantiate.cpp: the parts of a machine
  void read_annotations();
  void set_semantics(const Annotation& annotation);
  void refuse_invariants();
  void bind_parameters(const std::vector<Value>& arguments);
  void add_variables();
  void add_timeouts();
  void add_regions(const std::vector<Region>& regions, chart::NodeId parent);
  void add_node(const StateNode& node, chart::NodeId region);
  bool check_initial(const Value& initial, const Declaration& declaration);
  chart::NodeId add(chart::NodeKind kind, const Name& name, chart::NodeId parent);
  void name_nodes();
  std::set<std::string> other_names() const;
  void add_actions();

  // transitions.cpp: transitions and default paths
  void add_transitions();
  const NamedNode* node(const Name& name);
  void add_transition(const TransitionText& text, const NamedNode& from);
  void add_branch(const TransitionText& text, const NamedNode& from);
  void add_default_path(const TransitionText& text, const NamedNode& from);
  void add_join(const TransitionText& text, const NamedNode& join);
  std::string transition_name(const TransitionText& text) const;
  ir::Expr trigger(const TransitionText& text);
  /// Of a cycle that is not skipped; null: none is.
  ir::Expr run_condition();
  ir::Expr guard(const TransitionText& text);
  bool is_else(const TransitionText& text) const;
  /// Where a transition leads, by way of forks, whose effects are added to its own; empty: nowhere,
  /// which was reported.
  std::vector<chart::NodeId> targets(const TransitionText& text, chart::Block& effect);
  bool check_target(const TransitionText& text, chart::NodeId from, chart::NodeId to);
  void set_region_initials();
  std::vector<const TransitionText*> transitions_from(const StateNode& state) const;
  std::vector<const TransitionText*> transitions_to(const StateNode& state) const;
  void error(SourceLocation location, std::string message, std::string hint = "");

  Definitions& definitions_;
  ir::Context& context_;
  const ComponentText& text_;
  const Package& package_;
  std::unique_ptr<Instance> instance_;
  chart::Machine& machine_;
  /// What has to be present or elapsed for a step; null: nothing.
  enum class RunUpon : std::uint8_t { always, input, input_or_timeout } run_upon_ = RunUpon::always;
  std::vector<const StateNode*> joins_done_;
};

}  // namespace arges::frontend::gamma
