#pragma once

#include <span>
#include <string_view>

namespace arges::frontend::c {

/// A function of the C library, in C.
struct LibraryFunction {
  const char* name;
  std::string_view text;
};

/// Those that programs get where they call them and have none of their own: on characters and
/// strings. What the standard leaves open, such as which number but 0, is any such here.
std::span<const LibraryFunction> library_functions();
/// What they need, to stand before them.
std::string_view library_declarations();

}  // namespace arges::frontend::c
