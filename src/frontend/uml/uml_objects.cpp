#include "frontend/uml/uml_objects.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "frontend/machines/sm_builder.h"

namespace arges::frontend::uml {

using machines::ClassText;
using machines::EffectText;
using machines::Name;
using machines::ObjectText;
using machines::StateText;
using machines::TransitionText;
using machines::TypeText;
using machines::VariableText;

namespace {

std::optional<Foreign> beyond_objects_in(const Outline& outline, Index region);

std::optional<Foreign> foreign_vertex(const Outline& outline, const Vertex& vertex) {
  switch (vertex.kind) {
    case VertexKind::state:
    case VertexKind::final:
    case VertexKind::initial:
    case VertexKind::choice:
      break;
    default:
      return Foreign{vertex.location, describe(vertex.kind)};
  }
  if (vertex.activity) return Foreign{vertex.activity->location, "a do-activity"};
  if (vertex.regions.size() > 1) return Foreign{vertex.location, "a state with several regions"};
  if (!vertex.points.empty()) return Foreign{vertex.location, "a state with connection points"};
  for (const Index region : vertex.regions)
    if (auto found = beyond_objects_in(outline, region)) return found;
  return {};
}

std::optional<Foreign> beyond_objects_in(const Outline& outline, Index region) {
  for (const Index vertex : outline.regions[region].vertices)
    if (auto found = foreign_vertex(outline, outline.vertices[vertex])) return found;
  for (const Index t : outline.regions[region].transitions)
    for (const Trigger& trigger : outline.transitions[t].triggers) {
      const Event& event = outline.events[trigger.event];
      if (event.kind != Event::Kind::signal || event.signal == nothing)
        return Foreign{trigger.location, "a trigger that is no signal"};
    }
  return {};
}

/// Writes classes and objects as the syntax of `.sm` has them.
class ObjectWriter {
 public:
  ObjectWriter(const Outline& outline, Fragments& fragments, Diagnostics& diagnostics)
      : outline_(outline),
        fragments_(fragments),
        diagnostics_(diagnostics),
        file_(fragments.file()) {}

  MachineSystem build() {
    for (Index i = 0; i < outline_.classes.size(); ++i)
      if (outline_.classes[i].machine != nothing) class_(i);
    for (const Signal& signal : outline_.signals) this->signal(signal);
    for (const Instance& instance : outline_.instances)
      if (is_active(instance)) object(instance);
    for (const Instance& instance : outline_.instances)
      if (instance.type == nothing) link(instance);
    diagnostics_.throw_if_errors();
    return machines::build_machines(file_, diagnostics_);
  }

 private:
  bool is_active(const Instance& instance) const {
    return instance.type != nothing && outline_.classes[instance.type].machine != nothing;
  }

  /// Whether a text may be read; complains otherwise.
  bool is_readable(const Body& body) {
    if (is_own_language(body.language)) return true;
    diagnostics_.error(
        body.text->location(),
        fmt::format("this is in the language {}, which is not read", body.language),
        "a system of objects is written in the language of .sm files: without <language>, or sm, "
        "arges or jumbala (docs/uml.md)");
    return false;
  }

  TypeText type(const Attribute& attribute) {
    switch (attribute.type.kind) {
      case TypeRef::Kind::integer:
        return {TypeText::Kind::integer};
      case TypeRef::Kind::boolean:
        return {TypeText::Kind::boolean};
      case TypeRef::Kind::reference:
        return {TypeText::Kind::named, {attribute.type.name, attribute.location}};
      case TypeRef::Kind::unknown:
        break;
    }
    diagnostics_.error(attribute.location,
                       fmt::format("the attribute '{}' is of type '{}'", attribute.name,
                                   attribute.type.name.empty() ? "unknown" : attribute.type.name),
                       "supported are Integer, Boolean and classes with state machines");
    return {};
  }

  machines::NodeId value(const ValueText& text) {
    if (text.instance != nothing)
      return fragments_.name(outline_.instances[text.instance].name, text.location);
    if (!text.text) return machines::no_node;
    return fragments_.expression(*text.text).value_or(machines::no_node);
  }

  void signal(const Signal& signal) {
    machines::SignalText text;
    text.name = {signal.name, signal.location};
    // What nobody sends comes from outside.
    text.origin = sent_.contains(signal.name) ? model::machines::Signal::Origin::system
                                              : model::machines::Signal::Origin::external;
    for (const Attribute& attribute : signal.attributes)
      text.parameters.push_back({type(attribute), {attribute.name, attribute.location}});
    file_.signals.push_back(std::move(text));
  }

  void class_(Index index) {
    const Class& own = outline_.classes[index];
    ClassText text;
    text.name = {own.name, own.location};
    for (const Index a : own.attributes) {
      const Attribute& attribute = outline_.attributes[a];
      text.variables.push_back(
          {type(attribute), {attribute.name, attribute.location}, value(attribute.value)});
    }
    const Machine& machine = outline_.machines[own.machine];
    if (const auto foreign = beyond_objects(outline_, own.machine))
      diagnostics_.error(foreign->location,
                         fmt::format("{} is not supported in a system of objects", foreign->what),
                         "see docs/uml.md for what it may have; a machine by itself may have more");
    else if (machine.regions.size() != 1)
      diagnostics_.error(machine.location, "the state machine of a class needs one region");
    else
      text.states = states(machine.regions.front());
    file_.classes.push_back(std::move(text));
  }

  std::vector<StateText> states(Index region) {
    std::vector<StateText> result;
    const Region& own = outline_.regions[region];
    Index first = nothing;
    std::size_t begins = 0;
    for (const Index v : own.vertices) {
      if (outline_.vertices[v].kind != VertexKind::initial) continue;
      ++begins;
      for (const Index t : outline_.outgoing(v)) first = t;
    }
    if (begins != 1 || first == nothing)
      diagnostics_.error(own.location, "a region needs one initial pseudostate with a transition",
                         "draw where it begins");
    const std::vector<Index> all = own.vertices;
    bool is_plain = false;
    for (const Index v : all) {
      if (outline_.vertices[v].kind == VertexKind::initial) continue;
      result.push_back(state(v));
      if (first == nothing || outline_.transitions[first].target != v ||
          outline_.transitions[first].effect)
        continue;
      is_plain = true;
      result.back().initial = StateText::Initial::yes;
    }
    // What happens before the first state, or a way to one further inside, is part of what leads
    // here, like a choice with one branch.
    if (first != nothing && !is_plain) {
      StateText start;
      start.name = {unique("start"), outline_.transitions[first].location};
      start.kind = StateText::Kind::choice;
      start.initial = StateText::Initial::yes;
      start.transitions.push_back(transition(first, {}));
      result.push_back(std::move(start));
    }
    return result;
  }

  static std::string unique(const std::string& name) { return "(" + name + ")"; }

  /// As far as needed to tell it from others of its machine.
  std::string name_of(Index v) const {
    const Vertex& own = outline_.vertices[v];
    return own.name.empty() ? fmt::format("{}{}", describe(own.kind) + 2, v) : own.name;
  }
  std::string full_name(Index v) const {
    const Index region = outline_.vertices[v].region;
    const Index around = region == nothing ? nothing : outline_.regions[region].state;
    return around == nothing ? name_of(v) : fmt::format("{}.{}", full_name(around), name_of(v));
  }

  StateText state(Index v) {
    const Vertex& own = outline_.vertices[v];
    StateText result;
    result.name = {name_of(v), own.location};
    result.completion = StateText::Completion::at_end;
    if (own.kind == VertexKind::choice) {
      result.kind = StateText::Kind::choice;
      result.flush = model::machines::State::Flush::no;
    }
    if (own.kind == VertexKind::final) result.end = model::machines::State::End::allowed;
    for (const Trigger& trigger : own.deferred) {
      const Event& event = outline_.events[trigger.event];
      if (event.signal == nothing)
        diagnostics_.error(trigger.location, "only signals can be deferred");
      else
        result.defers.push_back({outline_.signals[event.signal].name, trigger.location});
    }
    if (own.entry) result.entry = effects(*own.entry);
    if (own.exit) result.exit = effects(*own.exit);
    for (const Index t : outline_.outgoing(v)) {
      const std::vector<Trigger>& triggers = outline_.transitions[t].triggers;
      if (triggers.empty()) result.transitions.push_back(transition(t, {}));
      for (const Trigger& trigger : triggers) result.transitions.push_back(transition(t, trigger));
    }
    for (const Index region : own.regions)
      if (!outline_.regions[region].vertices.empty()) result.children = states(region);
    return result;
  }

  TransitionText transition(Index t, const Trigger& trigger) {
    const Transition& own = outline_.transitions[t];
    TransitionText result;
    result.location = own.location;
    if (trigger.event != nothing) {
      const Signal& signal = outline_.signals[outline_.events[trigger.event].signal];
      result.signal = {signal.name, trigger.location};
      for (const Attribute& attribute : signal.attributes)
        result.parameters.push_back({type(attribute), {attribute.name, trigger.location}});
    }
    if (own.guard) {
      const std::optional<Text>& text = own.guard->text;
      if (text && text->value == "else")
        result.guard_kind = TransitionText::Guard::otherwise;
      else if (text && is_readable(*own.guard))
        result.guard = fragments_.expression(*text).value_or(machines::no_node);
      else if (!text)
        diagnostics_.error(own.guard->location, "a guard without an expression",
                           "write it in the language of .sm files");
    }
    if (own.kind == Transition::Kind::local && !outline_.vertices[own.source].regions.empty())
      diagnostics_.error(own.location,
                         "a local transition of a composite state is not supported in a system of "
                         "objects",
                         "let it begin at the states inside");
    if (own.kind != Transition::Kind::internal) {
      result.target = {full_name(own.target), own.location};
      result.target_kind = TransitionText::Target::absolute;
    }
    if (own.effect) result.effects = effects(*own.effect);
    return result;
  }

  std::vector<EffectText> effects(const Body& body) {
    if (!body.text) {
      diagnostics_.error(body.location, "a behaviour without a body",
                         "write it in the language of .sm files");
      return {};
    }
    const auto known = effects_.find(body.text->offset);
    if (known != effects_.end()) return known->second;
    if (!is_readable(body)) return effects_[body.text->offset];
    std::vector<EffectText> result =
        fragments_.effects(*body.text).value_or(std::vector<EffectText>());
    for (const EffectText& effect : result) {
      if (effect.kind != model::machines::Effect::Kind::send) continue;
      sent_.insert(effect.signal.text);
      if (effect.target == machines::no_node)
        diagnostics_.error(effect.location, "the signal is sent to nobody",
                           "write 'send SIGNAL to OBJECT;'");
    }
    return effects_[body.text->offset] = std::move(result);
  }

  void object(const Instance& instance) {
    ObjectText text;
    text.name = {instance.name, instance.location};
    const Class& type = outline_.classes[instance.type];
    text.type = {type.name, instance.location};
    for (const Slot& slot : instance.slots) {
      if (slot.attribute == nothing) continue;
      const Attribute& attribute = outline_.attributes[slot.attribute];
      if (attribute.owner != instance.type) {
        diagnostics_.error(slot.location, fmt::format("'{}' is no attribute of the class '{}'",
                                                      attribute.name, type.name));
        continue;
      }
      const machines::NodeId given = value(slot.value);
      if (given != machines::no_node)
        text.settings.push_back({{attribute.name, slot.location}, given});
    }
    file_.objects.push_back(std::move(text));
  }

  /// An instance of an association: each slot is the object at that end, which the other one
  /// refers to.
  void link(const Instance& instance) {
    if (instance.slots.size() != 2) return;
    for (std::size_t i = 0; i < 2; ++i) {
      const Slot& end = instance.slots[i];
      const Slot& holder = instance.slots[1 - i];
      if (end.attribute == nothing || end.value.instance == nothing ||
          holder.value.instance == nothing)
        continue;
      const std::string& name = outline_.instances[holder.value.instance].name;
      for (ObjectText& object : file_.objects)
        if (object.name.text == name)
          object.settings.push_back(
              {{outline_.attributes[end.attribute].name, end.location}, value(end.value)});
    }
  }

  const Outline& outline_;
  Fragments& fragments_;
  Diagnostics& diagnostics_;
  machines::FileText& file_;
  std::set<std::string> sent_;
  std::map<std::uint32_t, std::vector<EffectText>> effects_;  ///< by offsets of texts
};

}  // namespace

std::optional<Foreign> beyond_objects(const Outline& outline, Index machine) {
  const Machine& own = outline.machines[machine];
  if (own.regions.size() > 1) return Foreign{own.location, "a state machine with several regions"};
  for (const Index region : own.regions)
    if (auto found = beyond_objects_in(outline, region)) return found;
  return {};
}

MachineSystem build_objects(const Outline& outline, Fragments& fragments,
                            Diagnostics& diagnostics) {
  return ObjectWriter(outline, fragments, diagnostics).build();
}

}  // namespace arges::frontend::uml
