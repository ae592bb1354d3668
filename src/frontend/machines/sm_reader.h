#pragma once

#include "base/syntax/expression_parser.h"
#include "base/syntax/token_stream.h"
#include "frontend/machines/sm_syntax.h"

namespace arges::frontend::machines {

/// Reads a file as it is written; complains and goes on.
class SmReader {
 public:
  SmReader(const SourceText& source, Diagnostics& diagnostics, const Limits* limits);
  /// Reads a part, whose expressions become nodes of that file's tree.
  SmReader(const SourceText& part, FileText& file, Diagnostics& diagnostics, const Limits* limits);
  FileText read();

  /// All of the text; nothing if it is none, which is complained about.
  std::optional<NodeId> lone_expression();
  /// Effects without the braces around them; the last semicolon may be left out. A signal that is
  /// sent to nobody has no target.
  std::optional<std::vector<EffectText>> lone_effects();

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
  std::optional<FileText> own_;
  FileText& file_;
  enum class Receiver : std::uint8_t { needed, optional } receiver_ = Receiver::needed;
  syntax::ExpressionParser expressions_;
};

}  // namespace arges::frontend::machines
