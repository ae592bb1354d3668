#include "engine/text_part.h"

#include <algorithm>

namespace arges::engine {

InputError moved(const InputError& error, SourceLocation begin, const std::string& hint) {
  std::vector<Diagnostic> result = error.diagnostics();
  for (Diagnostic& one : result) {
    one.location = {begin.source, begin.offset + one.location.offset};
    if (!hint.empty()) one.hint = hint;
  }
  return InputError(std::move(result));
}

void add_errors(Diagnostics& diagnostics, const InputError& error) {
  for (const Diagnostic& one : error.diagnostics()) {
    const auto& known = diagnostics.errors();
    const bool is_new = std::none_of(known.begin(), known.end(), [&](const Diagnostic& other) {
      return other.location.source == one.location.source &&
             other.location.offset == one.location.offset && other.message == one.message;
    });
    if (is_new) diagnostics.error(one.location, one.message, one.hint);
  }
}

}  // namespace arges::engine
