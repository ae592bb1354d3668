#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "base/source.h"
#include "ir/floating.h"
#include "ir/type.h"
#include "ir/value.h"

namespace arges::ir {

class Context;

/// The operators of the core language. Others (minus, implies, >, …) are built from these.
enum class Op : std::uint8_t {
  literal,
  variable,
  // Booleans; conjunction and disjunction take two or more operands
  not_,
  and_,
  or_,
  // any type
  eq,
  ite,
  // int and rational; sum and product take two or more operands
  add,
  mul,
  lt,
  le,
  // int: Euclidean division (remainder ≥ 0); `rem` takes the divisor's sign; x div 0 = 0,
  // x mod 0 = x rem 0 = x
  div,
  mod,
  rem,
  // rational: x / 0 = 0
  rat_div,
  int_to_rat,
  // bit-vectors, with SMT-LIB's meaning; binary unless said
  bv_add,
  bv_mul,
  bv_neg,  ///< unary
  bv_udiv,
  bv_sdiv,
  bv_urem,
  bv_srem,
  bv_smod,
  bv_and,
  bv_or,
  bv_xor,
  bv_not,  ///< unary
  bv_shl,
  bv_lshr,
  bv_ashr,
  bv_rol,
  bv_ror,
  bv_concat,
  bv_extract,  ///< unary; bits low … low+width−1, both in the record
  bv_zext,     ///< unary; to the type's width
  bv_sext,     ///< unary; to the type's width
  bv_ult,
  bv_ule,
  bv_slt,
  bv_sle,
  // floating point, with SMT-LIB's meaning; `eq` is identity: NaN is itself, +0 is not −0. Those
  // that round do so by the mode in the record
  fp_neg,    ///< unary
  fp_abs,    ///< unary
  fp_add,    ///< rounds
  fp_mul,    ///< rounds
  fp_div,    ///< rounds
  fp_rem,    ///< x − y·n, n the integer nearest to x/y
  fp_sqrt,   ///< unary, rounds
  fp_round,  ///< unary, rounds: to an integer
  fp_eq,     ///< IEEE 754's ==: NaN equals nothing, +0 equals −0
  fp_lt,
  fp_le,
  fp_to_fp,      ///< unary, rounds
  fp_from_sbv,   ///< unary, rounds
  fp_from_ubv,   ///< unary, rounds
  fp_to_sbv,     ///< unary, rounds; 0 if that is out of range
  fp_to_ubv,     ///< unary, rounds; 0 if that is out of range
  fp_from_bits,  ///< unary; a bit-vector as the bits of IEEE 754
  // arrays: total functions, not indexed by arrays or floating point
  select,
  store,
  const_array,  ///< unary; the type is in the record
  // quantifiers: one operand, the bound variables in the record
  forall,
  exists,
};

/// The name of an operator, for messages and dumps ("bv_add").
const char* to_string(Op op);

/// A declared variable: identity is the record, not the name.
struct VarDecl {
  std::string name;
  Type type;
  std::uint32_t id;  ///< dense, by order of declaration in the Context
  SourceLocation location;
};
using Var = const VarDecl*;
inline bool declared_before(Var a, Var b) { return a->id < b->id; }

struct ExprRecord;

/// An interned, immutable, well-typed expression; equal expressions are the same record.
class Expr {
 public:
  Expr() = default;
  explicit Expr(const ExprRecord* record) : record_(record) {}

  Op op() const;
  Type type() const;
  std::span<const Expr> children() const;
  Expr child(std::size_t i) const { return children()[i]; }
  std::size_t arity() const { return children().size(); }
  std::uint32_t id() const;  ///< dense; a child's id is smaller than its parent's
  Context& context() const;

  bool is_literal() const { return op() == Op::literal; }
  bool is_variable() const { return op() == Op::variable; }
  bool is_true() const { return is_literal() && type().is_bool() && value().is_true(); }
  bool is_false() const { return is_literal() && type().is_bool() && value().is_false(); }

  Value value() const;                 ///< of a literal
  Var var() const;                     ///< of a variable
  std::uint32_t version() const;       ///< of a variable: its SSA number, 0 as written
  std::uint32_t low() const;           ///< of bv_extract
  Rounding rounding() const;           ///< of those that round
  std::span<const Var> bound() const;  ///< of a quantifier
  /// A bit for every variable that occurs, by its version; several may share a bit.
  std::uint64_t symbols() const;

  explicit operator bool() const { return record_ != nullptr; }
  bool operator==(const Expr&) const = default;
  /// Order of creation: the same on every run.
  bool operator<(const Expr& other) const { return id() < other.id(); }
  /// In the core syntax; parse_expression reads it back.
  std::string to_string() const;

 private:
  friend Expr simplify(Expr expr);  // remembers its results
  const ExprRecord* record_ = nullptr;
};

/// The interned record behind an Expr; made by Context only.
struct ExprRecord {
  Op op;
  std::uint32_t id;
  std::uint32_t number;  ///< a variable's version, an extract's low bit, a rounding mode
  std::size_t hash;
  Context* context;
  Type type;
  Value value;
  Var var = nullptr;
  std::span<const Expr> children;
  std::span<const Var> bound;
  std::uint64_t symbols = 0;     ///< see Expr::symbols
  mutable Expr simplified = {};  ///< what simplify makes of it, once that was asked
};

inline Op Expr::op() const { return record_->op; }
inline Type Expr::type() const { return record_->type; }
inline std::span<const Expr> Expr::children() const { return record_->children; }
inline std::uint32_t Expr::id() const { return record_->id; }
inline Context& Expr::context() const { return *record_->context; }
inline Value Expr::value() const { return record_->value; }
inline Var Expr::var() const { return record_->var; }
inline std::uint32_t Expr::version() const { return record_->number; }
inline std::uint32_t Expr::low() const { return record_->number; }
inline Rounding Expr::rounding() const { return static_cast<Rounding>(record_->number); }
inline std::span<const Var> Expr::bound() const { return record_->bound; }
inline std::uint64_t Expr::symbols() const { return record_->symbols; }

// Constructors. Operands must be well typed (a front end checks and reports; here it is an
// INVARIANT). They normalise lightly: nested sums, products, conjunctions and disjunctions are
// flattened, numeric literals of a sum or product folded, operators outside the core rewritten.

Expr not_(Expr a);  ///< not not a = a
Expr and_(std::span<const Expr> operands);
Expr or_(std::span<const Expr> operands);
Expr and_(Expr a, Expr b);
Expr or_(Expr a, Expr b);
Expr implies(Expr a, Expr b);
Expr xor_(Expr a, Expr b);
Expr eq(Expr a, Expr b);
Expr neq(Expr a, Expr b);
Expr ite(Expr condition, Expr then, Expr otherwise);

Expr add(std::span<const Expr> operands);
Expr add(Expr a, Expr b);
Expr sub(Expr a, Expr b);
Expr neg(Expr a);
Expr mul(std::span<const Expr> operands);
Expr mul(Expr a, Expr b);
Expr lt(Expr a, Expr b);
Expr le(Expr a, Expr b);
inline Expr gt(Expr a, Expr b) { return lt(b, a); }
inline Expr ge(Expr a, Expr b) { return le(b, a); }
Expr int_to_rat(Expr a);

/// A two-operand operator that needs no rewriting: div … rat_div, bv_add … bv_sle.
Expr binary(Op op, Expr a, Expr b);
Expr bv_neg(Expr a);
Expr bv_sub(Expr a, Expr b);
Expr bv_not(Expr a);
Expr bv_extract(Expr a, std::uint32_t low, std::uint32_t width);
Expr bv_zext(Expr a, std::uint32_t width);
Expr bv_sext(Expr a, std::uint32_t width);

/// fp_neg, fp_abs, fp_sqrt, fp_round; the mode counts for those that round.
Expr fp_unary(Op op, Expr a, Rounding rounding = Rounding::nearest_even);
/// fp_add … fp_rem, fp_eq … fp_le; the mode counts for those that round.
Expr fp_binary(Op op, Expr a, Expr b, Rounding rounding = Rounding::nearest_even);
/// fp_to_fp … fp_from_bits; the mode counts for those that round.
Expr fp_convert(Op op, Expr a, Type to, Rounding rounding = Rounding::nearest_even);
Expr fp_sub(Expr a, Expr b, Rounding rounding = Rounding::nearest_even);
Expr fp_is_nan(Expr a);
/// Of a number and NaN the number; of two equal ones, +0 and −0, the second.
Expr fp_min(Expr a, Expr b);
Expr fp_max(Expr a, Expr b);
/// Of fp_to_sbv and fp_to_ubv: the numbers that are in range.
FloatRange fp_range(Expr conversion);
/// Whether the operator rounds by a mode.
bool rounds(Op op);
inline bool is_floating(Op op) { return op >= Op::fp_neg && op <= Op::fp_from_bits; }

Expr select(Expr array, Expr index);
Expr store(Expr array, Expr index, Expr value);
Expr const_array(Type type, Expr fallback);
Expr quantifier(Op op, std::span<const Var> bound, Expr body);

}  // namespace arges::ir

template <>
struct std::hash<arges::ir::Expr> {
  std::size_t operator()(arges::ir::Expr e) const noexcept {
    return e.id() * 0x9E3779B97F4A7C15ULL;
  }
};
template <>
struct std::hash<arges::ir::Value> {
  std::size_t operator()(arges::ir::Value v) const noexcept {
    return (v.word() ^ (v.word() >> 29U)) * 0x9E3779B97F4A7C15ULL;
  }
};
