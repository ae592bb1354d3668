#include "base/syntax/dialect.h"

#include <algorithm>

#include "base/invariant.h"

namespace arges::syntax {

namespace {

bool opens(Form form) { return form <= Form::list; }

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

Dialect::Dialect(DialectTables tables) : tables_(std::move(tables)) {
  for (int code = 0; code < 128; ++code) {
    const char c = static_cast<char>(code);
    const LexicalRules& rules = tables_.lexical;
    if (is_letter(c) || rules.name_start.find(c) != std::string_view::npos)
      classes_[byte(c)] |= name_start;
    if (is_letter(c) || is_digit(c) || rules.name_part.find(c) != std::string_view::npos)
      classes_[byte(c)] |= name_part;
  }
  // The symbols' texts are keys of the map: no growth once it is filled.
  symbols_.reserve(tables_.operators.size() + tables_.words.size() + tables_.types.size());
  for (const OperatorRow& row : tables_.operators) {
    SymbolInfo& info = symbols_[add_symbol(row.text)];
    const OperatorRow*& slot = opens(row.form) ? info.opening : info.continuing;
    INVARIANT(slot == nullptr, "an operator should stand in its table once");
    slot = &row;
  }
  for (const std::string_view word : tables_.words) add_symbol(word);
  for (const std::string_view type : tables_.types) symbols_[add_symbol(type)].is_type = true;
  const auto longer = [this](Symbol a, Symbol b) { return text(a).size() > text(b).size(); };
  for (std::vector<Symbol>& marks : marks_) std::sort(marks.begin(), marks.end(), longer);
  std::sort(marked_words_.begin(), marked_words_.end(), longer);
}

Dialect::Symbol Dialect::add_symbol(std::string_view text) {
  if (const auto known = by_text_.find(text); known != by_text_.end()) return known->second;
  const auto symbol = static_cast<Symbol>(symbols_.size());
  symbols_.push_back({.text = std::string(text)});
  by_text_.emplace(symbols_.back().text, symbol);
  if (!starts_name(text.front()))
    marks_[byte(text.front())].push_back(symbol);
  else if (!std::all_of(text.begin() + 1, text.end(), [this](char c) { return continues_name(c); }))
    marked_words_.push_back(symbol);
  return symbol;
}

Dialect::Symbol Dialect::keyword(std::string_view text) const {
  const auto known = by_text_.find(text);
  return known == by_text_.end() ? no_symbol : known->second;
}

Dialect::Symbol Dialect::marked_word(std::string_view text) const {
  for (const Symbol symbol : marked_words_) {
    const std::string& word = symbols_[symbol].text;
    if (text.starts_with(word) &&
        (text.size() == word.size() || !continues_name(text[word.size()])))
      return symbol;
  }
  return no_symbol;
}

Dialect::Symbol Dialect::punctuation(std::string_view text) const {
  for (const Symbol symbol : marks_[byte(text.front())])
    if (text.starts_with(symbols_[symbol].text)) return symbol;
  return no_symbol;
}

std::vector<std::string_view> Dialect::keywords() const {
  std::vector<std::string_view> result;
  for (const SymbolInfo& symbol : symbols_)
    if (starts_name(symbol.text.front())) result.push_back(symbol.text);
  return result;
}

bool Dialect::is_plain_name(std::string_view text) const {
  return !text.empty() && starts_name(text.front()) &&
         std::all_of(text.begin(), text.end(), [this](char c) { return continues_name(c); }) &&
         keyword(text) == no_symbol;
}

}  // namespace arges::syntax
