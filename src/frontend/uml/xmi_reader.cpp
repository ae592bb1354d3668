#include "frontend/uml/xmi_reader.h"

#include <functional>
#include <map>

#include <fmt/format.h>

namespace arges::frontend::uml {

namespace {

using scxml::Element;

std::string text_of(const std::optional<Text>& text) { return text ? text->value : ""; }

/// "uml:State" and the like, without the prefix.
std::string type_of(const Element& element) {
  std::optional<Text> type = element.attribute("xmi:type");
  if (!type) type = element.attribute("xsi:type");
  if (!type) return "";
  return type->value.substr(type->value.find(':') + 1);
}

std::vector<std::string> words(const std::string& list) {
  std::vector<std::string> result;
  for (std::size_t at = 0; at < list.size();) {
    const std::size_t begin = list.find_first_not_of(" \t\r\n", at);
    if (begin == std::string::npos) break;
    const std::size_t end = std::min(list.find_first_of(" \t\r\n", begin), list.size());
    result.push_back(list.substr(begin, end - begin));
    at = end;
  }
  return result;
}

struct PseudostateName {
  std::string_view name;
  VertexKind kind;
};
constexpr PseudostateName pseudostates[] = {
    {"initial", VertexKind::initial},
    {"choice", VertexKind::choice},
    {"junction", VertexKind::junction},
    {"fork", VertexKind::fork},
    {"join", VertexKind::join},
    {"terminate", VertexKind::terminate},
    {"entryPoint", VertexKind::entry_point},
    {"exitPoint", VertexKind::exit_point},
    {"deepHistory", VertexKind::deep_history},
    {"shallowHistory", VertexKind::shallow_history},
};

/// Makes an outline of the elements, then resolves what they refer to.
class XmiReader {
 public:
  explicit XmiReader(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  Outline read(const Element& root) {
    outline_.location = root.location();
    // Where profiles are applied, <xmi:XMI> is around the model.
    if (root.name() == "XMI") {
      for (const Element& child : root.children())
        if (child.name() == "Model" || child.name() == "Package") package(child);
    } else {
      package(root);
    }
    for (const auto& resolve : pending_) resolve();
    return std::move(outline_);
  }

 private:
  enum class Kind : std::uint8_t {
    vertex,
    transition,
    region,
    machine,
    signal,
    operation,
    event,
    type,
    attribute,
    instance,
    constraint,
    data_type,
    other,
  };
  struct Target {
    Kind kind;
    Index index;
  };

  static Index last(const auto& list) { return static_cast<Index>(list.size() - 1); }

  void note(const Element& element, Kind kind, Index index) {
    const std::optional<Text> id = element.attribute("xmi:id");
    if (!id) return;
    if (!ids_.emplace(id->value, Target{kind, index}).second)
      diagnostics_.error(id->location(), fmt::format("there are two elements '{}'", id->value),
                         "give one of them another xmi:id");
  }

  /// What an attribute refers to, told once everything is known.
  void refer(const Text& text, const std::string& id, std::string_view what, Kind kind,
             std::function<void(Index)> then) {
    pending_.push_back([this, text, id, what, kind, then = std::move(then)] {
      const auto found = ids_.find(id);
      if (found == ids_.end()) {
        diagnostics_.error(text.location(), fmt::format("there is no element '{}'", id),
                           fmt::format("this should be the xmi:id of {}", what));
        return;
      }
      if (found->second.kind != kind) {
        diagnostics_.error(text.location(), fmt::format("'{}' is not {}", id, what));
        return;
      }
      then(found->second.index);
    });
  }
  void refer(const Element& element, std::string_view name, std::string_view what, Kind kind,
             const std::function<void(Index)>& then) {
    if (const std::optional<Text> text = element.attribute(name))
      for (const std::string& id : words(text->value)) refer(*text, id, what, kind, then);
  }

  void package(const Element& element) {
    if (outline_.name.empty()) outline_.name = text_of(element.attribute("name"));
    for (const Element& child : element.children())
      if (child.name() == "packagedElement" || child.name() == "nestedClassifier") packaged(child);
  }

  void packaged(const Element& element) {
    const std::string type = type_of(element);
    if (type == "Package" || type == "Model") {
      note(element, Kind::other, 0);
      package(element);
    } else if (type == "StateMachine") {
      machine(element);
    } else if (type == "Class" || type == "Component") {
      class_(element);
    } else if (type == "Signal") {
      signal(element);
    } else if (type == "InstanceSpecification") {
      instance(element);
    } else if (type == "PrimitiveType" || type == "DataType" || type == "Enumeration") {
      data_types_.push_back(text_of(element.attribute("name")));
      note(element, Kind::data_type, last(data_types_));
    } else if (type.ends_with("Event")) {
      event(element, type);
    } else {
      note(element, Kind::other, 0);
    }
  }

  void signal(const Element& element) {
    outline_.signals.push_back({text_of(element.attribute("name")), {}, element.location()});
    const Index index = last(outline_.signals);
    note(element, Kind::signal, index);
    for (const Element& child : element.children()) {
      if (child.name() != "ownedAttribute") continue;
      outline_.signals[index].attributes.push_back(plain_attribute(child));
      const std::size_t position = outline_.signals[index].attributes.size() - 1;
      type(child, [this, index, position](TypeRef type) {
        outline_.signals[index].attributes[position].type = std::move(type);
      });
    }
  }

  static Attribute plain_attribute(const Element& element) {
    Attribute result;
    result.name = text_of(element.attribute("name"));
    result.location = element.location();
    return result;
  }

  void type(const Element& element, const std::function<void(TypeRef)>& then) {
    for (const Element& child : element.children())
      if (child.name() == "type") {
        const std::string href = text_of(child.attribute("href"));
        then(primitive(href.substr(href.find('#') + 1)));
        return;
      }
    const std::optional<Text> text = element.attribute("type");
    if (!text) return;
    pending_.push_back([this, text = *text, then] {
      const auto found = ids_.find(text.value);
      if (found == ids_.end())
        diagnostics_.error(text.location(), fmt::format("there is no element '{}'", text.value),
                           "this should be the xmi:id of a type");
      else if (found->second.kind == Kind::type)
        then({TypeRef::Kind::reference, found->second.index,
              outline_.classes[found->second.index].name});
      else if (found->second.kind == Kind::data_type)
        then(primitive(data_types_[found->second.index]));
      else
        diagnostics_.error(text.location(), fmt::format("'{}' is no type", text.value));
    });
  }

  static TypeRef primitive(const std::string& name) {
    for (const std::string_view word :
         {"Integer", "int", "Int", "EInt", "UnlimitedNatural", "long"})
      if (name == word) return {TypeRef::Kind::integer, nothing, name};
    for (const std::string_view word : {"Boolean", "bool", "boolean", "Bool", "EBoolean"})
      if (name == word) return {TypeRef::Kind::boolean, nothing, name};
    return {TypeRef::Kind::unknown, nothing, name};
  }

  void class_(const Element& element) {
    outline_.classes.push_back(
        {text_of(element.attribute("name")), {}, nothing, element.location()});
    const Index index = last(outline_.classes);
    note(element, Kind::type, index);
    Index only = nothing;
    for (const Element& child : element.children()) {
      if (child.name() == "ownedAttribute") {
        owned_attribute(child, index);
      } else if (child.name() == "ownedBehavior" || child.name() == "classifierBehavior") {
        if (type_of(child) != "StateMachine") {
          note(child, Kind::other, 0);
          continue;
        }
        only = machine(child);
      } else if (child.name() == "nestedClassifier") {
        packaged(child);
      }
    }
    outline_.classes[index].machine = only;
    refer(element, "classifierBehavior", "a state machine", Kind::machine,
          [this, index](Index machine) { outline_.classes[index].machine = machine; });
  }

  void owned_attribute(const Element& element, Index owner) {
    Attribute result = plain_attribute(element);
    result.owner = owner;
    outline_.attributes.push_back(std::move(result));
    const Index index = last(outline_.attributes);
    outline_.classes[owner].attributes.push_back(index);
    note(element, Kind::attribute, index);
    type(element,
         [this, index](TypeRef type) { outline_.attributes[index].type = std::move(type); });
    for (const Element& child : element.children())
      if (child.name() == "defaultValue")
        value(child, [this, index]() -> ValueText& { return outline_.attributes[index].value; });
  }

  void value(const Element& element, const std::function<ValueText&()>& to) {
    to().location = element.location();
    const std::string type = type_of(element);
    if (type == "OpaqueExpression") {
      for (const Element& child : element.children())
        if (child.name() == "body") to().text = child.text();
    } else if (type.starts_with("Literal")) {
      to().text = element.attribute("value");
    } else if (type == "InstanceValue") {
      refer(element, "instance", "an instance specification", Kind::instance,
            [to](Index instance) { to().instance = instance; });
    } else {
      diagnostics_.error(element.location(), fmt::format("a value of kind '{}'", type),
                         "numbers, Boolean values, expressions and objects are supported");
    }
  }

  void instance(const Element& element) {
    Instance result;
    result.name = text_of(element.attribute("name"));
    result.location = element.location();
    outline_.instances.push_back(std::move(result));
    const Index index = last(outline_.instances);
    note(element, Kind::instance, index);
    if (const std::optional<Text> type = element.attribute("classifier"))
      pending_.push_back([this, index, type = *type] {
        const auto found = ids_.find(type.value);
        if (found == ids_.end())
          diagnostics_.error(type.location(), fmt::format("there is no element '{}'", type.value),
                             "this should be the xmi:id of a class");
        else if (found->second.kind == Kind::type)
          outline_.instances[index].type = found->second.index;
      });
    for (const Element& child : element.children()) {
      if (child.name() != "slot") continue;
      outline_.instances[index].slots.emplace_back().location = child.location();
      const std::size_t slot = outline_.instances[index].slots.size() - 1;
      refer(child, "definingFeature", "an attribute of a class", Kind::attribute,
            [this, index, slot](Index attribute) {
              outline_.instances[index].slots[slot].attribute = attribute;
            });
      for (const Element& inner : child.children())
        if (inner.name() == "value")
          value(inner, [this, index, slot]() -> ValueText& {
            return outline_.instances[index].slots[slot].value;
          });
    }
  }

  void event(const Element& element, const std::string& type) {
    Event result;
    result.name = text_of(element.attribute("name"));
    result.location = element.location();
    result.kind = type == "CallEvent"     ? Event::Kind::call
                  : type == "TimeEvent"   ? Event::Kind::time
                  : type == "ChangeEvent" ? Event::Kind::change
                  : type == "SignalEvent" ? Event::Kind::signal
                                          : Event::Kind::any;
    if (result.kind == Event::Kind::time) result.time = time_of(element);
    outline_.events.push_back(std::move(result));
    const Index index = last(outline_.events);
    note(element, Kind::event, index);
    refer(element, "signal", "a signal", Kind::signal,
          [this, index](Index signal) { outline_.events[index].signal = signal; });
  }

  /// The text in <when><expr value="…"/></when>, however it is wrapped.
  static std::optional<Text> time_of(const Element& element) {
    for (const Element& child : element.children()) {
      if (child.name() == "body") return child.text();
      if (std::optional<Text> value = child.attribute("value")) return value;
      if (std::optional<Text> inner = time_of(child)) return inner;
    }
    return {};
  }

  Index machine(const Element& element) {
    outline_.machines.push_back({text_of(element.attribute("name")), {}, {}, element.location()});
    const Index index = last(outline_.machines);
    note(element, Kind::machine, index);
    for (const Element& child : element.children()) {
      if (child.name() == "region")
        outline_.machines[index].regions.push_back(region(child, nothing));
      if (child.name() == "connectionPoint")
        outline_.machines[index].points.push_back(vertex(child, nothing));
    }
    return index;
  }

  Index region(const Element& element, Index state) {
    outline_.regions.push_back(
        {text_of(element.attribute("name")), {}, {}, state, element.location()});
    const Index index = last(outline_.regions);
    note(element, Kind::region, index);
    for (const Element& child : element.children()) {
      if (child.name() == "subvertex") {
        // Regions inside of it make the list of regions longer, and move it.
        const Index inner = vertex(child, index);
        outline_.regions[index].vertices.push_back(inner);
      }
      if (child.name() == "transition")
        outline_.regions[index].transitions.push_back(transition(child));
    }
    return index;
  }

  VertexKind kind_of(const Element& element) {
    const std::string type = type_of(element);
    if (type == "State") return VertexKind::state;
    if (type == "FinalState") return VertexKind::final;
    if (type == "ConnectionPointReference") return VertexKind::reference;
    const std::optional<Text> kind = element.attribute("kind");
    if (type == "Pseudostate" && !kind) return VertexKind::initial;
    for (const PseudostateName& one : pseudostates)
      if (type == "Pseudostate" && one.name == kind->value) return one.kind;
    diagnostics_.error(element.location(),
                       fmt::format("a vertex of kind '{}'", kind ? kind->value : type),
                       "see docs/uml.md for those that are supported");
    return VertexKind::state;
  }

  Index vertex(const Element& element, Index in) {
    Vertex result;
    result.kind = kind_of(element);
    result.name = text_of(element.attribute("name"));
    result.region = in;
    result.location = element.location();
    outline_.vertices.push_back(std::move(result));
    const Index index = last(outline_.vertices);
    note(element, Kind::vertex, index);
    const auto own = [this, index]() -> Vertex& { return outline_.vertices[index]; };
    for (const Element& child : element.children()) {
      const std::string_view name = child.name();
      if (name == "region") {
        const Index inner = region(child, index);
        own().regions.push_back(inner);
      } else if (name == "connectionPoint" || name == "connection") {
        const Index point = vertex(child, nothing);
        outline_.vertices[point].owner = index;
        own().points.push_back(point);
      } else if (name == "entry" && !child.attribute("href")) {
        own().entry = body(child);
      } else if (name == "exit" && !child.attribute("href")) {
        own().exit = body(child);
      } else if (name == "doActivity") {
        own().activity = body(child);
      } else if (name == "deferrableTrigger") {
        trigger(child, [own]() -> std::vector<Trigger>& { return own().deferred; });
      } else if (name == "submachine") {
        own().elsewhere = child.attribute("href");
      }
    }
    refer(element, "submachine", "a state machine", Kind::machine,
          [own](Index machine) { own().submachine = machine; });
    if (outline_.vertices[index].kind == VertexKind::reference)
      for (const std::string_view end : {"entry", "exit"})
        refer(element, end, "an entry or exit point", Kind::vertex,
              [own](Index point) { own().referred.push_back(point); });
    return index;
  }

  void trigger(const Element& element, const std::function<std::vector<Trigger>&()>& to) {
    const std::optional<Text> event = element.attribute("event");
    if (!event) {
      diagnostics_.error(element.location(), "a trigger without an event",
                         "set its event: a SignalEvent, a TimeEvent, …");
      return;
    }
    const SourceLocation location = event->location();
    refer(element, "event", "an event", Kind::event, [to, location](Index index) {
      to().push_back({index, location});
    });
  }

  Index transition(const Element& element) {
    Transition result;
    result.name = text_of(element.attribute("name"));
    result.location = element.location();
    const std::string kind = text_of(element.attribute("kind"));
    if (kind == "internal") result.kind = Transition::Kind::internal;
    if (kind == "local") result.kind = Transition::Kind::local;
    outline_.transitions.push_back(std::move(result));
    const Index index = last(outline_.transitions);
    note(element, Kind::transition, index);
    const auto own = [this, index]() -> Transition& { return outline_.transitions[index]; };
    for (const Element& child : element.children()) {
      if (child.name() == "effect") own().effect = body(child);
      if (child.name() == "trigger")
        trigger(child, [own]() -> std::vector<Trigger>& { return own().triggers; });
      if (child.name() == "ownedRule" || child.name() == "guard") constraint(child);
      if (child.name() == "guard") own().guard = constraints_.back();
    }
    refer(element, "guard", "a constraint", Kind::constraint,
          [this, own](Index rule) { own().guard = constraints_[rule]; });
    require_end(element, "source");
    refer(element, "source", "a vertex", Kind::vertex, [own](Index v) { own().source = v; });
    require_end(element, "target");
    refer(element, "target", "a vertex", Kind::vertex, [own](Index v) { own().target = v; });
    return index;
  }

  void require_end(const Element& element, std::string_view name) {
    if (!element.attribute(name))
      diagnostics_.error(element.location(), fmt::format("a transition without a {}", name),
                         fmt::format("set its '{}' to the xmi:id of a state or pseudostate", name));
  }

  void constraint(const Element& element) {
    Body result;
    result.name = text_of(element.attribute("name"));
    result.location = element.location();
    for (const Element& child : element.children())
      if (child.name() == "specification") {
        if (type_of(child).starts_with("Literal")) {
          result.text = child.attribute("value");
          if (!result.text) result.name = "false";
        } else {
          result = body(child);
          if (result.name.empty()) result.name = text_of(element.attribute("name"));
        }
      }
    constraints_.push_back(std::move(result));
    note(element, Kind::constraint, last(constraints_));
  }

  /// Of several languages one that is ours, or else the first.
  Body body(const Element& element) {
    Body result;
    result.name = text_of(element.attribute("name"));
    result.location = element.location();
    std::vector<std::string> languages;
    std::vector<Text> texts;
    for (const Element& child : element.children()) {
      const std::optional<Text> text = child.text();
      if (child.name() == "language") languages.push_back(text_of(text));
      if (child.name() == "body" && text) texts.push_back(*text);
    }
    if (const std::optional<Text> text = element.attribute("body"); text && texts.empty())
      texts.push_back(*text);
    if (const std::optional<Text> text = element.attribute("language"); text && languages.empty())
      languages.push_back(text->value);
    languages.resize(std::max(languages.size(), texts.size()));
    std::size_t chosen = 0;
    for (std::size_t i = texts.size(); i-- > 0;)
      if (is_own_language(languages[i])) chosen = i;
    if (!texts.empty()) {
      result.text = texts[chosen];
      result.language = languages[chosen];
    } else if (!languages.empty()) {
      result.language = languages.front();
    }
    return result;
  }

  Diagnostics& diagnostics_;
  Outline outline_;
  std::map<std::string, Target> ids_;
  std::vector<std::string> data_types_;
  std::vector<Body> constraints_;
  std::vector<std::function<void()>> pending_;
};

}  // namespace

Outline read_xmi(const scxml::Document& document, Diagnostics& diagnostics) {
  return XmiReader(diagnostics).read(document.root());
}

}  // namespace arges::frontend::uml
