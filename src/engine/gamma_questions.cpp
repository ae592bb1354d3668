#include "engine/gamma_questions.h"

#include <optional>
#include <string_view>

#include <fmt/format.h>

namespace arges::engine {

namespace {

/// The condition that a formula without temporal operators is, with brackets for the quotes of its
/// atoms; nothing: it has some.
std::optional<std::string> as_condition(std::string_view formula) {
  constexpr std::string_view operators = "()!&|-> \t";
  std::string result;
  bool quoted = false;
  for (const char c : formula) {
    if (c == '"') {
      result += quoted ? ')' : '(';
      quoted = !quoted;
    } else if (!quoted && operators.find(c) == std::string_view::npos) {
      return {};
    } else {
      result += c;
    }
  }
  // Spot's connectives may stand alone; those of conditions are doubled.
  std::string doubled;
  for (std::size_t i = 0; i < result.size(); ++i) {
    doubled += result[i];
    const bool is_single = (result[i] == '&' || result[i] == '|') &&
                           (i == 0 || result[i - 1] != result[i]) &&
                           (i + 1 == result.size() || result[i + 1] != result[i]);
    if (is_single) doubled += result[i];
  }
  return doubled;
}

/// What stands behind an operator that a formula begins with.
std::optional<std::string> argument_of(char temporal, std::string_view formula) {
  const std::size_t start = formula.find_first_not_of(" \t");
  if (start == std::string_view::npos || formula[start] != temporal) return {};
  return as_condition(formula.substr(start + 1));
}

}  // namespace

GammaQuestion question_of(const frontend::GammaProperty& property) {
  using Quantifier = frontend::GammaProperty::Quantifier;
  using output::Polarity;
  if (property.quantifier == Quantifier::all_runs) {
    if (const auto condition = argument_of('G', property.formula))
      return {*condition, false, Polarity::universal};
    return {property.formula, true, Polarity::universal};
  }
  if (const auto condition = argument_of('F', property.formula))
    return {*condition, false, Polarity::existential};
  return {fmt::format("!({})", property.formula), true, Polarity::existential};
}

}  // namespace arges::engine
