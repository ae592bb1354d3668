#pragma once

#include <initializer_list>
#include <string_view>

#include "base/error.h"
#include "base/limits.h"
#include "base/syntax/expression_parser.h"
#include "base/syntax/token_stream.h"
#include "frontend/gamma/syntax.h"

namespace arges::frontend::gamma {

/// Reads one file of the composition language, without looking at what names mean.
class PackageParser {
 public:
  PackageParser(Package& package, Diagnostics& diagnostics, const Limits* limits);

  /// Fills in the package; what is wrong is reported, and reading goes on behind it.
  void read();

 private:
  // package_parser.cpp: what a package declares
  void header();
  void item();
  void interface();
  EventDeclaration event();
  Declaration constant();
  Declaration declared(std::string_view what);
  std::vector<Declaration> parameters();
  TypeTree type();
  Procedure procedure();
  Procedure lambda();
  std::vector<Annotation> annotations();
  Annotation annotation();
  void skip_brackets();
  std::vector<Port> ports();
  Port port();
  SourceLocation invariant();

  // component_parser.cpp: composites and adapters
  void component();
  void composite(ComponentText& component);
  void composite_item(ComponentText& component);
  InstanceText instance();
  ChannelText channel();
  PortReference port_reference();
  std::vector<Name> names(std::string_view what);
  void adapter(ComponentText& component);
  void adapter_item(ComponentText& component);
  RuleText rule();
  QueueText queue();
  EventPattern pattern();

  // chart_parser.cpp: statecharts
  void statechart(ComponentText& component);
  void chart_item(ComponentText& component);
  void variable(ComponentText& component, const std::vector<Annotation>& before);
  Region region();
  StateNode node();
  void state_body(StateNode& node);
  TransitionText transition(Name id);

  // action_parser.cpp: actions
  bool at_statement() const;
  std::vector<Statement> statements();
  std::vector<Statement> block();
  Statement statement();
  Statement if_statement();
  Statement switch_statement();
  Statement loop_statement();
  Statement choice_statement();
  Statement simple_statement();
  std::vector<Statement> branch_body();

  Name name(std::string_view what);
  bool at_word(std::string_view word) const;
  bool accept_word(std::string_view word);
  [[noreturn]] void refuse(std::string_view what, std::string hint = "");
  SourceLocation here() const { return tokens_.location(); }
  NodeId expression() { return expressions_.expression(); }

  Package& package_;
  syntax::TokenStream tokens_;
  syntax::ExpressionParser expressions_;
  syntax::ExpressionParser triggers_;
};

}  // namespace arges::frontend::gamma
