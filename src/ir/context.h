#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <memory_resource>
#include <span>
#include <string>
#include <vector>

#include "base/arena.h"
#include "ir/expr.h"
#include "ir/stmt.h"
#include "ir/type.h"
#include "ir/value.h"

namespace arges::ir {

/// Interns values that do not fit a machine word.
class ValuePool {
 public:
  Value integer(const mpz_class& number);
  Value rational(mpq_class number);
  /// Any contents; they are put into normal form for the array's type.
  Value array(Type type, Value fallback, std::vector<std::pair<Value, Value>> entries);
  Value array_set(Type type, Value array, Value index, Value element);

 private:
  Value intern(BigValue value);
  std::deque<BigValue> storage_;
  InternTable<const BigValue> table_;
};

/// Owns every type, variable, expression and statement of one run; nothing is freed before it.
/// One context a thread.
class Context {
 public:
  Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  Type bool_type() const { return bool_type_; }
  Type int_type() const { return int_type_; }
  Type rat_type() const { return rat_type_; }
  Type bv_type(std::uint32_t width);
  /// With so many bits for the exponent and, the hidden one among them, for the significand.
  Type fp_type(std::uint32_t exponent_bits, std::uint32_t significand_bits);
  /// The index type is neither an array nor floating point.
  Type array_type(Type index, Type element);
  /// Enumerations are nominal: the name tells them apart; asking again returns the same type.
  Type enum_type(const std::string& name, std::vector<std::string> literals);

  /// A new variable; names need not be unique.
  Var declare(std::string name, Type type, SourceLocation location = {});
  /// A new variable for a quantifier or a renaming, named after another ("x!7").
  Var declare_fresh(Var like);
  /// The Boolean whose versions tell the branches of unfolded choices apart.
  Var selector() const { return selector_; }
  std::uint32_t num_variables() const { return static_cast<std::uint32_t>(variables_.size()); }
  Var variable(std::uint32_t id) const { return &variables_[id]; }

  Expr var(Var variable, std::uint32_t version = 0);
  Expr literal(Type type, Value value);
  Expr bool_literal(bool value) { return value ? true_ : false_; }
  Expr true_expr() const { return true_; }
  Expr false_expr() const { return false_; }
  Expr int_literal(const mpz_class& number);
  Expr rat_literal(const mpq_class& number);
  Expr bv_literal(std::uint32_t width, const mpz_class& number);  ///< reduced modulo 2^width
  Expr fp_literal(Type type, const mpz_class& bits);  ///< any bits of NaN are made the one
  Expr enum_literal(Type type, std::uint32_t position);

  ValuePool& values() { return values_; }
  std::size_t num_expressions() const { return exprs_.size(); }

  /// The interned expression with exactly these parts; use the constructors of expr.h instead.
  Expr make(Op op, Type type, std::span<const Expr> children, std::uint32_t number = 0,
            std::span<const Var> bound = {}, Value value = Value(), Var var = nullptr);
  /// A statement record that lives as long as the context; use the constructors of stmt.h instead.
  const StmtRecord* keep(StmtRecord record);

 private:
  Type intern_type(TypeRecord record);

  std::pmr::monotonic_buffer_resource arena_;
  std::deque<TypeRecord> types_;
  InternTable<const TypeRecord> type_table_;
  std::deque<VarDecl> variables_;
  InternTable<const ExprRecord> exprs_;
  std::deque<StmtRecord> statements_;
  ValuePool values_;
  Type bool_type_;
  Type int_type_;
  Type rat_type_;
  Expr true_;
  Expr false_;
  Var selector_ = nullptr;
};

}  // namespace arges::ir
