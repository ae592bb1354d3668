#pragma once

#include <stdexcept>
#include <string>

namespace arges {

/// A defect of arges itself: what INVARIANT throws; the command line turns it into exit code 4.
class InternalError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

[[noreturn]] void invariant_failed(const char* condition, const std::string& message,
                                   const char* file, int line);

}  // namespace arges

/// States what must hold for the code to be right; checked in every build ("x should …").
#define INVARIANT(condition, message)                                       \
  do {                                                                      \
    if (!(condition)) [[unlikely]]                                          \
      ::arges::invariant_failed(#condition, (message), __FILE__, __LINE__); \
  } while (false)

/// Marks code that no valid program state reaches.
#define UNREACHABLE(message) ::arges::invariant_failed("unreachable", (message), __FILE__, __LINE__)
