#include "frontend/lts/dot_reader.h"

#include <map>
#include <optional>

#include <fmt/format.h>

#include "base/error.h"
#include "base/syntax/token_stream.h"

namespace arges::frontend {

namespace {

using syntax::Dialect;
using syntax::DialectTables;
using syntax::LexicalRules;
using syntax::Token;
using syntax::TokenKind;
using syntax::TokenStream;

const Dialect& dot_dialect() {
  static const Dialect dialect([] {
    DialectTables tables;
    tables.words = {"strict", "digraph", "graph", "subgraph", "{",  "}", "[", "]",
                    ";",      ",",       "=",     "->",       "--", ":", ".", "-"};
    tables.lexical.strings = LexicalRules::Strings::yes;
    return tables;
  }());
  return dialect;
}

using Attributes = std::map<std::string, std::string>;

/// One digraph: nodes as they are mentioned, edges, and what is said of both.
class DotGraph {
 public:
  void mention(const std::string& node, const Attributes& attributes) {
    const auto [found, is_new] = nodes_.try_emplace(node);
    if (is_new) order_.push_back(node);
    for (const auto& [name, value] : attributes) found->second[name] = value;
  }
  void add_edge(Token place, std::string source, std::string target, Attributes attributes) {
    edges_.push_back({place, std::move(source), std::move(target), std::move(attributes)});
  }

  lts::Mts system(TokenStream& tokens, const lts::ActionTablePtr& table) const {
    lts::MtsBuilder builder(table);
    std::map<std::string, lts::StateId> states;
    for (const std::string& name : order_)
      if (!is_start(name)) states.emplace(name, builder.add_state());
    if (states.empty()) tokens.error(tokens.previous(), "this graph has no states");
    bool has_start = false;
    for (const Edge& edge : edges_) {
      const auto target = states.find(edge.target);
      if (is_start(edge.source) && target != states.end()) {
        if (has_start) tokens.error(edge.place, "there are two initial states", "a system has one");
        builder.set_initial(target->second);
        has_start = true;
        continue;
      }
      const auto label = edge.attributes.find("label");
      if (label == edge.attributes.end() || target == states.end()) {
        tokens.error(edge.place, "an edge needs a label",
                     "write for example: s0 -> s1 [label = \"coin\"]; the internal action is tau");
        continue;
      }
      const auto style = edge.attributes.find("style");
      const bool dashed =
          style != edge.attributes.end() && style->second.find("dashed") != std::string::npos;
      builder.add(states.at(edge.source),
                  label->second == "tau" ? lts::tau : table->intern(label->second), target->second,
                  dashed ? lts::Modality::may : lts::Modality::must);
    }
    return builder.build();
  }

 private:
  struct Edge {
    Token place;
    std::string source;
    std::string target;
    Attributes attributes;
  };

  /// Whether a node only shows where to begin.
  bool is_start(const std::string& name) const {
    const Attributes& attributes = nodes_.at(name);
    const auto shape = attributes.find("shape");
    const auto style = attributes.find("style");
    return name.starts_with("__start") ||
           (shape != attributes.end() && (shape->second == "point" || shape->second == "none")) ||
           (style != attributes.end() && style->second == "invis");
  }

  std::map<std::string, Attributes> nodes_;
  std::vector<std::string> order_;
  std::vector<Edge> edges_;
};

/// A recursive descent over a file of digraphs.
class DotReader {
 public:
  DotReader(const SourceText& source, const lts::ActionTablePtr& table, const Limits* limits)
      : tokens_(dot_dialect(), source, diagnostics_, limits), table_(table) {}

  std::vector<NamedSystem> read() {
    std::vector<NamedSystem> result;
    try {
      do {
        result.push_back(digraph(result.size()));
      } while (!tokens_.at_end());
    } catch (const syntax::SyntaxFailure&) {
      diagnostics_.throw_if_errors();
    }
    diagnostics_.throw_if_errors();
    return result;
  }

 private:
  NamedSystem digraph(std::size_t position) {
    tokens_.accept("strict");
    if (tokens_.at("graph"))
      tokens_.fail_expected("'digraph'", "transitions have a direction, so a graph has no meaning");
    tokens_.expect("digraph");
    std::string name = fmt::format("component {}", position);
    if (!tokens_.at("{")) name = id("the name of the graph");
    DotGraph graph;
    block(graph);
    return {name, graph.system(tokens_, table_)};
  }

  void block(DotGraph& graph) {
    const TokenStream::Level level(tokens_, TokenStream::Level::Weight::whole);
    tokens_.expect("{");
    while (!tokens_.at("}")) {
      if (tokens_.at_end()) tokens_.fail_expected("'}'");
      statement(graph);
      tokens_.accept(";");
    }
    tokens_.expect("}");
  }

  void statement(DotGraph& graph) {
    if (tokens_.accept("subgraph")) {
      if (!tokens_.at("{")) id("the name of the subgraph");
      block(graph);
      return;
    }
    if (tokens_.at("{")) {
      block(graph);
      return;
    }
    if (tokens_.accept("graph")) {  // what all have in common says nothing here
      attributes();
      return;
    }
    const std::string first = id("a node");
    if (tokens_.accept("=")) {
      value();
      return;
    }
    if (tokens_.at("[") && (first == "node" || first == "edge")) {
      attributes();
      return;
    }
    port();
    std::vector<std::pair<Token, std::string>> chain = {{tokens_.previous(), first}};
    while (tokens_.at("->") || tokens_.at("--")) {
      if (tokens_.at("--")) tokens_.fail_expected("'->'", "transitions have a direction");
      tokens_.take();
      const Token place = tokens_.peek();
      chain.emplace_back(place, id("a node"));
      port();
    }
    const Attributes said = attributes();
    for (const auto& [place, node] : chain)
      graph.mention(node, chain.size() == 1 ? said : Attributes());
    for (std::size_t i = 1; i < chain.size(); ++i)
      graph.add_edge(chain[i].first, chain[i - 1].second, chain[i].second, said);
  }

  /// Where an edge meets a node is of no interest.
  void port() {
    while (tokens_.accept(":")) id("a port");
  }

  Attributes attributes() {
    Attributes result;
    while (tokens_.accept("[")) {
      while (!tokens_.accept("]")) {
        const std::string name = id("an attribute");
        result[name] = tokens_.accept("=") ? value() : "true";
        if (!tokens_.accept(",")) tokens_.accept(";");
      }
    }
    return result;
  }

  /// A name, a text in quotes, or a number.
  std::string id(std::string_view what) {
    const TokenKind kind = tokens_.peek().kind;
    if (kind != TokenKind::name && kind != TokenKind::integer && kind != TokenKind::string)
      tokens_.fail_expected(what);
    return std::string(tokens_.take().text);
  }
  std::string value() {
    std::string result = tokens_.accept("-") ? "-" : "";
    if (!tokens_.at(".")) result += id("a value");
    if (tokens_.accept(".")) result += "." + id("a number");
    return result;
  }

  Diagnostics diagnostics_;
  TokenStream tokens_;
  const lts::ActionTablePtr& table_;
};

}  // namespace

std::vector<NamedSystem> read_dot(const SourceText& source, const lts::ActionTablePtr& table,
                                  const Limits* limits) {
  return DotReader(source, table, limits).read();
}

}  // namespace arges::frontend
