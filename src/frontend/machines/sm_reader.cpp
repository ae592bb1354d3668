#include "frontend/machines/sm_reader.h"

#include <fmt/format.h>

#include "frontend/machines/sm_dialect.h"

namespace arges::frontend::machines {

using model::machines::Effect;
using model::machines::Signal;
using model::machines::State;
using syntax::SyntaxFailure;
using syntax::Token;

SmReader::SmReader(const SourceText& source, Diagnostics& diagnostics, const Limits* limits)
    : tokens_(sm_dialect(), source, diagnostics, limits),
      own_(source),
      file_(*own_),
      expressions_(tokens_, file_.tree) {}

SmReader::SmReader(const SourceText& part, FileText& file, Diagnostics& diagnostics,
                   const Limits* limits)
    : tokens_(sm_dialect(), part, diagnostics, limits),
      file_(file),
      expressions_(tokens_, file_.tree) {}

std::optional<NodeId> SmReader::lone_expression() try {
  const NodeId result = expressions_.expression();
  if (!tokens_.at_end()) tokens_.fail_expected("an operator or the end of the expression");
  return result;
} catch (const SyntaxFailure&) {
  return {};
}

std::optional<std::vector<EffectText>> SmReader::lone_effects() try {
  receiver_ = Receiver::optional;
  std::vector<EffectText> result;
  while (!tokens_.at_end()) result.push_back(effect());
  return result;
} catch (const SyntaxFailure&) {
  return {};
}

FileText SmReader::read() {
  while (!tokens_.at_end()) {
    const std::uint32_t start = tokens_.peek().offset;
    try {
      item();
    } catch (const SyntaxFailure&) {
      if (tokens_.peek().offset == start) tokens_.take();
      tokens_.skip_to({"const", "enum", "signal", "external", "class", "object", "check",
                       "invariant", "reachable", "ltl"});
      if (tokens_.at("}")) tokens_.take();
    }
  }
  return *std::move(own_);
}

void SmReader::item() {
  if (tokens_.accept("external")) {
    tokens_.expect("signal");
    return signal(Signal::Origin::external);
  }
  if (tokens_.accept("signal")) return signal(Signal::Origin::system);
  if (tokens_.accept("class")) return class_();
  if (tokens_.accept("object")) return object();
  if (tokens_.accept("check")) return check();
  if (tokens_.accept("invariant")) return condition(PropertyText::Kind::invariant);
  if (tokens_.accept("reachable")) return condition(PropertyText::Kind::reachable);
  if (tokens_.accept("ltl")) return formula();
  if (tokens_.accept("const")) return constant();
  if (tokens_.accept("enum")) return enumeration();
  tokens_.fail_expected(
      "'const', 'enum', 'signal', 'class', 'object', 'check', 'invariant', 'reachable' or 'ltl'");
}

void SmReader::constant() {
  VariableText result = variable();
  for (;;) {
    tokens_.expect("=");
    result.value = expressions_.expression();
    file_.constants.push_back(result);
    if (!tokens_.accept(",")) break;
    result = {result.type, name("a constant")};
  }
  tokens_.expect(";");
}

void SmReader::enumeration() {
  EnumerationText result;
  result.name = name("an enumeration");
  tokens_.expect("{");
  do result.literals.push_back(name("a literal of the enumeration"));
  while (tokens_.accept(","));
  tokens_.expect("}");
  tokens_.accept(";");
  file_.enumerations.push_back(std::move(result));
}

Name SmReader::name(std::string_view what) {
  const Token token = tokens_.expect_name(what);
  return {std::string(token.text), tokens_.location(token)};
}

bool SmReader::at_type() const {
  if (tokens_.at_any({"int", "bool"})) return true;
  // A reserved word behind a name is meant as one, too.
  const Token& second = tokens_.peek_second();
  return tokens_.at_name() && (second.kind == syntax::TokenKind::name ||
                               (second.kind == syntax::TokenKind::symbol &&
                                second.text.front() >= 'a' && second.text.front() <= 'z'));
}

TypeText SmReader::type() {
  if (tokens_.accept("int")) return {TypeText::Kind::integer};
  if (tokens_.accept("bool")) return {TypeText::Kind::boolean};
  return {TypeText::Kind::named, name("a type: 'int', 'bool', a class or an enumeration")};
}

VariableText SmReader::variable() {
  VariableText result;
  result.type = type();
  result.name = name("a variable");
  return result;
}

void SmReader::signal(Signal::Origin origin) {
  do {
    SignalText result;
    result.origin = origin;
    result.name = name("a signal");
    if (tokens_.accept("(")) {
      if (!tokens_.at(")")) {
        do result.parameters.push_back(variable());
        while (tokens_.accept(","));
      }
      tokens_.expect(")");
    }
    file_.signals.push_back(std::move(result));
  } while (tokens_.accept(","));
  tokens_.expect(";");
}

void SmReader::object() {
  ObjectText result;
  result.name = name("an object");
  if (tokens_.accept("[")) {
    result.count = expressions_.expression();
    tokens_.expect("]");
  }
  tokens_.expect(":");
  result.type = name("the object's class");
  if (tokens_.accept("{")) {
    while (!tokens_.at("}")) {
      ObjectText::Setting setting;
      setting.variable = name("a variable of the class");
      tokens_.expect("=");
      setting.value = expressions_.expression();
      tokens_.expect(";");
      result.settings.push_back(std::move(setting));
    }
    tokens_.expect("}");
  } else {
    tokens_.expect(";");
  }
  file_.objects.push_back(std::move(result));
}

void SmReader::check() {
  do {
    PropertyText result;
    // Names of checks have hyphens in them, and words: implicit-consumption, queue-overflow.
    if (tokens_.at("queue")) {
      const Token word = tokens_.take();
      result.check = {std::string(word.text), tokens_.location(word)};
    } else {
      result.check = name("the name of a check");
    }
    while (tokens_.accept("-")) result.check.text += "-" + name("the rest of the name").text;
    result.text = result.check.text;
    result.location = result.check.location;
    file_.properties.push_back(std::move(result));
  } while (tokens_.accept(","));
  tokens_.expect(";");
}

void SmReader::condition(PropertyText::Kind kind) {
  PropertyText result;
  result.kind = kind;
  result.location = tokens_.location();
  const std::uint32_t begin = tokens_.peek().offset;
  result.condition = expressions_.expression();
  result.text = tokens_.source().text().substr(begin, tokens_.previous().end - begin);
  tokens_.expect(";");
  file_.properties.push_back(std::move(result));
}

/// The text of a formula is read by those who know temporal logic.
void SmReader::formula() {
  PropertyText result;
  result.kind = PropertyText::Kind::formula;
  result.location = tokens_.location();
  const std::uint32_t begin = tokens_.peek().offset;
  if (tokens_.at(";")) tokens_.fail_expected("a formula of temporal logic");
  while (!tokens_.at_any({";", "{", "}"}) && !tokens_.at_end()) tokens_.take();
  result.text = tokens_.source().text().substr(begin, tokens_.previous().end - begin);
  tokens_.expect(";");
  file_.properties.push_back(std::move(result));
}

void SmReader::class_() {
  ClassText result;
  result.name = name("a class");
  tokens_.expect("{");
  while (!tokens_.at("}") && !tokens_.at_end()) {
    try {
      class_item(result);
    } catch (const SyntaxFailure&) {
      tokens_.skip_to({"state", "initial", "final", "choice", "queue", "int", "bool"});
      if (tokens_.at_end()) break;
    }
  }
  tokens_.expect("}");
  file_.classes.push_back(std::move(result));
}

void SmReader::class_item(ClassText& type) {
  if (tokens_.at_any({"initial", "final", "noflush", "state", "choice"})) {
    type.states.push_back(state());
  } else if (tokens_.accept("queue")) {
    type.capacity = expressions_.expression();
    tokens_.expect(";");
  } else if (at_type()) {
    VariableText first = variable();
    for (;;) {
      bounds(first);
      if (tokens_.accept("=")) first.value = expressions_.expression();
      type.variables.push_back(first);
      if (!tokens_.accept(",")) break;
      first = {first.type, name("a variable"), no_node};
    }
    tokens_.expect(";");
  } else {
    tokens_.fail_expected("a variable, 'queue', 'state' or 'choice'");
  }
}

void SmReader::bounds(VariableText& variable) {
  if (!tokens_.accept("in")) return;
  variable.least = expressions_.expression();
  tokens_.expect("..");
  variable.largest = expressions_.expression();
}

StateText SmReader::state() {
  const syntax::TokenStream::Level level(tokens_, syntax::TokenStream::Level::Weight::whole);
  StateText result;
  for (;;) {
    if (tokens_.accept("initial"))
      result.initial = StateText::Initial::yes;
    else if (tokens_.accept("final"))
      result.end = State::End::allowed;
    else if (tokens_.accept("noflush"))
      result.flush = State::Flush::no;
    else
      break;
  }
  if (tokens_.accept("choice")) {
    result.kind = StateText::Kind::choice;
    result.flush = State::Flush::no;
  } else {
    tokens_.expect("state");
  }
  result.name = name("a state");
  if (tokens_.accept(";")) return result;
  tokens_.expect("{");
  state_body(result);
  tokens_.expect("}");
  return result;
}

void SmReader::state_body(StateText& state) {
  while (!tokens_.at("}") && !tokens_.at_end()) {
    try {
      state_item(state);
    } catch (const SyntaxFailure&) {
      tokens_.skip_to({"on", "defer", "entry", "exit", "state", "initial", "final", "choice", "["});
    }
  }
}

void SmReader::state_item(StateText& state) {
  if (tokens_.accept("defer")) {
    do state.defers.push_back(name("a signal"));
    while (tokens_.accept(","));
    tokens_.expect(";");
  } else if (tokens_.accept("entry")) {
    state.entry = effects();
  } else if (tokens_.accept("exit")) {
    state.exit = effects();
  } else if (tokens_.at_any({"initial", "final", "noflush", "state", "choice"})) {
    state.children.push_back(this->state());
  } else if (tokens_.at_any({"on", "[", "->", "else"})) {
    for (TransitionText& one : transitions()) state.transitions.push_back(std::move(one));
  } else {
    tokens_.fail_expected("'on', '[', '->', 'defer', 'entry', 'exit' or 'state'");
  }
}

void SmReader::trigger(TransitionText& transition) {
  transition.location = tokens_.location();
  transition.signal = name("a signal");
  if (!tokens_.accept("(")) return;
  if (!tokens_.at(")")) {
    do {
      TransitionText::Parameter parameter;
      if (at_type()) parameter.type = type();
      parameter.name = name("a variable that the argument is put into");
      transition.parameters.push_back(std::move(parameter));
    } while (tokens_.accept(","));
  }
  tokens_.expect(")");
}

/// One for each signal: `on a, b -> X;` is `on a -> X; on b -> X;`.
std::vector<TransitionText> SmReader::transitions() {
  std::vector<TransitionText> triggered;
  TransitionText result;
  result.location = tokens_.location();
  if (tokens_.accept("on")) {
    do trigger(triggered.emplace_back());
    while (tokens_.accept(","));
    triggered.front().location = result.location;
  }
  if (tokens_.accept("else")) {
    result.guard_kind = TransitionText::Guard::otherwise;
  } else if (tokens_.accept("[")) {
    result.guard = expressions_.expression();
    if (tokens_.at("=")) tokens_.fail_expected("']'", "values are compared by '=='");
    tokens_.expect("]");
  }
  if (tokens_.accept("->")) {
    result.target = name("the state that the transition leads to");
    while (tokens_.accept(".")) result.target.text += "." + name("a state inside").text;
  }
  tokens_.accept("/");
  if (tokens_.at("{"))
    result.effects = effects();
  else
    tokens_.expect(";");
  if (triggered.empty()) return {std::move(result)};
  for (TransitionText& one : triggered) {
    TransitionText whole = result;
    whole.location = one.location;
    whole.signal = std::move(one.signal);
    whole.parameters = std::move(one.parameters);
    one = std::move(whole);
  }
  return triggered;
}

std::vector<EffectText> SmReader::effects() {
  std::vector<EffectText> result;
  tokens_.expect("{");
  while (!tokens_.at("}") && !tokens_.at_end()) {
    try {
      result.push_back(effect());
    } catch (const SyntaxFailure&) {
      tokens_.skip_to({";"});
      tokens_.accept(";");
    }
  }
  tokens_.expect("}");
  return result;
}

EffectText SmReader::effect() {
  EffectText result;
  result.location = tokens_.location();
  if (tokens_.accept("send")) {
    result.kind = Effect::Kind::send;
    result.signal = name("a signal");
    if (tokens_.accept("(")) {
      if (!tokens_.at(")")) {
        do result.arguments.push_back(expressions_.expression());
        while (tokens_.accept(","));
      }
      tokens_.expect(")");
    }
    const bool to_nobody = receiver_ == Receiver::optional && !tokens_.at("to");
    if (!to_nobody) {
      tokens_.expect("to");
      result.target = expressions_.expression();
    }
  } else if (tokens_.accept("assert")) {
    result.kind = Effect::Kind::assert_;
    result.value = expressions_.expression();
  } else {
    result.target = expressions_.expression();
    if (tokens_.accept("+="))
      result.update = EffectText::Update::add;
    else if (tokens_.accept("-="))
      result.update = EffectText::Update::subtract;
    else
      tokens_.expect("=");
    result.value = expressions_.expression();
  }
  const bool is_last = receiver_ == Receiver::optional && tokens_.at_end();
  if (!is_last) tokens_.expect(";");
  return result;
}

}  // namespace arges::frontend::machines
