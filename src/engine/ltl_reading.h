#pragma once

#include <functional>
#include <string>

#include "automata/ltl/parser.h"

namespace arges::engine {

/// The syntax to read a formula in, if it need not be the given one. In Spot's, `F Green` is
/// F G reen; where no reen is known, but Green, that is meant.
automata::LtlSyntax reading_of(const SourceText& text, automata::LtlSyntax given,
                               const std::function<bool(const std::string&)>& is_known);

/// What to tell of an atom that makes no sense and is touched by operators, as oing in Going; "" if
/// it is not.
std::string advice_on_letters(std::string_view text, const automata::Atom& atom);

}  // namespace arges::engine
