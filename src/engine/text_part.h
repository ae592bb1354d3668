#pragma once

#include "base/error.h"

namespace arges::engine {

/// Errors in a copy of a part of a text, with their places in the text itself, where the part
/// begins at `begin`; and with another hint, if one is given.
InputError moved(const InputError& error, SourceLocation begin, const std::string& hint = "");

/// Adds the errors that are not among the others yet.
void add_errors(Diagnostics& diagnostics, const InputError& error);

}  // namespace arges::engine
