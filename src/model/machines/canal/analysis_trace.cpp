#include "model/machines/canal/analysis_trace.h"

#include "base/invariant.h"

namespace arges::model::machines::canal {

namespace {

/// Makes an analysis trace by executing both models.
class Transformer {
 public:
  Transformer(const Models& models, const Question& question)
      : models_(models),
        question_(question),
        at_{models.concrete.initial(), models.abstract.initial()} {}

  AnalysisTrace transform(const Counterexample& counterexample) {
    for (const Counterexample::Step& step : counterexample.steps) {
      if (step.event.kind == Event::Kind::transition)
        tf_trans(step);
      else
        tf_impl_defer(step);
      if (has_ended_) return std::move(trace_);
    }
    if (question_.is_about_configurations()) tf_question(counterexample.last);
    INVARIANT(has_ended_, "the models should part on a spurious counterexample");
    return std::move(trace_);
  }

 private:
  /// A step behind which the models part.
  void end(ObjectId object, const Action& action, const Resolution& resolution) {
    trace_.steps.push_back({at_, object, action, &resolution});
    has_ended_ = true;
  }

  /// EXECUTE_ACTION (Figure 5.4); where one of the models can't go on, the trace ends.
  void execute_action(ObjectId object, const Action& action, const Resolution& resolution) {
    trace_.steps.push_back({at_, object, action, &resolution});
    FixedChooser chooser(resolution);
    for (const auto& [execution, at] : {std::pair{&models_.concrete, &at_.concrete},
                                        std::pair{&models_.abstract, &at_.abstract}}) {
      switch (action.kind) {
        case Action::Kind::receive:
          execution->receive(*at, object, *action.trigger);
          break;
        case Action::Kind::effect:
          if (execution->apply(*at, object, *action.effect, chooser) != Fault::nothing)
            has_ended_ = true;
          break;
        case Action::Kind::go:
          execution->go(*at, object, action.state);
          break;
        case Action::Kind::implicit:
          execution->consume(*at, object);
          break;
        case Action::Kind::defer:
          execution->defer(*at, object);
          break;
        case Action::Kind::assume:
          UNREACHABLE("conditions should not be executed");
      }
    }
  }

  static Action receive(const Transition& transition) {
    return {Action::Kind::receive, &*transition.trigger};
  }
  static Action assume(ExprId condition) {
    return {Action::Kind::assume, nullptr, nullptr, condition};
  }

  /// TF_TRANS (Figure 5.2).
  void tf_trans(const Counterexample::Step& step) {
    const ObjectId object = step.event.object;
    const Transition& transition = models_.concrete.transition(step.event);
    const Resolution& resolution = step.resolution;
    if (transition.trigger) {
      if (!models_.concrete.can_receive(at_.concrete, object, *transition.trigger))
        return end(object, receive(transition), resolution);
      execute_action(object, receive(transition), resolution);
    }
    if (transition.guard != none &&
        !(holds(models_.concrete, at_.concrete, object, transition, resolution) &&
          holds(models_.abstract, at_.abstract, object, transition, resolution)))
      return end(object, assume(transition.guard), resolution);
    for (const Effect& effect : transition.effects) {
      effect_or_choice(object, effect, resolution);
      if (has_ended_) return;
    }
    execute_action(object, {Action::Kind::go, nullptr, nullptr, none, transition.target},
                   resolution);
  }

  /// What the paper does not have: guards of choices between effects, which are like any guards.
  void effect_or_choice(ObjectId object, const Effect& effect, const Resolution& resolution) {
    if (effect.kind != Effect::Kind::require)
      return execute_action(object, {Action::Kind::effect, nullptr, &effect}, resolution);
    FixedChooser chooser(resolution);
    for (const auto& [execution, at] :
         {std::pair{&models_.concrete, &at_.concrete}, std::pair{&models_.abstract, &at_.abstract}})
      if (!execution->evaluator().evaluate(*at, object, effect.value, chooser).is_true())
        return end(object, assume(effect.value), resolution);
  }

  static bool holds(const Execution& execution, const Configuration& at, ObjectId object,
                    const Transition& transition, const Resolution& resolution) {
    FixedChooser chooser(resolution);
    return execution.guard(at, object, transition, chooser).is_true();
  }

  /// TF_IMPL_DEFER (Figure 5.3).
  void tf_impl_defer(const Counterexample::Step& step) {
    const ObjectId object = step.event.object;
    const Action action{step.event.kind == Event::Kind::implicit ? Action::Kind::implicit
                                                                 : Action::Kind::defer};
    FixedChooser chooser(step.resolution);
    if (models_.concrete.enabled(at_.concrete, step.event, chooser) == Enabled::yes)
      return execute_action(object, action, step.resolution);
    if (!end_at_enabled(object, step.resolution, Triggers::messages))
      end(object, action, step.resolution);
  }

  /// Those that count: external signals keep no message from being consumed, but end a deadlock.
  enum class Triggers : std::uint8_t { messages, all };

  /// Ends the trace at what the abstract model thinks of a transition that is enabled in the
  /// concrete one; false: there is none. The paper takes any such transition, which is disabled in
  /// the abstract model; with external signals it need not be.
  bool end_at_enabled(ObjectId object, const Resolution& resolution, Triggers triggers) {
    FixedChooser chooser(resolution);
    const auto& transitions = models_.model.class_of(object).transitions;
    for (TransitionId t = 0; t < transitions.size(); ++t) {
      const Transition& transition = transitions[t];
      const Event event{Event::Kind::transition, object, t};
      if (triggers == Triggers::messages && models_.concrete.is_external(transition)) continue;
      if (models_.concrete.enabled(at_.concrete, event, chooser) == Enabled::no) continue;
      if (models_.abstract.enabled(at_.abstract, event, chooser) != Enabled::no) continue;
      if (transition.trigger) {
        if (!models_.abstract.can_receive(at_.abstract, object, *transition.trigger)) {
          end(object, receive(transition), resolution);
          return true;
        }
        execute_action(object, receive(transition), resolution);
      }
      if (transition.guard == none ||
          holds(models_.abstract, at_.abstract, object, transition, resolution)) {
        // It is a choice on the way that the models disagree about.
        for (std::size_t i = 0; i < transition.deciding() && !has_ended_; ++i)
          effect_or_choice(object, transition.effects[i], resolution);
        if (has_ended_) return true;
      }
      end(object, assume(transition.guard), resolution);
      return true;
    }
    return false;
  }

  /// What the paper does not have: the last configuration is forbidden in the abstract model only.
  void tf_question(const Resolution& resolution) {
    if (question_.kind == Question::Kind::invariant)
      return end(0, assume(question_.invariant), resolution);
    for (ObjectId object = 0; object < models_.model.objects.size(); ++object) {
      if (end_at_enabled(object, resolution, Triggers::all)) return;
      if (at_.concrete.objects[object].input.empty()) continue;
      // A message that the abstract model has sent to another object.
      return end(object, {Action::Kind::implicit}, resolution);
    }
  }

  const Models& models_;
  const Question& question_;
  Combined at_;
  AnalysisTrace trace_;
  bool has_ended_ = false;
};

}  // namespace

AnalysisTrace transform(const Models& models, const Question& question,
                        const Counterexample& counterexample) {
  return Transformer(models, question).transform(counterexample);
}

}  // namespace arges::model::machines::canal
