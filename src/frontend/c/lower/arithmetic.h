#pragma once

#include <cstdint>

#include <gmpxx.h>

#include "frontend/c/lower/floating.h"
#include "frontend/c/options.h"
#include "frontend/c/syntax/program.h"
#include "ir/context.h"

namespace arges::frontend::c {

/// What the integers of a program are in the model; docs/c-arithmetic.md.
enum class Representation : std::uint8_t {
  integers,     ///< mathematical ones, modulo 2ⁿ where C says so
  bit_vectors,  ///< as wide as the type
};

/// The value of an expression that has no side effects left in it.
struct Value {
  Type type = nullptr;
  ir::Expr number = {};     ///< null if `condition` is given
  ir::Expr condition = {};  ///< of what is 0 or 1
  /// Between these in every run; of floating point nothing is said but that they differ.
  mpz_class low = {}, high = {};
};

/// What an operation gives, and when the C standard defines it at all.
struct Computed {
  Value value;
  ir::Expr in_range = {};  ///< null: always; else the mathematical result is one of the type
  /// The same for shifts, which C leaves undefined then but every machine reduces: only the
  /// property no-overflow asks for it.
  ir::Expr shifts_in_range = {};
  ir::Expr defined = {};  ///< null: always; of divisors and shifts
};

/// The arithmetic of C: promotions are in the program already, here are the operations on
/// one type and the conversions between types (C11 6.3.1.3, 6.5). Floating point it hands on to
/// `Floating`.
class Arithmetic {
 public:
  Arithmetic(ir::Context& context, Representation representation, Type pointer_integer,
             Overflow overflow = Overflow::ends_run)
      : context_(context),
        representation_(representation),
        pointer_integer_(pointer_integer),
        overflow_(overflow),
        floating_(context) {}

  /// What a variable of a scalar type is in the model.
  ir::Type storage(Type type);
  /// An index, an offset, an address.
  ir::Type address_storage() { return storage(pointer_integer_); }
  Type pointer_integer() const { return pointer_integer_; }

  Value literal(Type type, const mpz_class& number);
  /// Any value of the type, as an expression has it.
  Value any(Type type, ir::Expr number);
  Value truth(Type type, ir::Expr condition);
  /// The condition that a value is not zero.
  ir::Expr condition(const Value& value);
  ir::Expr number(const Value& value);
  /// That what a variable holds is a value of its type; null if it can't be otherwise.
  ir::Expr fits(Type type, ir::Expr number);

  Value convert(const Value& value, Type to);
  /// The same, with what C demands of the value: floating point must fit an integer.
  Computed conversion(const Value& value, Type to);
  Floating& floating() { return floating_; }
  Computed negate(const Value& value);
  Computed complement(const Value& value);
  /// Both of the operation's type but for shifts, where only the left one is.
  Computed binary(BinaryOp op, const Value& left, const Value& right);
  ir::Expr compare(BinaryOp op, const Value& left, const Value& right);

  /// An index or a distance, to be used with addresses.
  ir::Expr offset_number(const Value& value);
  /// Of addresses and indices, which don't wrap.
  ir::Expr address(const mpz_class& number);
  ir::Expr address_add(ir::Expr a, ir::Expr b);
  ir::Expr address_sub(ir::Expr a, ir::Expr b);
  ir::Expr address_multiply(ir::Expr a, ir::Expr b);
  ir::Expr address_scale(ir::Expr a, std::uint64_t factor);
  ir::Expr address_divide(ir::Expr a, std::uint64_t divisor);
  /// Of a distance, which is a multiple of the divisor.
  ir::Expr signed_divide(ir::Expr a, std::uint64_t divisor);
  ir::Expr address_rest(ir::Expr a, std::uint64_t divisor);
  ir::Expr address_in(ir::Expr a, ir::Expr first, ir::Expr end);

 private:
  bool is_bits() const { return representation_ == Representation::bit_vectors; }
  /// Whether numbers of the type may be larger than it has any: signed ones that go on. Those of
  /// smaller types are converted before they are stored.
  bool goes_on(Type shape) const;
  Type effective(Type type) const;  ///< pointers are integers
  ir::Expr constant(Type type, const mpz_class& number);
  /// The number modulo 2ⁿ, as a value of the type.
  Value wrap(Type type, ir::Expr exact, const mpz_class& low, const mpz_class& high);
  Computed finish(Type type, ir::Expr exact, const mpz_class& low, const mpz_class& high);

  Computed integer_binary(BinaryOp op, const Value& left, const Value& right);
  Computed integer_divide(BinaryOp op, const Value& left, const Value& right);
  Computed integer_shift(BinaryOp op, const Value& left, const Value& right);
  Value integer_bits(BinaryOp op, const Value& left, const Value& right);
  /// x & mask for a mask that is not negative.
  ir::Expr masked(ir::Expr number, const mpz_class& mask);
  ir::Expr bit(ir::Expr number, std::uint32_t position);

  ir::Expr to_floating(const Value& value, Type to);
  Value from_floating(ir::Expr number, Type to);

  Computed vector_binary(BinaryOp op, const Value& left, const Value& right);
  Computed vector_shift(BinaryOp op, const Value& left, const Value& right);
  ir::Expr resize(ir::Expr bits, Type from, std::uint32_t width);

  ir::Context& context_;
  Representation representation_;
  Type pointer_integer_;
  Overflow overflow_;
  Floating floating_;
};

}  // namespace arges::frontend::c
