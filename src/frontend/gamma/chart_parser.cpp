// The part of PackageParser that reads statecharts.
#include <fmt/format.h>

#include "frontend/gamma/package_parser.h"

namespace arges::frontend::gamma {

using syntax::SyntaxFailure;
using syntax::Token;

void PackageParser::statechart(ComponentText& component) {
  while (!tokens_.at("}") && !tokens_.at_end()) {
    try {
      chart_item(component);
    } catch (const SyntaxFailure&) {
      tokens_.skip_to({"var", "timeout", "region", "transition", "procedure", "lambda", "@"});
    }
  }
  tokens_.expect("}");
}

void PackageParser::chart_item(ComponentText& component) {
  Name id;
  if (tokens_.at("@") && tokens_.peek_second().is("(")) {
    tokens_.take();
    tokens_.take();
    const Token token = tokens_.take();
    id = {std::string(token.text), tokens_.location(token)};
    tokens_.expect(")");
    if (!tokens_.at("transition")) tokens_.fail_expected("'transition'");
  }
  const std::vector<Annotation> before = annotations();
  if (tokens_.at("transition")) {
    component.transitions.push_back(transition(std::move(id)));
  } else if (tokens_.at("var")) {
    variable(component, before);
  } else if (tokens_.accept("timeout")) {
    component.timeouts.push_back(name("a timeout"));
    tokens_.accept(";");
  } else if (tokens_.at("invariant")) {
    const SourceLocation at = invariant();
    if (!component.invariant) component.invariant = at;
  } else if (tokens_.at("region")) {
    component.regions.push_back(region());
  } else if (tokens_.at("procedure")) {
    component.procedures.push_back(procedure());
  } else if (tokens_.at("lambda")) {
    component.procedures.push_back(lambda());
  } else {
    tokens_.fail_expected("'var', 'timeout', 'region', 'transition' or 'procedure'");
  }
}

void PackageParser::variable(ComponentText& component, const std::vector<Annotation>& before) {
  tokens_.expect("var");
  Declaration result = declared("a variable");
  if (tokens_.accept(":=")) result.value = expression();
  tokens_.accept(";");
  for (const Annotation& annotation : before) {
    if (annotation.name.text == "Transient")
      result.lifetime = Declaration::Lifetime::transient;
    else if (annotation.name.text == "Resettable")
      result.lifetime = Declaration::Lifetime::resettable;
    else
      tokens_.diagnostics().error(
          annotation.name.location,
          fmt::format("the annotation '@{}' of a variable is not supported", annotation.name.text),
          "'@Transient' and '@Resettable' are");
  }
  component.variables.push_back(std::move(result));
}

Region PackageParser::region() {
  const syntax::TokenStream::Level level(tokens_, syntax::TokenStream::Level::Weight::whole);
  tokens_.expect("region");
  Region result;
  result.name = name("a region");
  tokens_.expect("{");
  while (!tokens_.at("}")) result.nodes.push_back(node());
  tokens_.expect("}");
  return result;
}

StateNode PackageParser::node() {
  struct Word {
    std::string_view text;
    StateNode::Kind kind;
  };
  static constexpr Word words[] = {{"state", StateNode::Kind::state},
                                   {"initial", StateNode::Kind::initial},
                                   {"choice", StateNode::Kind::choice},
                                   {"merge", StateNode::Kind::merge},
                                   {"fork", StateNode::Kind::fork},
                                   {"join", StateNode::Kind::join},
                                   {"shallow", StateNode::Kind::shallow_history},
                                   {"deep", StateNode::Kind::deep_history}};
  std::vector<Annotation> before = annotations();
  for (const Word& word : words) {
    if (!tokens_.accept(word.text)) continue;
    StateNode result;
    result.kind = word.kind;
    result.annotations = std::move(before);
    const bool history = word.kind >= StateNode::Kind::shallow_history;
    if (history) tokens_.expect("history");
    result.name = name("a state");
    if (word.kind == StateNode::Kind::state && tokens_.accept("{")) state_body(result);
    return result;
  }
  tokens_.fail_expected("a state", "'state', 'initial', 'choice', 'merge', 'shallow history', …");
}

void PackageParser::state_body(StateNode& node) {
  while (!tokens_.at("}")) {
    if (tokens_.at("invariant")) refuse("an invariant of a state");
    if (tokens_.at("region")) {
      node.regions.push_back(region());
      continue;
    }
    std::vector<Statement>* actions = &node.entry;
    if (tokens_.accept("exit"))
      actions = &node.exit;
    else if (!tokens_.accept("entry"))
      tokens_.fail_expected("'entry', 'exit' or 'region'");
    tokens_.expect("/");
    for (Statement& action : statements()) actions->push_back(std::move(action));
  }
  tokens_.expect("}");
}

TransitionText PackageParser::transition(Name id) {
  TransitionText result;
  result.location = here();
  result.id = std::move(id);
  tokens_.expect("transition");
  if (tokens_.accept("(")) {
    const bool negative = tokens_.accept("-");
    const Token number = tokens_.expect_integer("a priority");
    std::int64_t value = 0;
    for (const char digit : number.text.substr(0, 15)) value = 10 * value + (digit - '0');
    result.priority = negative ? -value : value;
    tokens_.expect(")");
  }
  tokens_.expect("from");
  result.from = name("the state that the transition leaves");
  tokens_.expect("to");
  result.to = name("the state that the transition leads to");
  if (tokens_.accept("when")) result.trigger = triggers_.expression();
  if (tokens_.accept("[")) {
    result.guard = expression();
    tokens_.expect("]");
  }
  if (tokens_.accept("/")) result.effect = statements();
  return result;
}

}  // namespace arges::frontend::gamma
