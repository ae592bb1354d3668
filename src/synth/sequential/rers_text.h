#pragma once

#include <string>
#include <vector>

#include "synth/property/patterns.h"

namespace arges::synth {

/// A formula as RERS writes them: ! & | X U R WU, every operator of two in parentheses; F and G by
/// U and R.
std::string rers_formula(const Vocabulary& vocabulary, automata::Formula formula);

/// `constraints-Problem1.txt`: the letters, and for each property its number, what it says in
/// English, and its formula.
std::string constraints_text(const Vocabulary& vocabulary, const lts::Alphabet& inputs,
                             const lts::Alphabet& outputs, const std::vector<Property>& properties);

}  // namespace arges::synth
