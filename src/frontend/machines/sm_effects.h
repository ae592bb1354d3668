#pragma once

#include <optional>
#include <vector>

#include "frontend/machines/sm_expressions.h"

namespace arges::frontend::machines {

/// Makes what the transitions of one class react to and do, with checks of variables that have
/// bounds. Throws BuildFailure after reporting what is wrong.
class SmEffects {
 public:
  SmEffects(model::machines::Model& model, model::machines::ClassId type,
            SmExpressions& expressions)
      : model_(model), type_(type), expressions_(expressions) {}

  model::machines::SignalId signal(const Name& name);
  std::optional<model::machines::Trigger> trigger(const TransitionText& text);
  void add(const std::vector<EffectText>& texts, model::machines::Transition& to);
  /// What a message's arguments are put into must be within its bounds, too.
  void add_bounds(const TransitionText& text, model::machines::Transition& to);
  /// Parameters that live as long as the transition have their first values behind it.
  void reset_parameters(const TransitionText& text, model::machines::Transition& to);

 private:
  void add_bounds(model::machines::ExprId target, model::machines::Transition& to);
  model::machines::Effect effect(const EffectText& text);

  model::machines::Model& model_;
  model::machines::ClassId type_;
  SmExpressions& expressions_;
};

}  // namespace arges::frontend::machines
