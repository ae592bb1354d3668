#include "lsp/symbols/languages.h"

#include <algorithm>
#include <array>

#include "frontend/cfa/cfa_dialect.h"
#include "frontend/gamma/gamma_dialect.h"
#include "frontend/machines/sm_dialect.h"
#include "frontend/xsts/xsts_dialect.h"

namespace arges::lsp {

namespace {

using Words = std::string_view;

constexpr std::array cfa_endings{Words(".cfa"), Words(".theta")};
constexpr std::array cfa_words{Words("main"),   Words("process"), Words("var"),    Words("init"),
                               Words("final"),  Words("error"),   Words("loc"),    Words("havoc"),
                               Words("assume"), Words("bool"),    Words("int"),    Words("rat"),
                               Words("bv"),     Words("if"),      Words("then"),   Words("else"),
                               Words("true"),   Words("false"),   Words("forall"), Words("exists"),
                               Words("and"),    Words("or"),      Words("not"),    Words("imply")};

constexpr std::array xsts_endings{Words(".xsts")};
constexpr std::array xsts_words{Words("type"),  Words("ctrl"),   Words("var"),     Words("trans"),
                                Words("init"),  Words("env"),    Words("prop"),    Words("local"),
                                Words("havoc"), Words("assume"), Words("choice"),  Words("or"),
                                Words("if"),    Words("else"),   Words("for"),     Words("from"),
                                Words("to"),    Words("do"),     Words("boolean"), Words("integer"),
                                Words("true"),  Words("false"),  Words("default")};

constexpr std::array machine_endings{Words(".sm")};
constexpr std::array machine_words{
    Words("signal"), Words("external"),  Words("class"),     Words("object"),  Words("int"),
    Words("bool"),   Words("queue"),     Words("state"),     Words("initial"), Words("final"),
    Words("choice"), Words("defer"),     Words("noflush"),   Words("on"),      Words("entry"),
    Words("exit"),   Words("send"),      Words("to"),        Words("assert"),  Words("else"),
    Words("check"),  Words("invariant"), Words("reachable"), Words("ltl"),     Words("const"),
    Words("enum"),   Words("in"),        Words("true"),      Words("false"),   Words("null"),
    Words("self")};

constexpr std::array scxml_endings{Words(".scxml")};
constexpr std::array scxml_words{
    Words("scxml"),   Words("state"),      Words("parallel"), Words("final"),   Words("initial"),
    Words("history"), Words("transition"), Words("onentry"),  Words("onexit"),  Words("datamodel"),
    Words("data"),    Words("assign"),     Words("raise"),    Words("send"),    Words("cancel"),
    Words("if"),      Words("elseif"),     Words("else"),     Words("foreach"), Words("param"),
    Words("log")};

constexpr std::array gamma_endings{Words(".gcd")};

const Language all[] = {
    {"cfa", cfa_endings, [] { return &frontend::cfa_dialect(); }, index_cfa, cfa_words},
    {"xsts", xsts_endings, [] { return &frontend::xsts_dialect(); }, index_xsts, xsts_words},
    {"sm", machine_endings, [] { return &frontend::machines::sm_dialect(); }, index_machines,
     machine_words},
    {"scxml", scxml_endings, [] { return static_cast<const syntax::Dialect*>(nullptr); },
     index_scxml, scxml_words},
    {"gamma", gamma_endings, [] { return &frontend::gamma::gamma_dialect(); }, nullptr, {}},
};

}  // namespace

std::span<const Language> languages() { return all; }

const Language* find_language(std::string_view path, std::string_view id) {
  for (const Language& language : all)
    if (std::any_of(language.endings.begin(), language.endings.end(),
                    [&](std::string_view ending) { return path.ends_with(ending); }))
      return &language;
  for (const Language& language : all)
    if (language.id == id) return &language;
  return nullptr;
}

}  // namespace arges::lsp
