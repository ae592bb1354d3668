#pragma once

#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "base/error.h"
#include "frontend/uml/uml_actions.h"
#include "frontend/uml/uml_outline.h"
#include "model/statechart/system.h"

namespace arges::frontend::uml {

/// Which machine of an outline becomes a statechart, and with which data.
struct ChartRequest {
  Index machine = nothing;
  Index type = nothing;      ///< the class whose attributes it has
  Index instance = nothing;  ///< whose slots are the first values
};

/// Makes a statechart of one state machine; submachines are inlined already. Compound transitions
/// are put together in uml_chart_paths.cpp, joins in uml_chart_joins.cpp.
class ChartBuilder {
 public:
  ChartBuilder(ir::Context& context, const Outline& outline, const ChartRequest& request,
               Fragments& fragments, Diagnostics& diagnostics);

  model::statechart::System build();

 private:
  using Block = model::statechart::Block;
  using NodeId = model::statechart::NodeId;
  using EventId = model::statechart::EventId;
  using NodeKind = model::statechart::NodeKind;
  using WayOut = model::statechart::WayOut;

  // Nodes
  void add_root();
  NodeId add_node(NodeKind kind, NodeId parent, const std::string& name, SourceLocation location);
  void add_content(Index region, NodeId node);
  void add_vertex(Index vertex, NodeId parent);
  void add_entries(Index region, NodeId node);
  void name_nodes();
  std::vector<Index> content_regions(const std::vector<Index>& regions) const;
  bool may_be_entered_by_default(Index region) const;

  // What has to be known before there are nodes
  void find_own_parts();
  void plan_region(Index region);
  void plan_vertex(Index vertex);
  void check_point(Index point);
  bool is_own(Index transition) const { return own_transitions_.contains(transition); }
  std::vector<Index> outgoing(Index vertex) const;
  std::vector<Index> incoming(Index vertex) const;
  /// The region in which a vertex is that contains another one; nothing: it does not.
  bool is_inside(Index vertex, Index region) const;
  Index region_within(Index state, Index vertex) const;
  Index state_around(Index vertex) const;
  /// The innermost state that has all of them in different regions.
  Index common_state(const std::vector<Index>& vertices) const;

  // Data and events
  void add_data();
  void add_events();
  void add_timers();
  EventId done_event(Index state);
  EventId own_event(const std::string& name, SourceLocation location);

  // Behaviour
  void fill_states();
  void fill_state(Index vertex);
  void fill_paths();
  void check_ways_on();
  void add_transitions();

  /// A way through pseudostates, up to where control stays.
  struct Way {
    std::vector<ir::Expr> guards = {};
    std::vector<WayOut> ways_out = {};
    Block effect = {};
    Index last = nothing;  ///< the state that is left last so far; nothing: it is no transition
    std::vector<NodeId> targets = {};
    std::vector<Index> passed = {};  ///< pseudostates, against going round in circles
  };
  // Nothing: there is no such way, which was reported.
  std::optional<Way> follow(Index transition, Way way, const TriggerScope& scope);
  std::optional<Way> arrive(Index vertex, Way way, const TriggerScope& scope,
                            SourceLocation location);
  std::optional<Way> branch(Index pseudostate, Way way, const TriggerScope& scope);
  std::optional<Way> fork(Index vertex, Way way, const TriggerScope& scope);
  std::optional<Way> enter_by_point(Index point, Way way, const TriggerScope& scope);
  std::optional<Way> leave_by_point(Index point, Way way, const TriggerScope& scope);
  /// Of a junction or a point, for ways that leave such a state last and begin with such triggers:
  /// these give guards and effects behind it their meaning.
  NodeId junction(Index vertex, Index last, const TriggerScope& scope);
  /// The ways on from a choice or a junction of that name; names are not unique yet.
  std::vector<model::statechart::Path> branches_of(Index vertex, const std::string& name,
                                                   Index last, const TriggerScope& scope);
  bool ends_in_junction(const Way& way) const;
  std::string name_of(Index transition, const std::string& source, const Way& way) const;
  std::string unique_transition_name(std::string name);
  NodeId left_before(Index state, Index last) const;
  ir::Expr guard_of(Index transition, const TriggerScope& scope);
  bool is_else(Index transition) const;
  model::statechart::Path path_of(const Way& way, SourceLocation location) const;
  void add_transition(Index transition, const Way& way, NodeId source,
                      const std::vector<NodeId>& others, const model::statechart::Trigger& trigger);
  model::statechart::Trigger trigger_of(Index transition);
  void add_from(Index state);
  void check_else_of_completion(Index transition);
  void add_from_point(Index transition);
  void fill_choice(Index vertex);
  void fill_fork(Index vertex);

  // Joins
  bool is_join(Index vertex) const;
  void add_join(Index vertex);
  void note_completion(Index state, ir::Var completed, ir::Expr unless);

  NodeId node_of(Index vertex) const { return nodes_.at(vertex); }
  void unsupported(SourceLocation location, const std::string& what, const std::string& hint = "");
  void warn(SourceLocation location, std::string text);
  std::string unique_event_name(const std::string& name);

  ir::Context& context_;
  const Outline& outline_;
  ChartRequest request_;
  Diagnostics& diagnostics_;
  model::statechart::System system_;
  model::statechart::Machine machine_;
  ActionBuilder actions_;

  std::set<Index> own_transitions_;
  std::set<Index> own_vertices_;
  std::vector<Index> own_order_;                 ///< vertices, from the outside inwards
  std::map<Index, NodeId> nodes_;                ///< by vertices: states and what has a node
  std::map<Index, NodeId> region_nodes_;         ///< by regions: what their vertices are inside of
  std::map<Index, std::vector<Index>> entries_;  ///< by regions: transitions that are ways in
  std::map<Index, NodeId> entry_nodes_;          ///< by transitions
  std::map<std::tuple<Index, Index, std::vector<Index>>, NodeId> junctions_;
  std::map<Index, EventId> done_;          ///< by states
  std::map<Index, EventId> point_events_;  ///< by transitions from entry points back
  std::map<std::pair<Index, std::size_t>, EventId> timer_events_;  ///< by transition and trigger
  std::map<Index, model::statechart::TimerId> timers_of_event_;
  std::map<Index, Block> started_;  ///< by states: timers that start on entry
  std::map<Index, Block> stopped_;
  std::set<std::string> transition_names_;
};

}  // namespace arges::frontend::uml
