#include <algorithm>
#include <charconv>
#include <filesystem>
#include <functional>

#include <fmt/format.h>

#include "base/syntax/suggest.h"
#include "frontend/scxml/scxml_declarations.h"
#include "model/statechart/tree.h"

namespace arges::frontend::scxml {

using model::statechart::Node;
using model::statechart::NodeId;
using model::statechart::NodeKind;
using model::statechart::none;
using model::statechart::Path;

namespace {

using Names = std::vector<std::string_view>;

bool is_state_element(const Element& element) {
  return element.is("state") || element.is("parallel") || element.is("final");
}

/// The descriptors of errors that transitions react to; "*" is not about errors.
void find_error_handlers(const Element& element, std::vector<std::string>& found) {
  if (element.is("transition"))
    if (const std::optional<Text> events = element.attribute("event"))
      for (const Text& descriptor : split(*events))
        if (matches("error", event_of(descriptor.value))) found.push_back(descriptor.value);
  for (const Element& child : element.children()) find_error_handlers(child, found);
}

/// Makes the nodes of a machine of the elements of a document, and reads what is in them.
class OutlineReader {
 public:
  OutlineReader(Draft& draft, Types& types, ScxmlRules rules)
      : draft_(draft),
        machine_(draft.machine),
        reader_(*draft.reader),
        declarations_(draft, types),
        rules_(rules) {}

  void read() {
    const Element root = draft_.document->root();
    if (!root.is("scxml")) {
      error(root.location(), fmt::format("the root is {}, but must be <scxml>", root.label()),
            fmt::format("of the namespace {}", scxml_namespace));
      return;
    }
    std::vector<std::string> handlers;
    find_error_handlers(root, handlers);
    reader_.set_error_handlers(std::move(handlers));
    read_root(root);
    name_root(root);
    for (const auto& resolve : later_) resolve();
    check_regions();
  }

 private:
  void error(SourceLocation location, std::string message, std::string hint = "") {
    reader_.error(location, std::move(message), std::move(hint));
  }

  void read_root(const Element& root) {
    root.check_attributes({"initial", "name", "xmlns", "version", "datamodel", "binding", "exmode"},
                          {"internal-queue", "external-queue", "deferred-queue"},
                          reader_.diagnostics());
    machine_.location = root.location();
    machine_.internal_capacity = capacity(root, "internal-queue", machine_.internal_capacity);
    machine_.external_capacity = capacity(root, "external-queue", machine_.external_capacity);
    machine_.deferred_capacity = capacity(root, "deferred-queue", machine_.deferred_capacity);
    const std::optional<Text> datamodel = root.attribute("datamodel");
    if (datamodel && datamodel->value != "ecmascript" && datamodel->value != "null")
      error(datamodel->location(),
            fmt::format("the data model '{}' is not supported", datamodel->value),
            "use datamodel=\"ecmascript\"");
    const std::optional<Text> binding = root.attribute("binding");
    if (binding && binding->value == "late") declarations_.set_binding(Binding::late);
    const NodeId node = add_node(root, NodeKind::compound, none);
    read_children(root, node);
    read_initial(root, node);
  }

  std::uint32_t capacity(const Element& root, std::string_view name, std::uint32_t otherwise) {
    const std::optional<Text> text = root.own_attribute(name);
    if (!text) return otherwise;
    std::uint32_t result = 0;
    const char* end = text->value.data() + text->value.size();
    const auto parsed = std::from_chars(text->value.data(), end, result);
    if (parsed.ec == std::errc() && parsed.ptr == end && result > 0 && result <= 1000)
      return result;
    error(text->location(), fmt::format("'{}' is no capacity of a queue", text->value),
          "write a number from 1 to 1000");
    return otherwise;
  }

  NodeId add_node(const Element& element, NodeKind kind, NodeId parent) {
    const auto id = static_cast<NodeId>(machine_.nodes.size());
    Node node{.kind = kind, .name = {}, .full_name = {}, .parent = parent};
    node.location = element.location();
    const std::optional<Text> given = parent == none ? std::nullopt : element.attribute("id");
    if (given && !given->value.empty()) {
      node.name = given->value;
      node.location = given->location();
      if (!draft_.ids.emplace(node.name, id).second) {
        const NodeId first = draft_.ids.find(node.name)->second;
        error(given->location(), fmt::format("the id '{}' is given twice", node.name),
              fmt::format("the first one is in line {}", machine_.nodes[first].location.line()));
      }
    } else if (parent != none) {
      node.name = fmt::format("{}@{}", element.name(), element.line());
      while (!draft_.ids.emplace(node.name, id).second) node.name += "'";
    }
    node.full_name = node.name;
    machine_.nodes.push_back(std::move(node));
    draft_.contents.emplace_back();
    if (parent != none && model::statechart::is_state(kind))
      machine_.nodes[parent].children.push_back(id);
    return id;
  }

  void name_root(const Element& root) {
    const std::optional<Text> given = root.attribute("name");
    Node& node = machine_.nodes.front();
    node.name = given && !given->value.empty()
                    ? given->value
                    : std::filesystem::path(draft_.document->source()->name()).stem().string();
    node.full_name = node.name;
    while (draft_.ids.contains(node.full_name)) node.full_name = "scxml:" + node.full_name;
  }

  void read_children(const Element& element, NodeId node) {
    for (const Element& child : element.children()) read_child(element, child, node);
    if (const std::optional<Text> text = element.text())
      error(text->location(), fmt::format("text has no meaning inside of {}", element.label()));
  }

  void read_child(const Element& element, const Element& child, NodeId node) {
    const bool is_root = node == 0;
    const bool is_final = machine_.nodes[node].kind == NodeKind::final;
    const bool is_parallel = machine_.nodes[node].kind == NodeKind::parallel;
    if (child.is("invoke")) {
      error(child.location(), "<invoke> is not supported",
            "compose machines in a system file, see docs/scxml.md");
    } else if (child.is("script")) {
      error(child.location(), "<script> is not supported", "use <assign>, <if> and <foreach>");
    } else if (child.is_own("environment") && is_root) {
      declarations_.read_environment(child);
    } else if (child.space() != Space::scxml) {
      if (child.space() == Space::own)
        reader_.misplaced(element, child);
      else
        reader_.warn(child.location(),
                     fmt::format("{} is of another namespace and is not looked at", child.label()));
    } else if (is_state_element(child) && !is_final && !(is_parallel && child.is("final"))) {
      read_state(child, node);
    } else if (child.is("history") && !is_final && !is_root) {
      read_history(child, node);
    } else if (child.is("datamodel") && !is_final) {
      declarations_.read_data_model(child, node);
    } else if ((child.is("onentry") || child.is("onexit")) && !is_root) {
      read_block(child,
                 child.is("onentry") ? draft_.contents[node].entry : draft_.contents[node].exit);
    } else if (child.is("transition") && !is_final) {
      read_transition(child, node);
    } else if (child.is("donedata") && is_final) {
      draft_.contents[node].done_data = reader_.arguments(child);
    } else if (!child.is("initial") || is_root || is_final || is_parallel) {
      reader_.misplaced(element, child);
    }
  }

  void read_block(const Element& element, Items& items) {
    element.check_attributes({}, {}, reader_.diagnostics());
    Items more = reader_.read(element);
    std::move(more.begin(), more.end(), std::back_inserter(items));
  }

  void read_state(const Element& element, NodeId parent) {
    const std::vector<Element> children = element.children();
    const bool has_states = std::any_of(children.begin(), children.end(), is_state_element);
    const NodeKind kind = element.is("final")      ? NodeKind::final
                          : element.is("parallel") ? NodeKind::parallel
                          : has_states             ? NodeKind::compound
                                                   : NodeKind::basic;
    const bool may_have_initial = element.is("state");
    element.check_attributes(may_have_initial ? Names{"id", "initial"} : Names{"id"},
                             kind == NodeKind::final ? Names{} : Names{"defer"},
                             reader_.diagnostics());
    const NodeId node = add_node(element, kind, parent);
    if (const std::optional<Text> deferred = element.own_attribute("defer"))
      draft_.contents[node].deferred = split(*deferred);
    read_children(element, node);
    if (kind == NodeKind::compound) read_initial(element, node);
    if (kind == NodeKind::basic)
      if (const std::optional<Text> initial = element.attribute("initial"))
        error(initial->location(),
              fmt::format("'{}' has no states inside, so none is the initial one",
                          machine_.nodes[node].name));
  }

  /// What its attribute, its <initial>, or the order of its children says.
  void read_initial(const Element& element, NodeId node) {
    const std::optional<Text> attribute = element.attribute("initial");
    std::vector<Element> given;
    for (const Element& child : element.children())
      if (child.is("initial")) given.push_back(child);
    if (given.size() + (attribute ? 1 : 0) > 1)
      error(given.back().location(), "the initial state is given twice");
    Path path{.targets = {}};
    path.location = element.location();
    if (!given.empty() && node != 0) {
      given.front().check_attributes({}, {}, reader_.diagnostics());
      read_default(given.front(), node);
    } else if (attribute) {
      path.location = attribute->location();
      machine_.nodes[node].initial = path;
      resolve_later(*attribute, [this, node](std::vector<NodeId> targets) {
        machine_.nodes[node].initial->targets = std::move(targets);
      });
    } else if (machine_.nodes[node].children.empty()) {
      error(element.location(), fmt::format("{} has no states", element.label()));
    } else {
      path.targets = {machine_.nodes[node].children.front()};
      machine_.nodes[node].initial = path;
    }
  }

  /// The only transition of an <initial> or a <history>.
  void read_default(const Element& element, NodeId node) {
    const std::vector<Element> children = element.children();
    if (children.size() != 1 || !children.front().is("transition")) {
      error(element.location(), fmt::format("{} must have one <transition>", element.label()));
      return;
    }
    const Element& transition = children.front();
    transition.check_attributes({"target", "type"}, {}, reader_.diagnostics());
    const std::optional<Text> target = transition.attribute("target");
    if (!target) {
      error(transition.location(),
            fmt::format("the transition of {} needs a target", element.label()));
      return;
    }
    Path path{.targets = {}};
    path.location = transition.location();
    machine_.nodes[node].initial = path;
    draft_.contents[node].initial = reader_.read(transition);
    resolve_later(*target, [this, node](std::vector<NodeId> targets) {
      machine_.nodes[node].initial->targets = std::move(targets);
    });
  }

  void read_history(const Element& element, NodeId parent) {
    element.check_attributes({"id", "type"}, {}, reader_.diagnostics());
    const std::optional<Text> type = element.attribute("type");
    if (type && type->value != "deep" && type->value != "shallow")
      error(type->location(), fmt::format("'{}' is no type of a history", type->value),
            "it is 'shallow' or 'deep'");
    const bool is_deep = type && type->value == "deep";
    const NodeId node =
        add_node(element, is_deep ? NodeKind::deep_history : NodeKind::shallow_history, parent);
    read_default(element, node);
  }

  void read_transition(const Element& element, NodeId source) {
    element.check_attributes({"event", "cond", "target", "type"}, {}, reader_.diagnostics());
    Draft::Transition made{.source = source};
    made.location = element.location();
    if (const std::optional<Text> events = element.attribute("event")) {
      made.descriptors.emplace();
      for (const Text& descriptor : split(*events)) made.descriptors->push_back(descriptor.value);
      if (made.descriptors->empty())
        error(events->location(), "the event is missing",
              "leave the attribute out if none is needed");
    }
    if (const std::optional<Text> condition = element.attribute("cond"))
      made.condition = reader_.expression(*condition);
    const std::optional<Text> type = element.attribute("type");
    if (type && type->value != "internal" && type->value != "external")
      error(type->location(), fmt::format("'{}' is no type of a transition", type->value),
            "it is 'internal' or 'external'");
    made.effect = reader_.read(element);
    const bool is_internal = type && type->value == "internal";
    const std::size_t number = draft_.transitions.size();
    draft_.transitions.push_back(std::move(made));
    if (const std::optional<Text> target = element.attribute("target"))
      resolve_later(*target, [this, number, is_internal](std::vector<NodeId> targets) {
        set_targets(draft_.transitions[number], std::move(targets), is_internal);
      });
    else
      draft_.transitions[number].kind = model::statechart::Transition::Kind::internal;
  }

  void set_targets(Draft::Transition& transition, std::vector<NodeId> targets,
                   bool is_internal) const {
    using Kind = model::statechart::Transition::Kind;
    const bool is_local =
        is_internal && machine_.nodes[transition.source].kind == NodeKind::compound &&
        std::all_of(targets.begin(), targets.end(), [&](NodeId target) {
          return model::statechart::is_inside(machine_, target, transition.source);
        });
    transition.kind = is_local ? Kind::local : Kind::external;
    transition.targets = std::move(targets);
  }

  void resolve_later(const Text& ids, std::function<void(std::vector<NodeId>)> use) {
    later_.emplace_back([this, ids, use = std::move(use)] {
      std::vector<NodeId> targets;
      for (const Text& id : split(ids)) {
        const auto found = draft_.ids.find(id.value);
        if (found != draft_.ids.end()) {
          targets.push_back(found->second);
          continue;
        }
        syntax::Suggestion suggestion(id.value);
        for (const auto& [known, node] : draft_.ids) suggestion.consider(known);
        error(id.location(), fmt::format("there is no state '{}'", id.value), suggestion.hint());
      }
      if (split(ids).empty()) error(ids.location(), "the name of a state is missing here");
      use(std::move(targets));
    });
  }

  /// A transition from one region into another is legal, and seldom meant.
  void check_regions() {
    for (const Draft::Transition& transition : draft_.transitions)
      for (const NodeId target : transition.targets) {
        check_region(transition, target);
        check_history(transition, target);
      }
  }

  /// Appendix D reads a history before it says what is left: that may be less than all that is
  /// inside of the history's parent, and be another time something else.
  void check_history(const Draft::Transition& transition, NodeId target) {
    const Node& history = machine_.nodes[target];
    if (!model::statechart::is_history(history.kind) || !history.initial ||
        !model::statechart::is_inside(machine_, transition.source, history.parent))
      return;
    const bool is_flat =
        history.kind == NodeKind::shallow_history &&
        std::all_of(history.initial->targets.begin(), history.initial->targets.end(),
                    [&](NodeId one) { return machine_.nodes[one].parent == history.parent; });
    if (is_flat || machine_.nodes[transition.source].parent == history.parent) return;
    error(transition.location,
          fmt::format("a transition from deep inside of '{}' to its history '{}' is not supported",
                      machine_.nodes[history.parent].name, history.name),
          fmt::format("what it leaves would depend on the history; let a child of '{}' have it, or "
                      "make the history shallow with a child as its default",
                      machine_.nodes[history.parent].name));
  }

  void check_region(const Draft::Transition& transition, NodeId target) {
    using model::statechart::is_inside;
    for (const NodeId outer : model::statechart::ancestors(machine_, transition.source)) {
      if (!is_inside(machine_, target, outer)) continue;
      if (machine_.nodes[outer].kind != NodeKind::parallel) return;
      const auto region_of = [&](NodeId node) {
        while (machine_.nodes[node].parent != outer) node = machine_.nodes[node].parent;
        return node;
      };
      const NodeId from = region_of(transition.source);
      const NodeId to = region_of(target);
      // Who names the history of the parallel state means all of it.
      if (from == to || model::statechart::is_history(machine_.nodes[to].kind)) return;
      std::string text = fmt::format(
          "the transition from '{}' to '{}' leads into a sibling region: all of '{}' is left and "
          "entered again",
          machine_.nodes[transition.source].name, machine_.nodes[target].name,
          machine_.nodes[outer].name);
      if (rules_ == ScxmlRules::lenient)
        reader_.warn(transition.location, std::move(text));
      else
        error(transition.location, std::move(text),
              "let regions send each other events; if this is meant, use --lenient");
      return;
    }
  }

  Draft& draft_;
  model::statechart::Machine& machine_;
  ContentReader& reader_;
  DeclarationReader declarations_;
  ScxmlRules rules_;
  std::vector<std::function<void()>> later_;  ///< targets, once all states are known
};

}  // namespace

void read_outline(Draft& draft, Types& types, ScxmlRules rules) {
  OutlineReader(draft, types, rules).read();
}

}  // namespace arges::frontend::scxml
