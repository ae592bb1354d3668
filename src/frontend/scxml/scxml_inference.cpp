#include "frontend/scxml/scxml_inference.h"

#include <algorithm>

#include "ir/text/operators.h"

namespace arges::frontend::scxml {

using ir::TextOp;
using model::statechart::Direction;
using model::statechart::EventId;
using model::statechart::none;
using syntax::NodeId;
using syntax::NodeKind;

Current current_of(const Draft& draft, const Draft::Transition* transition) {
  if (transition != nullptr && transition->descriptors)
    return {draft.alphabet.matching(*transition->descriptors), Current::Kind::trigger};
  return {draft.alphabet.reactions(), Current::Kind::any};
}

std::optional<EventField> event_field(const Expression& expression, NodeId node) {
  const syntax::Node& at = expression.node(node);
  if (at.kind == NodeKind::read) {
    const syntax::Node& whole = expression.node(expression.tree().child(node, 0));
    const syntax::Node& index = expression.node(expression.tree().child(node, 1));
    if (whole.kind != NodeKind::name || whole.text != "_event.data") return {};
    if (index.kind != NodeKind::string) return {};
    return EventField{EventField::Kind::parameter, std::string(index.text)};
  }
  if (at.kind != NodeKind::name) return {};
  if (at.text == "_event.name") return EventField{EventField::Kind::name};
  if (at.text == "_event.type") return EventField{EventField::Kind::type};
  if (at.text == "_event.data") return EventField{EventField::Kind::parameter, "data"};
  if (at.text.starts_with("_event.data.")) {
    const std::string_view rest = at.text.substr(std::string_view("_event.data.").size());
    if (!rest.empty() && rest.find('.') == std::string_view::npos)
      return EventField{EventField::Kind::parameter, std::string(rest)};
  }
  if (at.text == "_event" || at.text.starts_with("_event.")) return EventField{};
  return {};
}

std::string_view event_type(const Alphabet::Entry& entry) {
  if (entry.direction != Direction::internal) return "external";
  return is_platform_event(entry.name) ? "platform" : "internal";
}

namespace {

/// Goes through the expressions of a machine and unifies what must be of one type.
class Inference {
 public:
  Inference(Draft& draft, Types& types)
      : draft_(draft), types_(types), any_(current_of(draft, nullptr)) {}

  void run() {
    for (Draft::Variable& variable : draft_.variables)
      operand(variable.initial, variable.slot, any_);
    for (const Draft::Transition& transition : draft_.transitions)
      if (transition.condition != nullptr)
        condition(*transition.condition, transition.condition->root(),
                  current_of(draft_, &transition));
    draft_.for_each_block([&](const Items& items, const Draft::Transition* transition) {
      if (items.empty()) return;
      const Current current = transition == nullptr ? any_ : current_of(draft_, transition);
      for_each_item(items, [&](const Item& one) { item(one, current); });
    });
    done_data();
  }

 private:
  void item(const Item& item, const Current& current) {
    switch (item.kind) {
      case Item::Kind::raise:
        arguments(item.arguments, draft_.alphabet.find(item.event, item.direction, item.target),
                  current);
        break;
      case Item::Kind::assign:
        operand(item.value, infer(*item.place, item.place->root(), current), current);
        break;
      case Item::Kind::branch:
        for (const Item::Clause& clause : item.clauses)
          if (clause.condition != nullptr)
            condition(*clause.condition, clause.condition->root(), current);
        break;
      case Item::Kind::foreach:
        foreach (item, current)
          ;
        break;
      case Item::Kind::assertion:
        if (item.value.expression != nullptr)
          condition(*item.value.expression, item.value.expression->root(), current);
        break;
      case Item::Kind::cancel:
      case Item::Kind::log:
      case Item::Kind::failure:
      case Item::Kind::deferred:
        break;
    }
  }

  void foreach (const Item& item, const Current& current) {
    const Slot array = infer(*item.place, item.place->root(), current);
    if (types_.sort(array) == Sort::array)
      if (Draft::Variable* variable = draft_.find_variable(item.item->value))
        types_.unify(variable->slot, types_.element(array));
    if (item.index)
      if (Draft::Variable* variable = draft_.find_variable(item.index->value))
        types_.unify(variable->slot, types_.fresh(Sort::integer));
  }

  void arguments(const std::vector<Item::Argument>& arguments, EventId event,
                 const Current& current) {
    if (event == none) return;
    for (const Item::Argument& one : arguments)
      operand(one.value, draft_.alphabet.parameter(types_, event, one.name).slot, current);
  }

  void done_data() {
    for (model::statechart::NodeId node = 0; node < draft_.contents.size(); ++node) {
      const auto parent = draft_.machine.nodes[node].parent;
      if (draft_.contents[node].done_data.empty() || parent == none) continue;
      const EventId event = draft_.alphabet.find(
          "done.state." + draft_.machine.nodes[parent].full_name, Direction::internal);
      arguments(draft_.contents[node].done_data, event, any_);
    }
  }

  void operand(const Operand& operand, Slot slot, const Current& current) {
    if (operand.expression != nullptr) {
      types_.unify(slot, infer(*operand.expression, operand.expression->root(), current));
    } else if (operand.string) {
      types_.add_string(*operand.string);
      types_.unify(slot, types_.fresh(Sort::string));
    }
  }

  void condition(const Expression& e, NodeId node, const Current& current) {
    types_.prefer_boolean(infer(e, node, current));
  }

  Slot require(const Expression& e, NodeId node, Sort sort, const Current& current) {
    const Slot wanted = types_.fresh(sort);
    types_.unify(infer(e, node, current), wanted);
    return wanted;
  }

  Slot infer(const Expression& e, NodeId node, const Current& current) {
    const syntax::Tree& tree = e.tree();
    switch (tree[node].kind) {
      case NodeKind::integer:
        return types_.fresh(Sort::integer);
      case NodeKind::string:
        types_.add_string(tree[node].text);
        return types_.fresh(Sort::string);
      case NodeKind::constant:
        return types_.fresh(Sort::boolean);
      case NodeKind::name:
        return name(e, node, current);
      case NodeKind::apply:
        return apply(e, node, current);
      case NodeKind::chain:
        return chain(e, node, current);
      case NodeKind::conditional: {
        condition(e, tree.child(node, 0), current);
        const Slot then = infer(e, tree.child(node, 1), current);
        types_.unify(then, infer(e, tree.child(node, 2), current));
        return then;
      }
      case NodeKind::list: {
        const Slot element = types_.fresh();
        const std::vector<NodeId> elements = tree.children(node);
        for (const NodeId one : elements) types_.unify(element, infer(e, one, current));
        return types_.array(element, elements.size());
      }
      case NodeKind::read:
        return read(e, node, current);
      case NodeKind::call:
        return call(e, node, current);
      default:
        return types_.fresh();
    }
  }

  Slot name(const Expression& e, NodeId node, const Current& current) {
    if (const std::optional<EventField> field = event_field(e, node)) return event(*field, current);
    const std::string_view text = e.node(node).text;
    if (const Draft::Variable* variable = draft_.find_variable(text)) return variable->slot;
    if (text == "_name") {
      types_.add_string(draft_.machine.nodes.front().name);
      return types_.fresh(Sort::string);
    }
    return types_.fresh(text.ends_with(".length") ? Sort::integer : Sort::unknown);
  }

  Slot event(const EventField& field, const Current& current) {
    if (field.kind == EventField::Kind::parameter) return parameter(field.parameter, current);
    for (const EventId id : current.events) {
      if (field.kind == EventField::Kind::name) types_.add_string(draft_.alphabet.entry(id).name);
      if (field.kind == EventField::Kind::type)
        types_.add_string(event_type(draft_.alphabet.entry(id)));
    }
    return types_.fresh(field.kind == EventField::Kind::other ? Sort::unknown : Sort::string);
  }

  /// What is read of an event of the environment must come with it, unless the document says what
  /// does.
  Slot parameter(const std::string& name, const Current& current) {
    const Slot result = types_.fresh();
    for (const EventId id : current.events) {
      const Alphabet::Entry& entry = draft_.alphabet.entry(id);
      const bool is_open = current.kind == Current::Kind::trigger && entry.is_environment &&
                           !draft_.alphabet.has_fixed_parameters(entry.name);
      if (is_open || draft_.alphabet.find_parameter(id, name) != nullptr)
        types_.unify(draft_.alphabet.parameter(types_, id, name).slot, result);
    }
    return result;
  }

  Slot apply(const Expression& e, NodeId node, const Current& current) {
    const syntax::Tree& tree = e.tree();
    const auto op = static_cast<TextOp>(tree[node].op);
    switch (op) {
      case TextOp::not_:
        condition(e, tree.child(node, 0), current);
        return types_.fresh(Sort::boolean);
      case TextOp::minus:
      case TextOp::plus:
        return require(e, tree.child(node, 0), Sort::integer, current);
      case TextOp::eq:
      case TextOp::neq: {
        // Compared with a string, the name of an event is no value.
        const bool is_name =
            is_event_name(e, tree.child(node, 0)) || is_event_name(e, tree.child(node, 1));
        const bool is_string = tree[tree.child(node, 0)].kind == NodeKind::string ||
                               tree[tree.child(node, 1)].kind == NodeKind::string;
        if (!is_name || !is_string)
          types_.unify(infer(e, tree.child(node, 0), current),
                       infer(e, tree.child(node, 1), current));
        return types_.fresh(Sort::boolean);
      }
      default:
        require(e, tree.child(node, 0), Sort::integer, current);
        require(e, tree.child(node, 1), Sort::integer, current);
        return types_.fresh(Sort::boolean);
    }
  }

  static bool is_event_name(const Expression& e, NodeId node) {
    const std::optional<EventField> field = event_field(e, node);
    return field && field->kind == EventField::Kind::name;
  }

  Slot chain(const Expression& e, NodeId node, const Current& current) {
    const std::vector<NodeId> parts = e.tree().children(node);
    const auto op = static_cast<TextOp>(e.node(node).op);
    if (op == TextOp::and_ || op == TextOp::or_) {
      for (std::size_t i = 0; i < parts.size(); i += 2) condition(e, parts[i], current);
      return types_.fresh(Sort::boolean);
    }
    std::vector<Slot> slots;
    bool has_string = false;
    for (std::size_t i = 0; i < parts.size(); i += 2) {
      slots.push_back(infer(e, parts[i], current));
      has_string = has_string || types_.sort(slots.back()) == Sort::string;
    }
    if (has_string) return types_.fresh(Sort::string);
    const Slot result = types_.fresh(Sort::integer);
    for (const Slot slot : slots) types_.unify(slot, result);
    return result;
  }

  Slot read(const Expression& e, NodeId node, const Current& current) {
    if (const std::optional<EventField> field = event_field(e, node)) return event(*field, current);
    const Slot array = infer(e, e.tree().child(node, 0), current);
    require(e, e.tree().child(node, 1), Sort::integer, current);
    return types_.sort(array) == Sort::array ? types_.element(array) : types_.fresh();
  }

  Slot call(const Expression& e, NodeId node, const Current& current) {
    const std::vector<NodeId> parts = e.tree().children(node);
    if (e.node(parts[0]).text == "In") return types_.fresh(Sort::boolean);
    for (std::size_t i = 1; i < parts.size(); ++i) require(e, parts[i], Sort::integer, current);
    return types_.fresh(Sort::integer);
  }

  Draft& draft_;
  Types& types_;
  Current any_;
};

}  // namespace

void infer_types(Draft& draft, Types& types) { Inference(draft, types).run(); }

}  // namespace arges::frontend::scxml
