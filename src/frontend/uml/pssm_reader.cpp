#include "frontend/uml/pssm_reader.h"

#include <functional>
#include <map>

#include <fmt/format.h>

namespace arges::frontend::uml {

namespace {

using scxml::Element;

std::string text_of(const std::optional<Text>& text) { return text ? text->value : ""; }

std::string type_of(const Element& element) {
  const std::string type = text_of(element.attribute("xsi:type"));
  return type.substr(type.find(':') + 1);
}

struct PseudostateName {
  std::string_view name;
  VertexKind kind;
};
/// The enumeration's first literal is the default, which EMF does not write.
constexpr PseudostateName pseudostates[] = {
    {"", VertexKind::initial},
    {"initial", VertexKind::initial},
    {"join", VertexKind::join},
    {"fork", VertexKind::fork},
    {"terminate", VertexKind::terminate},
    {"entrypoint", VertexKind::entry_point},
    {"exitpoint", VertexKind::exit_point},
};

/// Elements refer to each other by where they are: //@statemachine/@regions.0/@vertice.1.
class PssmReader {
 public:
  explicit PssmReader(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  Outline read(const Element& root) {
    outline_.dialect = Outline::Dialect::pssm;
    outline_.location = root.location();
    each(root, "/", [&](const Element& child, const std::string& path) {
      if (child.name() == "signals") signal(child, path);
      if (child.name() == "operations") operation(child, path);
      if (child.name() == "statemachine") machine(child, path);
    });
    for (const auto& resolve : pending_) resolve();
    return std::move(outline_);
  }

 private:
  enum class Kind : std::uint8_t { vertex, signal, operation, signal_value, operation_value };
  struct Target {
    Kind kind;
    Index index;
    Index inner = nothing;
  };
  using Visit = std::function<void(const Element&, const std::string&)>;

  static Index last(const auto& list) { return static_cast<Index>(list.size() - 1); }

  /// The children with their paths; a feature that holds one only has no number.
  static void each(const Element& element, const std::string& path, const Visit& visit) {
    std::map<std::string, std::size_t> counts;
    for (const Element& child : element.children()) {
      const std::string name(child.name());
      const bool is_single = name == "statemachine" || name == "return";
      visit(child, is_single ? fmt::format("{}/@{}", path, name)
                             : fmt::format("{}/@{}.{}", path, name, counts[name]));
      ++counts[name];
    }
  }

  void refer(const Element& element, std::string_view name, std::string_view what,
             std::initializer_list<Kind> kinds, const std::function<void(Target)>& then) {
    const std::optional<Text> text = element.attribute(name);
    if (!text) {
      diagnostics_.error(element.location(), fmt::format("{} has no {}", element.label(), name),
                         fmt::format("it should be the path of {}", what));
      return;
    }
    pending_.push_back([this, text = *text, what, kinds = std::vector<Kind>(kinds), then] {
      const auto found = paths_.find(text.value);
      if (found == paths_.end() ||
          std::find(kinds.begin(), kinds.end(), found->second.kind) == kinds.end())
        diagnostics_.error(text.location(), fmt::format("'{}' is not {}", text.value, what),
                           "paths look like //@statemachine/@regions.0/@vertice.1");
      else
        then(found->second);
    });
  }

  Attribute attribute(const Element& element) {
    Attribute result;
    result.name = text_of(element.attribute("name"));
    result.location = element.location();
    const std::string type = type_of(element);
    result.type.name = type;
    if (type == "IntegerAttribute") result.type.kind = TypeRef::Kind::integer;
    if (type == "BooleanAttribute") result.type.kind = TypeRef::Kind::boolean;
    return result;
  }

  void signal(const Element& element, const std::string& path) {
    outline_.signals.push_back({text_of(element.attribute("name")), {}, element.location()});
    const Index index = last(outline_.signals);
    paths_[path] = {Kind::signal, index};
    each(element, path, [&](const Element& child, const std::string& inner) {
      if (child.name() != "attributes") return;
      outline_.signals[index].attributes.push_back(attribute(child));
      paths_[inner] = {Kind::signal_value, index, last(outline_.signals[index].attributes)};
    });
  }

  void operation(const Element& element, const std::string& path) {
    outline_.operations.push_back({text_of(element.attribute("name")), {}, 0, element.location()});
    const Index index = last(outline_.operations);
    paths_[path] = {Kind::operation, index};
    for (const std::string_view group : {"inParameters", "outParameters", "return"})
      each(element, path, [&](const Element& child, const std::string& inner) {
        if (child.name() != group) return;
        Operation& own = outline_.operations[index];
        own.attributes.push_back(attribute(child));
        if (group == "inParameters") ++own.inputs;
        paths_[inner] = {Kind::operation_value, index, last(own.attributes)};
      });
  }

  void machine(const Element& element, const std::string& path) {
    outline_.name = text_of(element.attribute("name"));
    outline_.machines.push_back({outline_.name, {}, {}, element.location()});
    const Index index = last(outline_.machines);
    each(element, path, [&](const Element& child, const std::string& inner) {
      if (child.name() == "regions")
        outline_.machines[index].regions.push_back(region(child, inner, nothing));
    });
  }

  Index region(const Element& element, const std::string& path, Index state) {
    outline_.regions.push_back(
        {text_of(element.attribute("name")), {}, {}, state, element.location()});
    const Index index = last(outline_.regions);
    each(element, path, [&](const Element& child, const std::string& inner) {
      if (child.name() == "vertice") {
        const Index one = vertex(child, inner, index);
        outline_.regions[index].vertices.push_back(one);
      }
      if (child.name() == "transitions") {
        const Index one = transition(child);
        outline_.regions[index].transitions.push_back(one);
      }
    });
    return index;
  }

  VertexKind kind_of(const Element& element) {
    const std::string type = type_of(element);
    if (type == "State") return VertexKind::state;
    if (type == "FinalState") return VertexKind::final;
    const std::string kind = text_of(element.attribute("kind"));
    for (const PseudostateName& one : pseudostates)
      if (one.name == kind) return one.kind;
    diagnostics_.error(element.location(), fmt::format("a vertex of kind '{} {}'", type, kind));
    return VertexKind::state;
  }

  Index vertex(const Element& element, const std::string& path, Index in) {
    Vertex result;
    result.kind = kind_of(element);
    result.name = text_of(element.attribute("name"));
    result.region = in;
    result.location = element.location();
    outline_.vertices.push_back(std::move(result));
    const Index index = last(outline_.vertices);
    paths_[path] = {Kind::vertex, index};
    const auto own = [this, index]() -> Vertex& { return outline_.vertices[index]; };
    each(element, path, [&](const Element& child, const std::string& inner) {
      const std::string_view name = child.name();
      if (name == "regions") {
        const Index one = region(child, inner, index);
        own().regions.push_back(one);
      } else if (name == "connectionPoint") {
        const Index point = vertex(child, inner, nothing);
        outline_.vertices[point].owner = index;
        own().points.push_back(point);
      } else if (name == "entry") {
        behaviour(child, [own]() -> std::optional<Body>& { return own().entry; });
      } else if (name == "exit") {
        behaviour(child, [own]() -> std::optional<Body>& { return own().exit; });
      } else if (name == "doActivity") {
        behaviour(child, [own]() -> std::optional<Body>& { return own().activity; });
      } else if (name == "deferrableTriggers") {
        trigger(child, [own]() -> std::vector<Trigger>& { return own().deferred; });
      }
    });
    return index;
  }

  void behaviour(const Element& element, const std::function<std::optional<Body>&()>& to) {
    Body body;
    body.name = text_of(element.attribute("name"));
    body.location = element.location();
    to() = body;
    for (const Element& child : element.children()) {
      const std::optional<Text> value = child.attribute("value");
      if (child.name() != "attributeValues") {
        diagnostics_.error(child.location(), fmt::format("{} is not supported", child.label()));
        continue;
      }
      const Text given =
          value.value_or(Text{type_of(child) == "BooleanAttributeValue" ? "false" : "0",
                              child.location().source, child.location().offset});
      refer(child, "attribute", "an attribute of an operation", {Kind::operation_value},
            [to, given](Target target) {
              to()->assignments.push_back({target.index, target.inner, given});
            });
    }
  }

  void trigger(const Element& element, const std::function<std::vector<Trigger>&()>& to) {
    for (const Element& child : element.children()) {
      if (child.name() != "eventType") continue;
      const bool is_call = type_of(child) == "CallEventType";
      const SourceLocation location = child.location();
      refer(child, is_call ? "operation" : "signal", is_call ? "an operation" : "a signal",
            {is_call ? Kind::operation : Kind::signal},
            [this, to, is_call, location](Target target) {
              to().push_back({event(is_call, target.index, location), location});
            });
    }
  }

  Index event(bool is_call, Index about, SourceLocation location) {
    for (Index i = 0; i < outline_.events.size(); ++i)
      if ((is_call ? outline_.events[i].operation : outline_.events[i].signal) == about) return i;
    Event result;
    result.kind = is_call ? Event::Kind::call : Event::Kind::signal;
    (is_call ? result.operation : result.signal) = about;
    result.location = location;
    outline_.events.push_back(std::move(result));
    return last(outline_.events);
  }

  Index transition(const Element& element) {
    Transition result;
    result.name = text_of(element.attribute("name"));
    result.location = element.location();
    const std::string kind = text_of(element.attribute("kind"));
    result.kind = kind == "external" ? Transition::Kind::external
                  : kind == "local"  ? Transition::Kind::local
                                     : Transition::Kind::internal;
    outline_.transitions.push_back(std::move(result));
    const Index index = last(outline_.transitions);
    const auto own = [this, index]() -> Transition& { return outline_.transitions[index]; };
    refer(element, "source", "a vertex", {Kind::vertex},
          [own](Target target) { own().source = target.index; });
    refer(element, "target", "a vertex", {Kind::vertex},
          [own](Target target) { own().target = target.index; });
    for (const Element& child : element.children()) {
      if (child.name() == "triggers")
        trigger(child, [own]() -> std::vector<Trigger>& { return own().triggers; });
      if (child.name() == "effect")
        behaviour(child, [own]() -> std::optional<Body>& { return own().effect; });
      if (child.name() == "constraint") constraint(child, own);
    }
    return index;
  }

  void constraint(const Element& element, const std::function<Transition&()>& own) {
    const std::optional<Text> value = element.attribute("value");
    const Text given =
        value.value_or(Text{"false", element.location().source, element.location().offset});
    refer(element, "attribute", "an attribute of a signal or an operation",
          {Kind::signal_value, Kind::operation_value}, [own, given](Target target) {
            const bool is_signal = target.kind == Kind::signal_value;
            own().test = AttributeTest{is_signal ? target.index : nothing,
                                       is_signal ? nothing : target.index, target.inner, given};
          });
  }

  Diagnostics& diagnostics_;
  Outline outline_;
  std::map<std::string, Target> paths_;
  std::vector<std::function<void()>> pending_;
};

}  // namespace

bool is_pssm(const scxml::Document& document) { return document.root().name() == "CustomSystem"; }

Outline read_pssm(const scxml::Document& document, Diagnostics& diagnostics) {
  return PssmReader(diagnostics).read(document.root());
}

}  // namespace arges::frontend::uml
