#include "smt/symbols.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace arges::smt {

namespace {

/// Bars and backslashes can't be quoted; '@' separates a version, "::" a literal.
std::string replaced(std::string name, std::string_view reserved) {
  for (char& c : name)
    if (reserved.find(c) != std::string_view::npos) c = '_';
  return name;
}

constexpr std::string_view unquotable = "|\\";
constexpr std::string_view separators = "|\\@:";

}  // namespace

std::string Symbols::unique(const std::string& wanted) {
  std::string name = wanted;
  for (std::uint32_t i = 2; !taken_.insert(name).second; ++i)
    name = wanted + '.' + std::to_string(i);
  return name;
}

std::string Symbols::constant(ir::Var var, std::uint32_t version) {
  auto found = variables_.find(var->id);
  if (found == variables_.end())
    found = variables_.emplace(var->id, unique(replaced(var->name, separators))).first;
  return found->second + '@' + std::to_string(version);
}

const Symbols::EnumNames& Symbols::names(ir::Type type) {
  const auto [found, is_new] = enumerations_.try_emplace(type.id());
  EnumNames& result = found->second;
  if (is_new) {
    result.sort = unique(replaced(type.name(), separators));
    for (const std::string& literal : type.literals())
      result.literals.push_back(unique(result.sort + "::" + replaced(literal, unquotable)));
  }
  return result;
}

const std::string& Symbols::enumeration(ir::Type type) { return names(type).sort; }

const std::string& Symbols::literal(ir::Type type, std::uint32_t position) {
  return names(type).literals[position];
}

std::string quoted(const std::string& symbol) {
  constexpr std::string_view punctuation = "~!@$%^&*_-+=<>.?/";
  const auto simple = [&](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           punctuation.find(c) != std::string_view::npos;
  };
  const bool plain = !symbol.empty() &&
                     std::isdigit(static_cast<unsigned char>(symbol.front())) == 0 &&
                     symbol.front() != '@' && symbol.front() != '.' &&
                     std::all_of(symbol.begin(), symbol.end(), simple);
  return plain ? symbol : '|' + symbol + '|';
}

}  // namespace arges::smt
