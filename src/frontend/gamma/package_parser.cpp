#include "frontend/gamma/package_parser.h"

#include <fmt/format.h>

#include "frontend/gamma/gamma_dialect.h"

namespace arges::frontend::gamma {

using syntax::SyntaxFailure;
using syntax::Token;

PackageParser::PackageParser(Package& package, Diagnostics& diagnostics, const Limits* limits)
    : package_(package),
      tokens_(gamma_dialect(), *package.source, diagnostics, limits),
      expressions_(tokens_, package.tree),
      triggers_(tokens_, package.tree, trigger_dialect()) {}

void PackageParser::read() {
  try {
    header();
  } catch (const SyntaxFailure&) {
  }
  while (!tokens_.at_end()) {
    try {
      item();
    } catch (const SyntaxFailure&) {
      tokens_.skip_to({"const", "type", "interface", "lambda", "procedure", "statechart", "sync",
                       "cascade", "async", "scheduled-async", "adapter"});
      tokens_.accept("}");
    }
  }
}

Name PackageParser::name(std::string_view what) {
  const Token token = tokens_.expect_name(what);
  return {plain_name(token.text), tokens_.location(token)};
}

bool PackageParser::at_word(std::string_view word) const {
  return tokens_.at_name() && tokens_.peek().text == word;
}

bool PackageParser::accept_word(std::string_view word) {
  if (!at_word(word)) return false;
  tokens_.take();
  return true;
}

void PackageParser::refuse(std::string_view what, std::string hint) {
  tokens_.error(tokens_.peek(), fmt::format("{} is not supported", what), std::move(hint));
  throw SyntaxFailure{};
}

void PackageParser::header() {
  tokens_.expect("package");
  package_.name = name("the name of the package");
  while (tokens_.accept("import")) {
    const Token path = tokens_.expect_name("the path of a file in quotes");
    package_.imports.push_back({std::string(path.text), tokens_.location(path)});
  }
}

void PackageParser::item() {
  if (tokens_.at("const")) {
    package_.constants.push_back(constant());
  } else if (tokens_.accept("type")) {
    package_.types.push_back(declared("the name of a type"));
  } else if (tokens_.at("interface")) {
    interface();
  } else if (tokens_.at("procedure")) {
    package_.procedures.push_back(procedure());
  } else if (tokens_.at("lambda")) {
    package_.procedures.push_back(lambda());
  } else if (tokens_.at_any(
                 {"@", "statechart", "sync", "cascade", "async", "scheduled-async", "adapter"})) {
    component();
  } else if (!tokens_.accept(";")) {
    tokens_.fail_expected("a declaration",
                          "'const', 'type', 'interface', 'statechart', 'sync', 'cascade', …");
  }
}

Declaration PackageParser::constant() {
  tokens_.expect("const");
  Declaration result = declared("the name of a constant");
  tokens_.expect(":=");
  result.value = expression();
  tokens_.accept(";");
  return result;
}

Declaration PackageParser::declared(std::string_view what) {
  Declaration result;
  result.name = name(what);
  tokens_.expect(":");
  result.type = type();
  return result;
}

std::vector<Declaration> PackageParser::parameters() {
  std::vector<Declaration> result;
  if (!tokens_.accept("(")) return result;
  if (!tokens_.at(")")) {
    do result.push_back(declared("a parameter"));
    while (tokens_.accept(","));
  }
  tokens_.expect(")");
  return result;
}

TypeTree PackageParser::type() {
  const syntax::TokenStream::Level level(tokens_, syntax::TokenStream::Level::Weight::whole);
  TypeTree result;
  result.location = here();
  if (tokens_.accept("void")) return result;
  if (tokens_.at_any({"integer", "boolean", "decimal", "rational"})) {
    const Token word = tokens_.take();
    result.kind = word.is("integer")   ? TypeTree::Kind::integer
                  : word.is("boolean") ? TypeTree::Kind::boolean
                                       : TypeTree::Kind::unsupported;
    result.name = {std::string(word.text), result.location};
    if (accept_word("range")) {
      result.kind = TypeTree::Kind::unsupported;
      result.name.text += " range";
    }
  } else if (tokens_.accept("enum")) {
    result.kind = TypeTree::Kind::enumeration;
    tokens_.expect("{");
    do result.literals.push_back(name("a literal"));
    while (tokens_.accept(","));
    tokens_.expect("}");
  } else if (tokens_.accept("record")) {
    result.kind = TypeTree::Kind::record;
    tokens_.expect("{");
    do result.fields.push_back(declared("a field"));
    while (tokens_.accept(","));
    tokens_.expect("}");
  } else if (tokens_.accept("[")) {
    result.kind = TypeTree::Kind::array;
    result.size = expression();
    tokens_.expect("]");
    result.element = std::make_shared<const TypeTree>(type());
  } else {
    if (!tokens_.at_name()) tokens_.fail_expected("a type");
    result.kind = TypeTree::Kind::named;
    result.name = name("a type");
  }
  return result;
}

void PackageParser::interface() {
  tokens_.expect("interface");
  Interface result;
  result.name = name("the name of an interface");
  if (tokens_.accept("extends")) result.parents = names("an interface");
  tokens_.expect("{");
  while (!tokens_.at("}")) {
    if (tokens_.at("invariant")) {
      const SourceLocation at = invariant();
      if (!result.invariant) result.invariant = at;
    } else {
      result.events.push_back(event());
    }
  }
  tokens_.expect("}");
  package_.interfaces.push_back(std::move(result));
}

EventDeclaration PackageParser::event() {
  EventDeclaration result;
  if (tokens_.at("inout")) refuse("an event of both directions ('inout')", "declare two events");
  if (tokens_.accept("in"))
    result.direction = EventDeclaration::Direction::in;
  else if (tokens_.accept("internal"))
    result.direction = EventDeclaration::Direction::internal;
  else if (!tokens_.accept("out"))
    tokens_.fail_expected("'in', 'out' or 'internal'");
  if (tokens_.accept("persistent"))
    result.is_persistent = true;
  else
    tokens_.accept("transient");
  tokens_.expect("event");
  result.name = name("the name of an event");
  result.parameters = parameters();
  tokens_.accept(";");
  return result;
}

SourceLocation PackageParser::invariant() {
  const SourceLocation result = here();
  tokens_.expect("invariant");
  expression();
  tokens_.accept(";");
  return result;
}

Procedure PackageParser::procedure() {
  tokens_.expect("procedure");
  Procedure result;
  result.name = name("the name of a procedure");
  result.parameters = parameters();
  tokens_.expect(":");
  result.result = type();
  result.body = block();
  return result;
}

Procedure PackageParser::lambda() {
  tokens_.expect("lambda");
  Procedure result;
  result.name = name("the name of a lambda");
  result.parameters = parameters();
  tokens_.expect(":");
  result.result = type();
  tokens_.expect(":=");
  result.expression = expression();
  tokens_.accept(";");
  return result;
}

std::vector<Annotation> PackageParser::annotations() {
  std::vector<Annotation> result;
  while (tokens_.at("@") && !tokens_.peek_second().is("(")) result.push_back(annotation());
  return result;
}

Annotation PackageParser::annotation() {
  tokens_.expect("@");
  Annotation result;
  result.name = name("the name of an annotation");
  const auto value = [&] {
    const Token token = tokens_.take();
    if (token.is("[")) skip_brackets();
    return Name{plain_name(token.text), tokens_.location(token)};
  };
  tokens_.accept("component");
  if (tokens_.accept("=")) {
    result.value = value();
    if (tokens_.accept("(")) {
      value();
      tokens_.expect(")");
    }
    if (tokens_.accept("..")) value();
  } else if (at_word("accepting")) {
    result.value = value();
  }
  return result;
}

void PackageParser::skip_brackets() {
  // What annotations hold in brackets is of phases, which are refused where they are used.
  for (int open = 1; open > 0;) {
    if (tokens_.at_end()) tokens_.fail_expected("']'");
    const Token token = tokens_.take();
    open += token.is("[") ? 1 : token.is("]") ? -1 : 0;
  }
}

std::vector<Port> PackageParser::ports() {
  std::vector<Port> result;
  if (!tokens_.accept("[")) return result;
  while (!tokens_.at("]")) {
    result.push_back(port());
    tokens_.accept(",");
  }
  tokens_.expect("]");
  return result;
}

Port PackageParser::port() {
  tokens_.expect("port");
  Port result;
  result.name = name("the name of a port");
  tokens_.expect(":");
  if (tokens_.accept("requires"))
    result.mode = Port::Mode::required;
  else if (!tokens_.accept("provides"))
    tokens_.fail_expected("'provides' or 'requires'");
  result.interface = name("an interface");
  if (tokens_.accept("{")) {
    while (tokens_.at("invariant")) {
      const SourceLocation at = invariant();
      if (!result.invariant) result.invariant = at;
    }
    tokens_.expect("}");
  }
  return result;
}

}  // namespace arges::frontend::gamma
