#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <gmpxx.h>

#include "base/source.h"
#include "ir/expr.h"

namespace arges::model {

/// What a control flow automaton has to do with the C program it was made of: for whoever tells a
/// run in the program's terms.
struct ProgramInfo {
  /// A variable that gets what the program's environment gives.
  struct Input {
    std::string function;           ///< that returned it
    std::string type;               ///< in C
    std::uint32_t signed_bits = 0;  ///< of a signed type
    std::string caller = {};
    SourceLocation end = {};  ///< of the call: its closing parenthesis
  };
  /// A variable that the program's author knows.
  struct Variable {
    std::string name;
    std::string function;    ///< whose local it is; empty: global
    std::uint32_t bits = 0;  ///< of a signed bit-vector, else 0
    bool is_result = false;  ///< what a call of the function returns
    bool is_parameter = false;
    std::uint32_t depth = 0;  ///< of the call within itself whose it is
    /// Of an enumeration, or an array of such: the names of its values.
    std::map<mpz_class, std::string> constants = {};
  };
  /// A function that the program calls but does not define.
  struct Stub {
    std::string name;
    std::string type;  ///< that it returns
    enum class Kind : std::uint8_t { input, error, assume, check, ends } kind = Kind::input;
  };

  std::string path;  ///< of the program
  bool is_64_bit = false;
  struct DeclaredBefore {
    bool operator()(ir::Var a, ir::Var b) const { return ir::declared_before(a, b); }
  };
  std::map<ir::Var, Input, DeclaredBefore> inputs;
  std::map<ir::Var, Variable, DeclaredBefore> variables;
  std::map<std::string, mpz_class> constants = {};  ///< of all enumerations
  std::vector<Stub> stubs;                          ///< by their names
  /// The locations of the automaton where loops begin, and the functions they are in.
  std::map<std::uint32_t, std::string> loop_heads;
};

}  // namespace arges::model
