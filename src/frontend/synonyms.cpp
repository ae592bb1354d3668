#include "frontend/synonyms.h"

#include <algorithm>

#include "ir/text/operators.h"

namespace arges::frontend {

namespace {

struct Synonym {
  std::string_view text;
  ir::TextOp op;
};

constexpr Synonym synonyms[] = {
    {"=", ir::TextOp::eq},     {"==", ir::TextOp::eq},    {"!=", ir::TextOp::neq},
    {"/=", ir::TextOp::neq},   {"%", ir::TextOp::mod},    {"mod", ir::TextOp::mod},
    {"and", ir::TextOp::and_}, {"&&", ir::TextOp::and_},  {"or", ir::TextOp::or_},
    {"||", ir::TextOp::or_},   {"not", ir::TextOp::not_}, {"!", ir::TextOp::not_},
};

}  // namespace

syntax::DialectTables with_synonyms(syntax::DialectTables tables) {
  const auto find = [&](const auto& is_meant) {
    return std::find_if(tables.operators.begin(), tables.operators.end(), is_meant);
  };
  for (const Synonym& synonym : synonyms) {
    const auto taken = find([&](const auto& row) { return row.text == synonym.text; });
    const auto model = find([&](const auto& row) { return row.id == ir::id(synonym.op); });
    if (taken != tables.operators.end() || model == tables.operators.end()) continue;
    syntax::OperatorRow row = *model;
    row.text = synonym.text;
    tables.operators.push_back(row);
    std::erase(tables.words, synonym.text);
  }
  return tables;
}

}  // namespace arges::frontend
