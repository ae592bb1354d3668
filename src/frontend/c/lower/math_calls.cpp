// The part of Lowering about the mathematical library.
#include <fmt/format.h>

#include "base/invariant.h"
#include "frontend/c/lower/lowering.h"
#include "frontend/c/lower/math_library.h"

namespace arges::frontend::c {

namespace {

ir::Expr magnitude(ir::Expr a) { return ir::fp_unary(ir::Op::fp_abs, a); }

ir::Expr less(ir::Expr a, ir::Expr b) { return ir::fp_binary(ir::Op::fp_lt, a, b); }

ir::Expr at_most(ir::Expr a, ir::Expr b) { return ir::fp_binary(ir::Op::fp_le, a, b); }

/// The remainder that has the sign of a, of the one that is nearest to 0. The sum is exact.
ir::Expr cut_remainder(Floating& floating, ir::Expr a, ir::Expr b) {
  const ir::Expr nearest = ir::fp_binary(ir::Op::fp_rem, magnitude(a), magnitude(b));
  const ir::Expr zero = a.context().fp_literal(a.type(), 0);
  const ir::Expr rest =
      ir::ite(less(nearest, zero), ir::fp_binary(ir::Op::fp_add, nearest, magnitude(b)), nearest);
  return ir::ite(floating.is_negative(a), ir::fp_unary(ir::Op::fp_neg, rest), rest);
}

/// The least number that is normal.
ir::Expr least_normal(ir::Context& context, ir::Type type) {
  return context.fp_literal(type, mpz_class(1) << (type.significand_bits() - 1));
}

std::optional<ir::Rounding> rounding_to_integer(Math what) {
  switch (what) {
    case Math::floor:
      return ir::Rounding::down;
    case Math::ceil:
      return ir::Rounding::up;
    case Math::trunc:
      return ir::Rounding::zero;
    case Math::round:
      return ir::Rounding::nearest_away;
    case Math::rint:
      return ir::Rounding::nearest_even;
    default:
      return std::nullopt;
  }
}

/// The value of a function of numbers; null if it is not such a one.
ir::Expr number_of(Math what, Floating& floating, ir::Expr a, ir::Expr b) {
  if (const auto rounding = rounding_to_integer(what))
    return ir::fp_unary(ir::Op::fp_round, a, *rounding);
  switch (what) {
    case Math::fabs:
      return magnitude(a);
    case Math::sqrt:
      return ir::fp_unary(ir::Op::fp_sqrt, a);
    case Math::fmin:
      return ir::fp_min(a, b);
    case Math::fmax:
      return ir::fp_max(a, b);
    case Math::fdim:
      return ir::ite(at_most(a, b), a.context().fp_literal(a.type(), 0), ir::fp_sub(a, b));
    case Math::fmod:
      return cut_remainder(floating, a, b);
    case Math::remainder:
      return ir::fp_binary(ir::Op::fp_rem, a, b);
    default:
      return {};
  }
}

/// The answer to a question; null if it is not one that numbers alone decide.
ir::Expr answer_of(Math what, Floating& floating, ir::Expr a, ir::Expr b) {
  const ir::Expr infinity = floating.infinity(a.type());
  switch (what) {
    case Math::isnan:
      return ir::fp_is_nan(a);
    case Math::isinf:
      return ir::eq(magnitude(a), infinity);
    case Math::isfinite:
      return less(magnitude(a), infinity);
    case Math::isnormal:
      return ir::and_(at_most(least_normal(a.context(), a.type()), magnitude(a)),
                      less(magnitude(a), infinity));
    case Math::isgreater:
      return less(b, a);
    case Math::isgreaterequal:
      return at_most(b, a);
    case Math::isless:
      return less(a, b);
    case Math::islessequal:
      return at_most(a, b);
    case Math::islessgreater:
      return ir::or_(less(a, b), less(b, a));
    case Math::isunordered:
      return ir::or_(ir::fp_is_nan(a), ir::fp_is_nan(b));
    default:
      return {};
  }
}

}  // namespace

/// NaN has either sign, and which one is not kept.
ir::Expr Lowering::sign_bit(ir::Expr number, const Expr* expression) {
  const ir::Var any = memory_.declare(scoped("sign"), context_.bool_type(), expression->location);
  builder_.append(ir::havoc(context_, any, expression->location));
  return ir::ite(ir::fp_is_nan(number), context_.var(any),
                 arithmetic_.floating().is_negative(number));
}

Value Lowering::call_math(const Expr* expression, const Function* function) {
  const Math what = *math_function(*function);
  const SourceLocation location = expression->location;
  const Type type = expression->type;
  Floating& floating = arithmetic_.floating();
  if (what == Math::refused)
    unsupported(location, fmt::format("the library's '{}'", function->name));
  if (what == Math::infinity || what == Math::nan)
    return arithmetic_.any(type, what == Math::nan ? floating.nan(floating.format(type))
                                                   : floating.infinity(floating.format(type)));
  std::vector<Value> arguments;
  for (std::size_t i = 1; i < expression->children.size(); ++i) {
    const Expr* argument = expression->child(i);
    if (what == Math::fpclassify && argument->type->is_integral()) continue;
    if (!argument->type->is_floating())
      unsupported(location, fmt::format("'{}' of this type", function->name));
    arguments.push_back(kept(value(argument), argument));
  }
  const bool takes_two = (what >= Math::fmin && what <= Math::copysign) ||
                         (what >= Math::isgreater && what <= Math::isunordered);
  const bool is_complete =
      arguments.size() == (takes_two ? 2U : 1U) && arguments.front().type == arguments.back().type;
  // The builtin has the numbers of the kinds as arguments.
  const bool has_kinds = what == Math::fpclassify && expression->children.size() > 2;
  if (!is_complete || has_kinds)
    unsupported(location, fmt::format("'{}' with these arguments", function->name));
  const ir::Expr a = arguments.front().number;
  const ir::Expr b = arguments.back().number;
  if (const ir::Expr number = number_of(what, floating, a, b))
    return arithmetic_.convert(arithmetic_.any(arguments.front().type, number), type);
  if (const ir::Expr answer = answer_of(what, floating, a, b))
    return arithmetic_.truth(type, answer);

  const auto chosen = [&](ir::Expr condition, int then, const Value& otherwise) {
    return arithmetic_.any(type,
                           ir::ite(condition, arithmetic_.number(arithmetic_.literal(type, then)),
                                   arithmetic_.number(otherwise)));
  };
  const Value zero = arithmetic_.literal(type, 0);
  switch (what) {
    case Math::copysign: {
      const ir::Expr positive = magnitude(a);
      const ir::Expr number =
          ir::ite(sign_bit(b, expression), ir::fp_unary(ir::Op::fp_neg, positive), positive);
      return arithmetic_.convert(arithmetic_.any(arguments.front().type, number), type);
    }
    case Math::signbit: {
      // Not 0 means any other number.
      const ir::Expr sign = sign_bit(a, expression);
      const ir::Var any = memory_.declare(scoped("signbit"), arithmetic_.storage(type), location);
      builder_.append(ir::havoc(context_, any, location));
      if (const ir::Expr fits = arithmetic_.fits(type, context_.var(any))) assume(fits, location);
      const Value free = arithmetic_.any(type, context_.var(any));
      const Value other = chosen(ir::not_(arithmetic_.condition(free)), 1, free);
      return chosen(ir::not_(sign), 0, other);
    }
    case Math::isinf_sign: {
      const ir::Expr infinity = floating.infinity(a.type());
      return chosen(ir::eq(a, infinity), 1,
                    chosen(ir::eq(ir::fp_unary(ir::Op::fp_neg, a), infinity), -1, zero));
    }
    case Math::fpclassify: {
      const Value finite = chosen(floating.is_zero(a), 2,
                                  chosen(less(magnitude(a), least_normal(context_, a.type())), 3,
                                         arithmetic_.literal(type, 4)));
      return chosen(ir::fp_is_nan(a), 0,
                    chosen(ir::eq(magnitude(a), floating.infinity(a.type())), 1, finite));
    }
    default:
      UNREACHABLE("a function of the library should have a model");
  }
}

}  // namespace arges::frontend::c
