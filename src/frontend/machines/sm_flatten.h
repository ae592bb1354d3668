#pragma once

#include <set>

#include "frontend/machines/sm_effects.h"

namespace arges::frontend::machines {

/// Makes the flat state machine of a class from its hierarchical states: leaves are states, a
/// transition of a state around them is one of each, unless one inside reacts or defers; entry and
/// exit effects become part of transitions. Choices are none: each way through them is a
/// transition.
class SmFlattener {
 public:
  SmFlattener(model::machines::Model& model, model::machines::ClassId type, const ClassText& text,
              SmExpressions& expressions, Diagnostics& diagnostics);

  void declare_states();
  void add_transitions();
  /// Those that name no target.
  const std::set<model::machines::TransitionId>& internal() const { return internal_; }
  /// Choices that no transition comes through, in the order of the text.
  std::vector<Name> unreached_choices() const;

 private:
  /// A state of the text, on any level.
  struct Node {
    const StateText* text;
    std::uint32_t parent;  ///< none: it is on the outermost level
    std::string name;      ///< with those around it
    model::machines::StateId leaf = model::machines::none;
  };
  void add_nodes(const std::vector<StateText>& states, std::uint32_t parent);
  bool is_choice(std::uint32_t node) const {
    return nodes_[node].text->kind == StateText::Kind::choice;
  }
  void check_choice(std::uint32_t node);
  void check_otherwise(std::uint32_t node);
  std::uint32_t find(const TransitionText& transition, std::uint32_t from);
  std::uint32_t find_near(const Name& name, std::uint32_t from) const;
  std::uint32_t initial_of(const std::vector<StateText>& states, std::uint32_t parent,
                           SourceLocation location);
  std::vector<std::uint32_t> ancestors(std::uint32_t node) const;  ///< itself first
  bool is_inside(std::uint32_t node, std::uint32_t around) const;
  void add_start();
  void add_from(std::uint32_t leaf);
  bool is_open(std::uint32_t leaf, std::uint32_t source, const TransitionText& text,
               const std::vector<const TransitionText*>& inner) const;
  bool is_idle_else(std::uint32_t source, const TransitionText& text) const;
  void add(std::uint32_t leaf, std::uint32_t source, const TransitionText& text,
           const std::vector<const TransitionText*>& inner);
  /// A transition on its way, and the choices that it has passed.
  struct Way {
    model::machines::Transition transition;
    std::vector<std::uint32_t> choices = {};
  };
  /// All ways on from what is left, by one part of a transition.
  void follow(Way way, std::uint32_t left, std::uint32_t source, const TransitionText& text,
              std::vector<Way>& whole);
  /// Enters a state and what is initial inside, below the state around.
  void enter(Way way, std::uint32_t around, std::uint32_t node, std::vector<Way>& whole);
  void choose(const Way& way, std::uint32_t choice, std::vector<Way>& whole);
  void require(model::machines::ExprId condition, SourceLocation location,
               model::machines::Transition& to) const;
  std::string label(const std::string& from, const Way& way, const Name& signal) const;
  void check_parameters(const TransitionText& text, const TransitionText& other, const char* which);
  model::machines::ExprId guard(std::uint32_t source, const TransitionText& text,
                                const std::vector<const TransitionText*>& inner);

  model::machines::Model& model_;
  model::machines::ClassId type_;
  const ClassText& text_;
  SmExpressions& expressions_;
  SmEffects effects_;
  Diagnostics& diagnostics_;
  std::vector<Node> nodes_;
  std::set<model::machines::TransitionId> internal_;
  std::set<std::uint32_t> passed_;  ///< choices that some transition comes through
};

}  // namespace arges::frontend::machines
