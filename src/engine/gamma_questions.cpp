#include "engine/gamma_questions.h"

#include <fmt/format.h>

namespace arges::engine {

GammaQuestion question_of(const frontend::GammaProperty& property) {
  using Quantifier = frontend::GammaProperty::Quantifier;
  using Form = frontend::GammaProperty::Form;
  using output::Polarity;
  if (property.quantifier == Quantifier::all_runs) {
    if (property.form == Form::always) return {property.condition, false, Polarity::universal};
    return {property.formula, true, Polarity::universal};
  }
  if (property.form == Form::at_some_time)
    return {property.condition, false, Polarity::existential};
  return {fmt::format("!({})", property.formula), true, Polarity::existential};
}

}  // namespace arges::engine
