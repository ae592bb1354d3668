#include "frontend/machines/sm_reader.h"

#include "frontend/machines/sm_dialect.h"

namespace arges::frontend::machines {

using model::machines::Signal;
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

}  // namespace arges::frontend::machines
