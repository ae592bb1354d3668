#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include <z3++.h>

#include "base/statistics.h"
#include "ir/context.h"
#include "smt/symbols.h"

namespace arges::smt {

/// Translates types, values and expressions of one ir::Context to terms of one Z3 context, each
/// once. Throws z3::exception if Z3 runs out of memory.
class Translator {
 public:
  Translator(z3::context& z3, ir::Context& ir, Symbols& symbols, Statistics& statistics);
  ~Translator();
  Translator(const Translator&) = delete;
  Translator& operator=(const Translator&) = delete;

  /// The term lives as long as the translator. Iterative: expressions may be very deep.
  Z3_ast term(ir::Expr expr);
  /// Whether a translated expression multiplies or divides by something else than a literal.
  bool is_nonlinear(ir::Expr expr) const { return nonlinear_[expr.id()]; }
  /// A constant that stands for the formula among assumptions; the same for the same formula.
  Z3_ast indicator(ir::Expr formula);
  z3::sort sort(ir::Type type);
  z3::expr value(ir::Value value, ir::Type type);
  /// Which literal of its enumeration a term is.
  std::optional<std::uint32_t> enum_position(Z3_ast term) const;

 private:
  z3::expr build(ir::Expr expr);
  z3::expr build_bitvector(ir::Expr expr);
  z3::expr build_division(ir::Expr expr);
  z3::expr build_rotation(ir::Expr expr);
  z3::expr build_quantifier(ir::Expr expr);
  z3::expr build_floating(ir::Expr expr);
  z3::expr build_rounded(ir::Expr expr);
  z3::expr build_integer_of(ir::Expr expr);
  z3::expr operand(ir::Expr expr, std::size_t i);
  z3::expr checked(Z3_ast term);
  Z3_ast keep(const z3::expr& term);
  const std::vector<Z3_ast>& enum_literals(ir::Type type);
  z3::expr floating_value(const mpz_class& bits, ir::Type type);
  z3::expr array_value(ir::Value value, ir::Type type);
  z3::expr equality(const z3::expr& a, const z3::expr& b, ir::Type type);

  z3::context& z3_;
  ir::Context& ir_;
  Symbols& symbols_;
  Counter& hits_;
  Counter& translated_;
  std::vector<Z3_ast> terms_;     ///< by expression id; null = not translated yet
  std::vector<bool> nonlinear_;   ///< by expression id
  std::vector<Z3_ast> kept_;      ///< what references are held to
  std::vector<ir::Expr> todo_;    ///< of term()
  std::vector<Z3_ast> operands_;  ///< of build()
  std::unordered_map<ir::Expr, Z3_ast> indicators_;
  std::unordered_map<std::uint32_t, z3::sort> sorts_;                     ///< by type id
  std::unordered_map<std::uint32_t, std::vector<Z3_ast>> enum_literals_;  ///< by type id
  std::unordered_map<Z3_ast, std::uint32_t> enum_positions_;
};

}  // namespace arges::smt
