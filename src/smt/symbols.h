#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "ir/expr.h"
#include "ir/type.h"

namespace arges::smt {

/// Gives variables, enumerations and their literals distinct names that SMT-LIB2 accepts, close to
/// the names they have in the model: "x@3" for version 3 of x, "Color", "Color::red".
class Symbols {
 public:
  std::string constant(ir::Var var, std::uint32_t version);
  const std::string& enumeration(ir::Type type);
  const std::string& literal(ir::Type type, std::uint32_t position);

 private:
  struct EnumNames {
    std::string sort;
    std::vector<std::string> literals;
  };
  const EnumNames& names(ir::Type type);
  std::string unique(const std::string& wanted);

  /// Taken names; first those a sort of ours must not redefine.
  std::unordered_set<std::string> taken_ = {
      "Bool",     "Int",      "Real",          "Array", "BitVec", "String",  "RegEx",
      "RegLan",   "Seq",      "RoundingMode",  "Set",   "Bag",    "Float16", "Float32",
      "Float64",  "Float128", "FloatingPoint", "List",  "Pair",   "Tuple",   "Unicode",
      "Relation", "bool",     "int",           "real"};
  std::unordered_map<std::uint32_t, std::string> variables_;   ///< by variable id
  std::unordered_map<std::uint32_t, EnumNames> enumerations_;  ///< by type id
};

/// The symbol as a script writes it: in bars unless it is a simple one.
std::string quoted(const std::string& symbol);

}  // namespace arges::smt
