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
constexpr std::array xsts_endings{Words(".xsts")};
constexpr std::array machine_endings{Words(".sm")};
constexpr std::array scxml_endings{Words(".scxml")};
constexpr std::array elements{
    Words("scxml"),   Words("state"),      Words("parallel"), Words("final"),   Words("initial"),
    Words("history"), Words("transition"), Words("onentry"),  Words("onexit"),  Words("datamodel"),
    Words("data"),    Words("assign"),     Words("raise"),    Words("send"),    Words("cancel"),
    Words("if"),      Words("elseif"),     Words("else"),     Words("foreach"), Words("param"),
    Words("log")};

constexpr std::array gamma_endings{Words(".gcd")};

const Language all[] = {
    {"cfa", cfa_endings, [] { return &frontend::cfa_dialect(); }, index_cfa},
    {"xsts", xsts_endings, [] { return &frontend::xsts_dialect(); }, index_xsts},
    {"sm", machine_endings, [] { return &frontend::machines::sm_dialect(); }, index_machines},
    {"scxml", scxml_endings, [] { return static_cast<const syntax::Dialect*>(nullptr); },
     index_scxml},
    {"gamma", gamma_endings, [] { return &frontend::gamma::gamma_dialect(); }, nullptr},
};

}  // namespace

std::span<const Language> languages() { return all; }

std::vector<std::string_view> words_of(const Language& language) {
  if (language.index == nullptr) return {};
  if (const syntax::Dialect* dialect = language.dialect()) return dialect->keywords();
  return {elements.begin(), elements.end()};
}

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
