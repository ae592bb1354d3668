#pragma once

#include <string>

#include "base/error.h"

namespace arges::test {

/// What a reader complains about, a line each: "LINE:COLUMN: MESSAGE (HINT)"; "" if nothing.
template <typename Read>
std::string errors_of(const Read& read) {
  std::string result;
  try {
    read();
  } catch (const InputError& error) {
    for (const Diagnostic& one : error.diagnostics()) {
      const std::string hint = one.hint.empty() ? "" : " (" + one.hint + ")";
      result += std::to_string(one.location.line()) + ":" + std::to_string(one.location.column()) +
                ": " + one.message + hint + "\n";
    }
  }
  return result;
}

}  // namespace arges::test
