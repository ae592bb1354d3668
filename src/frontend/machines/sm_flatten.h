#pragma once

#include <set>

#include "frontend/machines/sm_expressions.h"

namespace arges::frontend::machines {

/// Makes the flat state machine of a class from its hierarchical states: leaves are states, a
/// transition of a state around them is one of each, unless one inside reacts; entry and exit
/// effects become part of transitions.
class SmFlattener {
 public:
  SmFlattener(model::machines::Model& model, model::machines::ClassId type, const ClassText& text,
              SmExpressions& expressions, Diagnostics& diagnostics);

  void declare_states();
  void add_transitions();
  /// Those that name no target.
  const std::set<model::machines::TransitionId>& internal() const { return internal_; }

 private:
  /// A state of the text, on any level.
  struct Node {
    const StateText* text;
    std::uint32_t parent;  ///< none: it is on the outermost level
    std::string name;      ///< with those around it
    model::machines::StateId leaf = model::machines::none;
  };
  void add_nodes(const std::vector<StateText>& states, std::uint32_t parent);
  std::uint32_t find(const Name& name, std::uint32_t from);
  /// The leaf that entering a state leads to, by initial states.
  std::uint32_t entered(std::uint32_t node);
  std::uint32_t initial_of(const std::vector<StateText>& states, std::uint32_t parent,
                           SourceLocation location);
  std::vector<std::uint32_t> ancestors(std::uint32_t node) const;  ///< itself first
  void add_from(std::uint32_t leaf);
  void add(std::uint32_t leaf, std::uint32_t source, const TransitionText& text,
           const std::vector<const TransitionText*>& inner);
  std::optional<model::machines::Trigger> trigger(const TransitionText& text);
  void check_parameters(const TransitionText& text, const TransitionText& other, const char* which);
  model::machines::ExprId guard(std::uint32_t source, const TransitionText& text,
                                const std::vector<const TransitionText*>& inner);
  void add_effects(const std::vector<EffectText>& texts, model::machines::Transition& to);
  void add_bounds(model::machines::ExprId target, model::machines::Transition& to);
  void add_bounds(const TransitionText& text, model::machines::Transition& to);
  void reset_parameters(const TransitionText& text, model::machines::Transition& to);
  model::machines::Effect effect(const EffectText& text);
  model::machines::SignalId signal(const Name& name);

  model::machines::Model& model_;
  model::machines::ClassId type_;
  const ClassText& text_;
  SmExpressions& expressions_;
  Diagnostics& diagnostics_;
  std::vector<Node> nodes_;
  std::set<model::machines::TransitionId> internal_;
};

}  // namespace arges::frontend::machines
