#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "ir/context.h"
#include "ir/text/scope.h"

namespace arges::test {

/// What random expressions are made of.
struct RandomExprOptions {
  bool rationals = true;
  bool bit_vectors = true;
  bool floating = true;
  bool enumerations = true;
  bool arrays = true;
  bool quantifiers = true;
  bool versions = true;  ///< x@2 beside x
  std::uint32_t max_width = 70;
};

/// Makes random well-typed expressions over variables of all types and over all operators that the
/// constructors of ir offer; the same seed makes the same expressions.
class RandomExpr {
 public:
  /// Declares its variables (two a type, some with names that need quoting) in the scope.
  RandomExpr(ir::Scope& scope, std::uint64_t seed, RandomExprOptions options = {})
      : scope_(scope), context_(scope.context()), random_(seed), options_(options) {
    const ir::Type color = context_.enum_type("Color", {"Red", "Green", "if"});
    types_ = {context_.bool_type(), context_.int_type()};
    if (options_.rationals) types_.push_back(context_.rat_type());
    if (options_.enumerations) {
      scope_.add_type(color);
      types_.push_back(color);
    }
    if (options_.bit_vectors)
      for (const std::uint32_t width : {1U, 4U, 8U}) types_.push_back(context_.bv_type(width));
    if (options_.floating)
      for (const auto& [exponent, significand] : {std::pair(2U, 3U), std::pair(3U, 5U)})
        types_.push_back(context_.fp_type(exponent, significand));
    if (options_.arrays) add_array_types();
    static const std::vector<std::string> names = {"x", "y.z", "if", "a b", "p|q\\", "$t"};
    for (const ir::Type type : types_)
      for (int copy = 0; copy < 2; ++copy) {
        const std::size_t number = variables_.size();
        std::string name = names[number % names.size()];
        if (number >= names.size()) name += std::to_string(number);
        variables_.push_back(context_.declare(name, type));
        scope_.declare(variables_.back());
      }
  }

  const std::vector<ir::Var>& variables() const { return variables_; }
  const std::vector<ir::Type>& types() const { return types_; }

  std::uint64_t below(std::uint64_t bound) { return random_() % bound; }
  ir::Type type() { return types_[below(types_.size())]; }

  /// A random expression of some type with at most so many levels of operators.
  ir::Expr any(int depth) { return of(type(), depth); }

  ir::Expr of(ir::Type type, int depth) {
    if (depth <= 0 || below(8) == 0) return leaf(type);
    if (below(8) == 0) {
      const ir::Expr condition = of(context_.bool_type(), depth - 1);
      const auto [then, otherwise] = two(type, depth - 1);
      return ir::ite(condition, then, otherwise);
    }
    if (options_.arrays && below(8) == 0)
      if (const ir::Type array = array_of(type)) {
        const ir::Expr read = of(array, depth - 1);
        return ir::select(read, of(array.index(), depth - 1));
      }
    switch (type.kind()) {
      case ir::TypeKind::boolean:
        return boolean(depth - 1);
      case ir::TypeKind::integer:
        return integer(depth - 1);
      case ir::TypeKind::rational:
        return rational(depth - 1);
      case ir::TypeKind::bitvector:
        return bit_vector(type, depth - 1);
      case ir::TypeKind::floating:
        return floating(type, depth - 1);
      case ir::TypeKind::array:
        return array(type, depth - 1);
      case ir::TypeKind::enumeration:
        break;
    }
    return leaf(type);
  }

  /// A random value of the type, small and large ones.
  ir::Value value(ir::Type type) {
    switch (type.kind()) {
      case ir::TypeKind::boolean:
        return ir::Value::boolean(below(2) == 1);
      case ir::TypeKind::integer:
        return context_.values().integer(number());
      case ir::TypeKind::rational:
        return context_.values().rational(mpq_class(number(), static_cast<unsigned>(1 + below(6))));
      case ir::TypeKind::bitvector: {
        mpz_class bits;
        for (std::uint32_t i = 0; i < type.width(); ++i)
          bits = 2 * bits + static_cast<int>(below(2));
        return context_.values().integer(bits);
      }
      case ir::TypeKind::floating: {
        const mpz_class bits(static_cast<unsigned>(below(std::uint64_t{1} << type.width())));
        return context_.values().integer(ir::fp_canonical(type, bits));
      }
      case ir::TypeKind::enumeration:
        return ir::Value::small(static_cast<std::int64_t>(below(type.literals().size())));
      case ir::TypeKind::array: {
        std::vector<std::pair<ir::Value, ir::Value>> entries(below(4));
        for (auto& [index, element] : entries) {
          index = value(type.index());
          element = value(type.element());
        }
        return context_.values().array(type, value(type.element()), std::move(entries));
      }
    }
    return {};
  }

 private:
  void add_array_types() {
    const ir::Type integer = context_.int_type();
    types_.push_back(context_.array_type(integer, integer));
    types_.push_back(context_.array_type(integer, context_.bool_type()));
    types_.push_back(context_.array_type(integer, types_.back()));
    if (options_.bit_vectors)
      types_.push_back(context_.array_type(context_.bv_type(4), context_.bv_type(8)));
    if (options_.floating) types_.push_back(context_.array_type(integer, context_.fp_type(3, 5)));
    if (options_.enumerations)
      types_.push_back(context_.array_type(scope_.find_type("Color"), scope_.find_type("Color")));
    if (options_.rationals)
      types_.push_back(context_.array_type(context_.rat_type(), context_.rat_type()));
  }

  /// An array type with such elements, or null.
  ir::Type array_of(ir::Type element) {
    for (const ir::Type type : types_)
      if (type.is_array() && type.element() == element) return type;
    return {};
  }

  mpz_class number() {
    if (below(10) == 0)
      return mpz_class("-123456789012345678901234567890") * (below(2) == 0 ? 1 : -1);
    return static_cast<long>(below(13)) - 6;
  }

  ir::Expr leaf(ir::Type type) {
    std::vector<ir::Var> candidates;
    for (const ir::Var var : variables_)
      if (var->type == type) candidates.push_back(var);
    if (candidates.empty() || below(3) == 0) return context_.literal(type, value(type));
    const bool versioned = options_.versions && below(4) == 0;
    return context_.var(candidates[below(candidates.size())],
                        versioned ? static_cast<std::uint32_t>(1 + below(3)) : 0);
  }

  std::vector<ir::Expr> several(ir::Type type, int depth) {
    std::vector<ir::Expr> result;
    for (std::uint64_t i = 0, n = 2 + below(3); i < n; ++i) result.push_back(of(type, depth));
    return result;
  }

  /// Two operands, made in this order by every compiler.
  std::pair<ir::Expr, ir::Expr> two(ir::Type type, int depth) {
    const ir::Expr first = of(type, depth);
    return {first, of(type, depth)};
  }

  ir::Expr boolean(int depth) {
    const ir::Type bool_type = context_.bool_type();
    switch (below(11)) {
      case 0:
        return ir::not_(of(bool_type, depth));
      case 1:
        return ir::and_(several(bool_type, depth));
      case 2:
        return ir::or_(several(bool_type, depth));
      case 3: {
        const auto [a, b] = two(bool_type, depth);
        return ir::implies(a, b);
      }
      case 4: {
        const auto [a, b] = two(bool_type, depth);
        return ir::xor_(a, b);
      }
      case 5:
      case 6: {
        const auto [a, b] = two(type(), depth);
        return ir::eq(a, b);
      }
      case 7:
        return comparison(depth);
      case 8:
        return options_.bit_vectors ? bit_vector_comparison(depth) : comparison(depth);
      case 9:
        return options_.floating ? floating_comparison(depth) : comparison(depth);
      default:
        return options_.quantifiers ? quantifier(depth) : comparison(depth);
    }
  }

  ir::Expr comparison(int depth) {
    const ir::Type compared =
        options_.rationals && below(2) == 0 ? context_.rat_type() : context_.int_type();
    const ir::Expr a = of(compared, depth);
    const ir::Expr b = of(compared, depth);
    switch (below(4)) {
      case 0:
        return ir::lt(a, b);
      case 1:
        return ir::le(a, b);
      case 2:
        return ir::gt(a, b);
      default:
        return ir::ge(a, b);
    }
  }

  ir::Expr bit_vector_comparison(int depth) {
    static constexpr ir::Op ops[] = {ir::Op::bv_ult, ir::Op::bv_ule, ir::Op::bv_slt,
                                     ir::Op::bv_sle};
    const ir::Type compared = context_.bv_type(static_cast<std::uint32_t>(1 + below(9)));
    const ir::Op op = ops[below(4)];
    const ir::Expr a = of(compared, depth);
    return ir::binary(op, a, of(compared, depth));
  }

  ir::Expr floating_comparison(int depth) {
    static constexpr ir::Op ops[] = {ir::Op::fp_eq, ir::Op::fp_lt, ir::Op::fp_le};
    const ir::Op op = ops[below(3)];
    const auto [a, b] = two(floating_type(), depth);
    return below(4) == 0 ? ir::fp_is_nan(a) : ir::fp_binary(op, a, b);
  }

  ir::Type floating_type() {
    return below(2) == 0 ? context_.fp_type(2, 3) : context_.fp_type(3, 5);
  }

  ir::Expr floating(ir::Type type, int depth) {
    static constexpr ir::Op binary[] = {ir::Op::fp_add, ir::Op::fp_mul, ir::Op::fp_div,
                                        ir::Op::fp_rem};
    static constexpr ir::Op unary[] = {ir::Op::fp_neg, ir::Op::fp_abs, ir::Op::fp_sqrt,
                                       ir::Op::fp_round};
    const auto rounding = static_cast<ir::Rounding>(below(5));
    switch (below(6)) {
      case 0:
        return ir::fp_unary(unary[below(std::size(unary))], of(type, depth), rounding);
      case 1:
        return ir::fp_convert(ir::Op::fp_to_fp, of(floating_type(), depth), type, rounding);
      case 2: {
        if (!options_.bit_vectors) break;
        const ir::Op op = below(2) == 0 ? ir::Op::fp_from_sbv : ir::Op::fp_from_ubv;
        return ir::fp_convert(op, of(context_.bv_type(4), depth), type, rounding);
      }
      case 3:
        if (!options_.bit_vectors) break;
        return ir::fp_convert(ir::Op::fp_from_bits, of(context_.bv_type(type.width()), depth),
                              type);
      default:
        break;
    }
    const ir::Op op = binary[below(std::size(binary))];
    const auto [a, b] = two(type, depth);
    return ir::fp_binary(op, a, b, rounding);
  }

  ir::Expr quantifier(int depth) {
    // A name of an outer quantifier would hide that one's variable.
    std::vector<ir::Var> bound;
    const std::string level = nesting_ == 0 ? "" : std::to_string(nesting_);
    for (std::uint64_t i = 0, n = 1 + below(2); i < n; ++i)
      bound.push_back(scope_.bound_variable((i == 0 ? "k" : "forall") + level, type()));
    ++nesting_;
    const ir::Op op = below(2) == 0 ? ir::Op::forall : ir::Op::exists;
    // The bound variables may occur in the body only.
    variables_.insert(variables_.end(), bound.begin(), bound.end());
    const ir::Expr body = of(context_.bool_type(), depth);
    variables_.resize(variables_.size() - bound.size());
    --nesting_;
    return ir::quantifier(op, bound, body);
  }

  ir::Expr integer(int depth) {
    const ir::Type int_type = context_.int_type();
    static constexpr ir::Op divisions[] = {ir::Op::div, ir::Op::mod, ir::Op::rem};
    switch (below(5)) {
      case 0:
        return ir::add(several(int_type, depth));
      case 1:
        return ir::mul(several(int_type, depth));
      case 2: {
        const auto [a, b] = two(int_type, depth);
        return ir::sub(a, b);
      }
      case 3:
        return ir::neg(of(int_type, depth));
      default: {
        const ir::Op op = divisions[below(3)];
        const ir::Expr a = of(int_type, depth);
        return ir::binary(op, a, of(int_type, depth));
      }
    }
  }

  ir::Expr rational(int depth) {
    const ir::Type rat_type = context_.rat_type();
    switch (below(6)) {
      case 0:
        return ir::add(several(rat_type, depth));
      case 1:
        return ir::mul(several(rat_type, depth));
      case 2: {
        const auto [a, b] = two(rat_type, depth);
        return ir::sub(a, b);
      }
      case 3:
        return ir::neg(of(rat_type, depth));
      case 4: {
        const ir::Expr a = of(rat_type, depth);
        return ir::binary(ir::Op::rat_div, a, of(rat_type, depth));
      }
      default:
        return ir::int_to_rat(of(context_.int_type(), depth));
    }
  }

  ir::Expr bit_vector(ir::Type type, int depth) {
    static constexpr ir::Op ops[] = {
        ir::Op::bv_add,  ir::Op::bv_mul,  ir::Op::bv_udiv, ir::Op::bv_sdiv, ir::Op::bv_urem,
        ir::Op::bv_srem, ir::Op::bv_smod, ir::Op::bv_and,  ir::Op::bv_or,   ir::Op::bv_xor,
        ir::Op::bv_shl,  ir::Op::bv_lshr, ir::Op::bv_ashr, ir::Op::bv_rol,  ir::Op::bv_ror};
    const std::uint32_t width = type.width();
    const auto narrower = static_cast<std::uint32_t>(1 + below(width));
    switch (below(10)) {
      case 0:
        return ir::bv_neg(of(type, depth));
      case 1:
        return ir::bv_not(of(type, depth));
      case 2: {
        const ir::Expr a = of(type, depth);
        return ir::bv_sub(a, of(type, depth));
      }
      case 3: {
        if (width == narrower) break;
        const ir::Expr high = of(context_.bv_type(width - narrower), depth);
        return ir::binary(ir::Op::bv_concat, high, of(context_.bv_type(narrower), depth));
      }
      case 4: {
        const auto low = static_cast<std::uint32_t>(below(5));
        const auto rest = static_cast<std::uint32_t>(below(5));
        if (width + low + rest > options_.max_width) break;
        return ir::bv_extract(of(context_.bv_type(width + low + rest), depth), low, width);
      }
      case 5:
        return ir::bv_zext(of(context_.bv_type(narrower), depth), width);
      case 6:
        return ir::bv_sext(of(context_.bv_type(narrower), depth), width);
      case 7: {
        if (!options_.floating) break;
        const ir::Op op = below(2) == 0 ? ir::Op::fp_to_sbv : ir::Op::fp_to_ubv;
        const auto rounding = static_cast<ir::Rounding>(below(5));
        return ir::fp_convert(op, of(floating_type(), depth), type, rounding);
      }
      default:
        break;
    }
    const ir::Op op = ops[below(std::size(ops))];
    const ir::Expr a = of(type, depth);
    return ir::binary(op, a, of(type, depth));
  }

  ir::Expr array(ir::Type type, int depth) {
    if (below(3) > 0) {
      const ir::Expr base = of(type, depth);
      const ir::Expr index = of(type.index(), depth);
      return ir::store(base, index, of(type.element(), depth));
    }
    return ir::const_array(type, of(type.element(), depth));
  }

  ir::Scope& scope_;
  ir::Context& context_;
  std::mt19937_64 random_;
  RandomExprOptions options_;
  std::vector<ir::Type> types_;
  std::vector<ir::Var> variables_;
  int nesting_ = 0;  ///< of quantifiers
};

}  // namespace arges::test
