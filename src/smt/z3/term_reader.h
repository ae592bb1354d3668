#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include <z3++.h>

#include "ir/context.h"
#include "smt/z3/translator.h"

namespace arges::smt {

/// Reads terms that Z3 made back as expressions, over the variables it was told of. Terms stay
/// valid only as long as whoever made them holds them.
class TermReader {
 public:
  TermReader(z3::context& z3, Translator& translator, ir::Context& ir)
      : z3_(z3), translator_(translator), ir_(ir) {}

  /// Makes the variable known in its translation.
  void add(ir::Expr variable);

  /// The expression with the same meaning; nothing if the language has none, as for quantifiers and
  /// divisions by what may be 0.
  std::optional<ir::Expr> read(const z3::expr& term);

 private:
  using Operands = std::vector<ir::Expr>;

  ir::Expr build(const z3::expr& term, const Operands& operands);
  ir::Expr build_constant(const z3::expr& term);
  ir::Expr build_arithmetic(Z3_decl_kind kind, const Operands& operands);
  ir::Expr build_bitvector(const z3::expr& term, const Operands& operands);
  ir::Expr build_test(const z3::expr& term, ir::Expr operand);
  ir::Type type_of(const z3::sort& sort);

  z3::context& z3_;
  Translator& translator_;
  ir::Context& ir_;
  std::unordered_map<unsigned, ir::Expr> variables_;  ///< by the constant's id
  std::unordered_map<unsigned, ir::Type> types_;      ///< of enumerations and arrays, by sort id
};

}  // namespace arges::smt
