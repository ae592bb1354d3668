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
/// strings. What the standard leaves open (which number but 0) is 1 or -1 here.
std::span<const LibraryFunction> library_functions();

}  // namespace arges::frontend::c
