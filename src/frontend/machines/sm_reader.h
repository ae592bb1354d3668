#pragma once

#include "base/syntax/expression_parser.h"
#include "base/syntax/token_stream.h"
#include "frontend/machines/sm_syntax.h"

namespace arges::frontend::machines {

/// Reads a file as it is written; complains and goes on.
class SmReader {
 public:
  SmReader(const SourceText& source, Diagnostics& diagnostics, const Limits* limits);
  FileText read();

 private:
  void item();
  void signal(model::machines::Signal::Origin origin);
  void class_();
  void class_item(ClassText& type);
  void object();
  void check();
  void condition(PropertyText::Kind kind);
  void formula();
  void constant();
  void enumeration();
  VariableText variable();
  TypeText type();
  bool at_type() const;
  StateText state();
  void state_body(StateText& state);
  void state_item(StateText& state);
  void bounds(VariableText& variable);
  std::vector<TransitionText> transitions();
  void trigger(TransitionText& transition);
  std::vector<EffectText> effects();
  EffectText effect();
  Name name(std::string_view what);

  syntax::TokenStream tokens_;
  FileText file_;
  syntax::ExpressionParser expressions_;
};

}  // namespace arges::frontend::machines
