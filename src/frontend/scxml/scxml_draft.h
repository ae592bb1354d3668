#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "frontend/scxml/scxml_content.h"
#include "frontend/scxml/scxml_document.h"
#include "frontend/scxml/scxml_events.h"
#include "frontend/scxml/scxml_parser.h"
#include "frontend/scxml/scxml_types.h"
#include "model/statechart/system.h"

namespace arges::frontend::scxml {

/// A machine as its document writes it: the tree is there, expressions have no meaning yet.
struct Draft {
  struct Transition {
    model::statechart::NodeId source = model::statechart::none;
    std::vector<model::statechart::NodeId> targets = {};
    model::statechart::Transition::Kind kind = model::statechart::Transition::Kind::external;
    std::optional<std::vector<std::string>> descriptors = {};  ///< nothing: without an event
    const Expression* condition = nullptr;
    Items effect = {};
    SourceLocation location = {};
  };
  struct Data {
    Text id;
    Operand value = {};
    std::optional<Slot> declared = {};
    std::optional<Range> range = {};
    model::statechart::NodeId owner = 0;
  };
  struct Environment {
    struct Parameter {
      std::string name;
      Slot slot = 0;
      std::optional<Range> range = {};
    };
    Text name;
    std::vector<Parameter> parameters = {};
  };
  /// Of a node:
  struct Content {
    Items entry = {};
    Items exit = {};
    Items initial = {};                          ///< effect of its initial path
    std::vector<Item::Argument> done_data = {};  ///< of a final state
    std::vector<Text> deferred = {};
  };
  /// A variable of the data model.
  struct Variable {
    std::string name;
    Slot slot = 0;
    SourceLocation location = {};
    std::optional<Range> range = {};
    Operand initial = {};
    ir::Var var = nullptr;
  };

  std::unique_ptr<Document> document;
  std::unique_ptr<ContentReader> reader;
  model::statechart::Machine machine;
  std::map<std::string, model::statechart::NodeId, std::less<>> ids;
  std::vector<Content> contents;  ///< by nodes
  std::vector<Transition> transitions;
  std::vector<Data> data;
  std::optional<std::vector<Environment>> environment;
  Alphabet alphabet;
  std::vector<Variable> variables;

  Variable* find_variable(std::string_view name) {
    for (Variable& one : variables)
      if (one.name == name) return &one;
    return nullptr;
  }
  /// Calls `visit` for all executable content, with the transition it belongs to or null.
  void for_each_block(const std::function<void(const Items&, const Transition*)>& visit) const {
    for (const Content& content : contents) {
      visit(content.entry, nullptr);
      visit(content.exit, nullptr);
      visit(content.initial, nullptr);
    }
    for (const Transition& transition : transitions) visit(transition.effect, &transition);
  }
};

/// Reads the tree of a document into a draft.
void read_outline(Draft& draft, Types& types, ScxmlRules rules);

}  // namespace arges::frontend::scxml
