#pragma once

#include <map>
#include <set>

#include "base/error.h"
#include "frontend/uml/uml_expressions.h"
#include "frontend/uml/uml_fragments.h"
#include "frontend/uml/uml_outline.h"
#include "model/statechart/system.h"

namespace arges::frontend::uml {

/// The events that may be current where a behaviour runs: what their attributes' names mean.
struct TriggerScope {
  std::vector<Index> events = {};  ///< of the outline
};

/// Makes actions of behaviours and conditions of guards. What is not in the language of `.sm` only
/// has a name: such a behaviour is something to be seen, such a guard holds or not.
class ActionBuilder {
 public:
  ActionBuilder(ir::Context& context, const Outline& outline, Fragments& fragments,
                Diagnostics& diagnostics, model::statechart::System& system,
                model::statechart::Machine& machine)
      : context_(context),
        outline_(outline),
        fragments_(fragments),
        diagnostics_(diagnostics),
        system_(system),
        machine_(machine),
        expressions_(context, fragments.tree(), diagnostics) {
    expressions_.set_advice([this](const std::string& name) { return advice_on(name); });
  }

  using Block = model::statechart::Block;
  using EventId = model::statechart::EventId;

  void add_attribute(const Attribute& attribute, const ValueText& value);
  /// The event of the chart that one of the outline is; its parameters' names get meanings.
  void set_event(Index event, EventId id) { events_[event] = id; }
  EventId event(Index event) const { return events_.at(event); }
  bool has_event(Index event) const { return events_.contains(event); }
  /// That event, and the one that the machine sends itself.
  std::vector<EventId> all_events(Index event) const;
  /// Events, variables and assertions that bodies bring along; before there are expressions.
  void declare(const Body& body);
  void declare_guard(const Body& body);
  /// What the events that bodies send carry; once all bodies are declared.
  void declare_what_is_sent();

  /// `element` and `what`: as PSSM's traces name it, "S1" and "entry".
  Block block(const Body& body, const std::string& element, const TriggerScope& scope);
  /// The same for what happens while a state is active, when the event is long gone; `copying` is
  /// to be done on entry.
  Block activity(const Body& body, const std::string& element, Block& copying);
  ir::Expr guard(const Body& body, const TriggerScope& scope);
  ir::Expr test(const AttributeTest& test);
  /// To be done by what a call triggers, so that the caller gets an answer.
  Block answer(Index operation);
  /// The internal transition that tells the answer.
  void add_answers();

  model::statechart::Action log(std::string text, std::vector<ir::Expr> values,
                                SourceLocation location) const;

 private:
  using Action = model::statechart::Action;
  enum class Reading : std::uint8_t { own, named };
  Reading reading_of(const Body& body) const;
  std::string shown_name(const Body& body) const;
  const std::vector<machines::EffectText>* effects_of(const Body& body);
  Action effect(const machines::EffectText& text, const Expressions::Lookup& lookup);
  Action send(const machines::EffectText& text, const Expressions::Lookup& lookup);
  Expressions::Lookup lookup(const TriggerScope& scope);
  ir::Expr find(const std::string& name, const TriggerScope& scope);
  /// What to write instead of a name that means nothing here; "": nothing is known.
  std::string advice_on(const std::string& name) const;
  using Sent = std::map<std::string, EventId>;
  /// The events that an effect sends one of: to the machine itself or to others.
  Sent& sent_by(const machines::EffectText& effect);
  void declare_sent(const machines::EffectText& effect);
  Index signal_named(const std::string& name, SourceLocation location);
  Block observed(const Body& body, const std::string& element);
  ir::Type type_of(const Attribute& attribute);
  ir::Expr literal(const Text& text, ir::Type type);

  struct Answer {
    EventId event;
    ir::Var pending;
    std::vector<ir::Var> values;  ///< by the operation's attributes; null: those that go in
  };
  Answer& answer_of(Index operation);

  ir::Context& context_;
  const Outline& outline_;
  Fragments& fragments_;
  Diagnostics& diagnostics_;
  model::statechart::System& system_;
  model::statechart::Machine& machine_;
  Expressions expressions_;
  std::map<std::string, ir::Var> attributes_;
  std::map<Index, EventId> events_;
  Sent outputs_;
  Sent selves_;
  std::map<std::string, ir::Var> named_guards_;
  std::map<std::uint32_t, std::vector<machines::EffectText>> read_;  ///< by offsets of texts
  std::map<std::uint32_t, machines::NodeId> read_guards_;
  std::map<Index, Answer> answers_;
};

}  // namespace arges::frontend::uml
