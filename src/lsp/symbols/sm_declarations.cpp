#include "lsp/symbols/sm_declarations.h"

#include <utility>

#include <fmt/format.h>

namespace arges::lsp {

namespace {

using Index = Tokens::Index;

/// Walks over the declarations of a file; what it does not understand it steps over.
class Reader {
 public:
  explicit Reader(const Tokens& tokens) : tokens_(tokens) {
    result_.roles.resize(tokens.size(), SmRole::value);
  }

  SmDeclarations read() {
    for (Index i = 0; !tokens_.at_end(i);) i = item(i);
    return std::move(result_);
  }

 private:
  Index item(Index i) {
    if (tokens_.is(i, "const")) return variables(i + 1, SymbolKind::constant, everywhere(), {});
    if (tokens_.is(i, "enum") && tokens_.is_name(i + 1)) return enumeration(i + 1);
    if (tokens_.is(i, "signal")) return signals(i + 1);
    if (tokens_.is(i, "class") && tokens_.is_name(i + 1)) return class_(i + 1);
    if (tokens_.is(i, "object") && tokens_.is_name(i + 1)) return object(i + 1);
    if (tokens_.is(i, "check")) return checks(i + 1);
    if (tokens_.is_any(i, {"invariant", "reachable", "ltl"})) return property(i);
    return i + 1;
  }

  TextRange everywhere() const { return {0, static_cast<std::uint32_t>(tokens_.source().size())}; }

  /// The first of these signs outside of brackets; a brace that closes ends the search, too.
  Index find(Index i, std::initializer_list<std::string_view> signs) const {
    while (!tokens_.at_end(i) && !tokens_.is_any(i, signs) && !tokens_.is(i, "}"))
      i = tokens_.is_any(i, {"(", "[", "{"}) ? tokens_.closing(i) + 1 : i + 1;
    return i;
  }

  SymbolId declare(Symbol symbol, Index name, TextRange scope) {
    result_.roles[name] = SmRole::declared;
    symbol.name = tokens_[name].text;
    symbol.name_range = tokens_.range(name);
    if (symbol.whole.size() == 0) symbol.whole = symbol.name_range;
    symbol.scope = scope;
    return result_.index.declare(std::move(symbol));
  }

  bool at_type(Index i) const {
    return tokens_.is_any(i, {"int", "bool"}) || (tokens_.is_name(i) && tokens_.is_name(i + 1));
  }

  /// `TYPE NAME …, NAME …;`: the type is known where the first name is read.
  Index variables(Index type, SymbolKind kind, TextRange scope, std::optional<SymbolId> container) {
    if (!at_type(type)) return type + 1;
    if (tokens_.is_name(type)) result_.roles[type] = SmRole::type;
    Index i = type + 1;
    while (tokens_.is_name(i)) {
      const Index end = find(i, {",", ";"});
      variable(kind, type, i, end - 1, scope, container);
      if (!tokens_.is(end, ",")) return tokens_.is(end, ";") ? end + 1 : end;
      i = end + 1;
    }
    return i;
  }

  void variable(SymbolKind kind, Index type, Index name, Index last, TextRange scope,
                std::optional<SymbolId> container) {
    const std::string_view word = kind == SymbolKind::constant ? "const " : "";
    declare({.kind = kind,
             .whole = tokens_.range(name, last),
             .detail = fmt::format("{}{} {}", word, tokens_[type].text, tokens_.text(name, last)),
             .type = std::string(tokens_[type].text),
             .container = container},
            name, scope);
  }

  Index enumeration(Index name) {
    const Index end = tokens_.is(name + 1, "{") ? tokens_.closing(name + 1) : name;
    const SymbolId type = declare({.kind = SymbolKind::enumeration,
                                   .whole = tokens_.range(name - 1, end),
                                   .detail = tokens_.text(name - 1, end)},
                                  name, everywhere());
    for (Index i = name + 2; i < end && !tokens_.at_end(i); ++i)
      if (tokens_.is_name(i))
        declare({.kind = SymbolKind::literal,
                 .detail = fmt::format("{}, of enum {}", tokens_[i].text, tokens_[name].text),
                 .type = std::string(tokens_[name].text),
                 .container = type},
                i, everywhere());
    return end + 1;
  }

  Index signals(Index i) {
    const Index first = i >= 2 && tokens_.is(i - 2, "external") ? i - 2 : i - 1;
    while (tokens_.is_name(i)) {
      const Index end = tokens_.is(i + 1, "(") ? tokens_.closing(i + 1) : i;
      const SymbolId signal = declare(
          {.kind = SymbolKind::signal,
           .whole = tokens_.range(i, end),
           .detail = fmt::format("{}signal {}", tokens_.is(first, "external") ? "external " : "",
                                 tokens_.text(i, end))},
          i, everywhere());
      parameters(i + 2, end, tokens_.range(i, end), signal);
      i = end + 1;
      if (!tokens_.is(i, ",")) break;
      ++i;
    }
    return i;
  }

  /// Those with a type between brackets are declared there; others are variables.
  void parameters(Index i, Index end, TextRange scope, std::optional<SymbolId> container) {
    for (; i < end; ++i) {
      if (!at_type(i)) continue;
      if (tokens_.is_name(i)) result_.roles[i] = SmRole::type;
      if (tokens_.is_name(i + 1))
        variable(SymbolKind::parameter, i, i + 1, i + 1, scope, container);
      ++i;
    }
  }

  Index class_(Index name) {
    const Index open = find(name + 1, {"{", "class", "object"});
    const bool has_body = tokens_.is(open, "{");
    const Index end = has_body ? tokens_.closing(open) : name;
    const SymbolId id = declare({.kind = SymbolKind::class_,
                                 .whole = tokens_.range(name - 1, end),
                                 .detail = fmt::format("class {}", tokens_[name].text)},
                                name, everywhere());
    class_range_ = tokens_.range(name, end);
    class_id_ = id;
    if (has_body) body(open + 1, end, id);
    return end + 1;
  }

  /// Of a class or a state: declarations inside of it.
  void body(Index i, Index end, SymbolId container) {
    while (i < end && !tokens_.at_end(i)) {
      if (tokens_.is_any(i, {"state", "choice"}) && tokens_.is_name(i + 1))
        i = state(i + 1, container);
      else if (tokens_.is_any(i, {"on", "->", "[", "else"}))
        i = transition(i);
      else if (tokens_.is(i, "defer"))
        i = signal_names(i + 1);
      else if (tokens_.is(i, "queue"))
        i = find(i, {";"}) + 1;
      else if (tokens_.is(i, "{"))
        i = tokens_.closing(i) + 1;  // entry and exit
      else if (at_type(i))
        i = variables(i, SymbolKind::variable, class_range_, class_id_);
      else
        ++i;
    }
  }

  Index state(Index name, SymbolId container) {
    Index first = name - 1;
    while (first > 0 && tokens_.is_any(first - 1, {"initial", "final", "noflush"})) --first;
    const bool has_body = tokens_.is(name + 1, "{");
    const Index end = has_body ? tokens_.closing(name + 1) : name;
    const SymbolId id = declare({.kind = SymbolKind::state,
                                 .whole = tokens_.range(first, end),
                                 .detail = tokens_.text(first, name),
                                 .container = container},
                                name, class_range_);
    if (has_body) body(name + 2, end, id);
    return end + 1;
  }

  Index signal_names(Index i) {
    for (; tokens_.is_name(i); ++i) {
      result_.roles[i] = SmRole::signal;
      if (!tokens_.is(i + 1, ",")) return i + 1;
      ++i;
    }
    return i;
  }

  /// `on a(…), b [guard] -> Target.Inner { … }`
  Index transition(Index first) {
    Index end = find(first, {";", "{"});
    if (tokens_.is(end, "{")) end = tokens_.closing(end);
    const TextRange scope = tokens_.range(first, end);
    Index i = first;
    if (tokens_.is(i, "on")) {
      for (++i; tokens_.is_name(i); ++i) {
        result_.roles[i++] = SmRole::signal;
        if (tokens_.is(i, "(")) {
          parameters(i + 1, tokens_.closing(i), scope, class_id_);
          i = tokens_.closing(i) + 1;
        }
        if (!tokens_.is(i, ",")) break;
      }
    }
    if (tokens_.is(i, "[")) i = tokens_.closing(i) + 1;
    if (tokens_.is(i, "else")) ++i;
    if (tokens_.is(i, "->"))
      for (++i; tokens_.is_name(i); i += 2) {
        result_.roles[i] = SmRole::state;
        if (!tokens_.is(i + 1, ".")) break;
      }
    return end + 1;
  }

  Index object(Index name) {
    Index i = name + 1;
    if (tokens_.is(i, "[")) i = tokens_.closing(i) + 1;
    std::string type;
    if (tokens_.is(i, ":") && tokens_.is_name(i + 1)) {
      type = tokens_[++i].text;
      result_.roles[i++] = SmRole::type;
    }
    const Index head = i - 1;
    Index end = head;
    if (tokens_.is(i, "{")) {
      end = tokens_.closing(i);
      for (Index k = i + 1; k < end && !tokens_.at_end(k); ++k)
        if (tokens_.is_name(k) && tokens_.is(k + 1, "=") && !tokens_.is(k - 1, "."))
          result_.roles[k] = SmRole::setting;
    }
    declare({.kind = SymbolKind::object,
             .whole = tokens_.range(name - 1, end),
             .detail = tokens_.text(name - 1, head),
             .type = type},
            name, everywhere());
    return end + 1;
  }

  /// Names with hyphens and words in them.
  Index checks(Index i) {
    while (!tokens_.at_end(i)) {
      const Index first = i;
      while (tokens_.is(i + 1, "-")) i += 2;
      if (!tokens_.is_name(first) && !tokens_.is(first, "queue")) return i;
      for (Index k = first; k <= i; ++k) result_.roles[k] = SmRole::declared;
      const TextRange range = tokens_.range(first, i);
      add_check(std::string(tokens_.source().substr(range.begin, range.size())), range);
      if (!tokens_.is(i + 1, ",")) return i + 1;
      i += 2;
    }
    return i;
  }

  void add_check(const std::string& name, TextRange range) {
    using Match = OwnProperty::Match;
    // These ask about each state, transition and signal by itself.
    if (name == "unreachable-states")
      return result_.index.add_property({"state ", Match::prefix, range});
    if (name == "dead-transitions")
      return result_.index.add_property({"transition ", Match::prefix, range});
    if (name == "unused-signals")
      return result_.index.add_property({"signal ", Match::prefix, range});
    result_.index.add_property({name, Match::whole, range});
  }

  Index property(Index word) {
    const Index end = find(word + 1, {";"});
    if (end == word + 1) return end + 1;
    const TextRange range = tokens_.range(word + 1, end - 1);
    std::string name(tokens_.source().substr(range.begin, range.size()));
    if (tokens_.is(word, "reachable")) name = "reachable " + name;
    result_.index.add_property({std::move(name), OwnProperty::Match::whole, range});
    return end + 1;
  }

  const Tokens& tokens_;
  SmDeclarations result_;
  TextRange class_range_;  ///< of the class that is being read
  std::optional<SymbolId> class_id_;
};

}  // namespace

SmDeclarations read_declarations(const Tokens& tokens) { return Reader(tokens).read(); }

}  // namespace arges::lsp
