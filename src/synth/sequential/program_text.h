#pragma once

#include <string>

#include "lts/alphabet.h"
#include "synth/sequential/program.h"

namespace arges::synth {

// Programs as text in the manner of the RERS challenge from 2017 on. Actions are called iA and oX;
// A is 1 and Z is 26.

/// `Problem1.c`: reads numbers and prints numbers.
std::string c_text(const Program& program, const lts::ActionTable& table);

/// `Problem1.java`: the class of that name; reads letters and prints letters.
std::string java_text(const Program& program, const lts::ActionTable& table,
                      const std::string& class_name);

/// What errors do in an executable: they are told, and the program ends.
std::string c_errors_text();
std::string java_errors_text();

/// The number that stands for a letter.
int letter_number(const std::string& action);

}  // namespace arges::synth
