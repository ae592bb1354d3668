#include "ir/reference_evaluator.h"

#include <algorithm>
#include <unordered_map>

#include "base/invariant.h"
#include "ir/reference_floating.h"

namespace arges::ir {

namespace {

using Result = std::optional<Value>;

mpz_class two_to(std::uint32_t exponent) { return mpz_class(1) << exponent; }

/// One evaluation: a memo over shared subexpressions and the valuation they are read in.
class Reference {
 public:
  explicit Reference(const Valuation& valuation) : valuation_(valuation) {}

  Result eval(Expr e) {
    if (e.is_literal()) return e.value();
    if (e.is_variable()) {
      INVARIANT(e.version() == 0, "an evaluated variable should be as written");
      const Value v = valuation_.get(e.var());
      return v.is_unknown() ? Result() : v;
    }
    // Computing a comparison of a variable again is cheaper than remembering it.
    if (is_shallow(e)) return compute(e);
    if (const auto found = memo_.find(e); found != memo_.end()) return found->second;
    const Result result = compute(e);
    memo_.emplace(e, result);
    return result;
  }

 private:
  Result compute(Expr e);
  Result connective(Expr e);
  Result conditional(Expr e);
  Result quantifier(Expr e);
  Result numeric(Expr e);
  std::optional<std::vector<Value>> operands_of(Expr e);
  Result array(Expr e);
  Result bitvector(Expr e);
  Result floating(Expr e);

  static bool is_shallow(Expr e) {
    const auto children = e.children();
    return children.size() <= 2 && std::all_of(children.begin(), children.end(), [](Expr child) {
             return child.is_literal() || child.is_variable();
           });
  }
  Result truth(bool b) { return Value::boolean(b); }
  Result bits(Expr e, const mpz_class& number) {
    const mpz_class size = two_to(e.type().width());
    mpz_class reduced = number % size;
    if (reduced < 0) reduced += size;
    return e.context().values().integer(reduced);
  }

  const Valuation& valuation_;
  std::unordered_map<Expr, Result> memo_;
};

Result Reference::compute(Expr e) {
  switch (e.op()) {
    case Op::not_:
    case Op::and_:
    case Op::or_:
      return connective(e);
    case Op::ite:
      return conditional(e);
    case Op::eq: {
      const Result a = eval(e.child(0));
      const Result b = eval(e.child(1));
      if (!a || !b) return std::nullopt;
      return truth(compare(*a, *b) == 0);
    }
    case Op::add:
    case Op::mul:
    case Op::lt:
    case Op::le:
    case Op::div:
    case Op::mod:
    case Op::rem:
    case Op::rat_div:
    case Op::int_to_rat:
      return numeric(e);
    case Op::select:
    case Op::store:
    case Op::const_array:
      return array(e);
    case Op::forall:
    case Op::exists:
      return quantifier(e);
    case Op::literal:
    case Op::variable:
      UNREACHABLE("leaves should be handled before");
    default:
      return is_floating(e.op()) ? floating(e) : bitvector(e);
  }
}

Result Reference::connective(Expr e) {
  if (e.op() == Op::not_) {
    const Result a = eval(e.child(0));
    return a ? truth(a->is_false()) : a;
  }
  const bool decisive = e.op() == Op::or_;
  bool all_known = true;
  for (const Expr child : e.children()) {
    const Result v = eval(child);
    if (!v)
      all_known = false;
    else if (v->is_true() == decisive)
      return truth(decisive);
  }
  return all_known ? truth(!decisive) : Result();
}

Result Reference::conditional(Expr e) {
  const Result condition = eval(e.child(0));
  if (condition) return eval(e.child(condition->is_true() ? 1 : 2));
  const Result then = eval(e.child(1));
  const Result otherwise = eval(e.child(2));
  return then && otherwise && compare(*then, *otherwise) == 0 ? then : Result();
}

Result Reference::quantifier(Expr e) {
  // Try the bound variables one value at a time, the first variable outermost.
  const Var first = e.bound().front();
  const Expr body = ir::quantifier(e.op(), e.bound().subspan(1), e.child(0));
  const std::uint64_t size = first->type.is_array() ? 0 : first->type.cardinality(1024);
  const bool universal = e.op() == Op::forall;
  if (size == 0) {
    Valuation inner = valuation_;
    inner.forget(first);
    return Reference(inner).eval(body);
  }
  bool all_known = true;
  for (std::uint64_t n = 0; n < size; ++n) {
    Valuation inner = valuation_;
    inner.set(first, Value::small(static_cast<std::int64_t>(n)));
    const Result v = Reference(inner).eval(body);
    if (!v)
      all_known = false;
    else if (v->is_true() != universal)
      return truth(!universal);
  }
  return all_known ? truth(universal) : Result();
}

Result Reference::numeric(Expr e) {
  std::vector<mpq_class> operands;
  for (const Expr child : e.children()) {
    const Result v = eval(child);
    if (!v) return std::nullopt;
    operands.push_back(v->rational());
  }
  ValuePool& pool = e.context().values();
  const mpq_class& a = operands[0];
  const mpq_class& b = operands.back();
  switch (e.op()) {
    case Op::add: {
      mpq_class sum = 0;
      for (const mpq_class& x : operands) sum += x;
      return pool.rational(sum);
    }
    case Op::mul: {
      mpq_class product = 1;
      for (const mpq_class& x : operands) product *= x;
      return pool.rational(product);
    }
    case Op::lt:
      return truth(a < b);
    case Op::le:
      return truth(a <= b);
    case Op::int_to_rat:
      return pool.rational(a);
    case Op::rat_div:
      return pool.rational(b == 0 ? mpq_class(0) : mpq_class(a / b));
    default:
      break;
  }
  // The remainder first: the one number in 0 … |b|−1 congruent to a.
  const mpz_class x = a.get_num();
  const mpz_class y = b.get_num();
  if (y == 0) return pool.integer(e.op() == Op::div ? mpz_class(0) : x);
  const mpz_class size = abs(y);
  mpz_class remainder = x % size;
  if (remainder < 0) remainder += size;
  if (e.op() == Op::mod) return pool.integer(remainder);
  if (e.op() == Op::rem) return pool.integer(y < 0 ? mpz_class(-remainder) : remainder);
  return pool.integer((x - remainder) / y);
}

std::optional<std::vector<Value>> Reference::operands_of(Expr e) {
  std::vector<Value> result;
  for (const Expr child : e.children()) {
    const Result v = eval(child);
    if (!v) return std::nullopt;
    result.push_back(*v);
  }
  return result;
}

Result Reference::array(Expr e) {
  const auto known = operands_of(e);
  if (!known) return std::nullopt;
  const std::vector<Value>& operands = *known;
  ValuePool& pool = e.context().values();
  if (e.op() == Op::const_array) return pool.array(e.type(), operands[0], {});
  const ArrayValue& contents = operands[0].as_big().array;
  if (e.op() == Op::select) {
    for (const auto& [index, element] : contents.entries)
      if (compare(index, operands[1]) == 0) return element;
    return contents.fallback;
  }
  std::vector<std::pair<Value, Value>> entries;
  for (const auto& entry : contents.entries)
    if (compare(entry.first, operands[1]) != 0) entries.push_back(entry);
  entries.emplace_back(operands[1], operands[2]);
  return pool.array(e.type(), contents.fallback, std::move(entries));
}

Result Reference::floating(Expr e) {
  const auto operands = operands_of(e);
  return operands ? reference_floating(e, *operands) : Result();
}

/// Bit-vector operators by the defining equations of SMT-LIB's theory, case by case on the signs.
Result Reference::bitvector(Expr e) {
  const Result left = eval(e.child(0));
  const Result right = e.arity() > 1 ? eval(e.child(1)) : left;
  if (!left || !right) return std::nullopt;
  const std::uint32_t width = e.child(0).type().width();
  const mpz_class size = two_to(width);
  const mpz_class half = two_to(width - 1);
  const mpz_class a = left->integer();
  const mpz_class b = right->integer();
  const bool a_negative = a >= half;
  const bool b_negative = b >= half;
  const mpz_class a_abs = a_negative ? mpz_class(size - a) : a;
  const mpz_class b_abs = b_negative ? mpz_class(size - b) : b;
  const auto udiv = [&](const mpz_class& x, const mpz_class& y) {
    return y == 0 ? mpz_class(size - 1) : mpz_class(x / y);
  };
  const auto urem = [&](const mpz_class& x, const mpz_class& y) {
    return y == 0 ? x : mpz_class(x % y);
  };
  switch (e.op()) {
    case Op::bv_add:
      return bits(e, a + b);
    case Op::bv_mul:
      return bits(e, a * b);
    case Op::bv_neg:
      return bits(e, size - a);
    case Op::bv_not:
      return bits(e, size - 1 - a);
    case Op::bv_and:
      return bits(e, a & b);
    case Op::bv_or:
      return bits(e, a + b - (a & b));
    case Op::bv_xor:
      return bits(e, a + b - 2 * (a & b));
    case Op::bv_udiv:
      return bits(e, udiv(a, b));
    case Op::bv_urem:
      return bits(e, urem(a, b));
    case Op::bv_sdiv: {
      const mpz_class quotient = udiv(a_abs, b_abs);
      return bits(e, a_negative == b_negative ? quotient : mpz_class(-quotient));
    }
    case Op::bv_srem: {
      const mpz_class remainder = urem(a_abs, b_abs);
      return bits(e, a_negative ? mpz_class(-remainder) : remainder);
    }
    case Op::bv_smod: {
      const mpz_class u = urem(a_abs, b_abs);
      if (u == 0 || (!a_negative && !b_negative)) return bits(e, u);
      if (a_negative && b_negative) return bits(e, -u);
      return bits(e, a_negative ? mpz_class(-u + b) : mpz_class(u + b));
    }
    case Op::bv_shl:
      return bits(e, b >= width ? mpz_class(0) : mpz_class(a * two_to(b.get_ui())));
    case Op::bv_lshr:
      return bits(e, b >= width ? mpz_class(0) : mpz_class(a / two_to(b.get_ui())));
    case Op::bv_ashr: {
      const mpz_class by = b >= width ? mpz_class(width) : b;
      const mpz_class filled = a_negative ? mpz_class(size - 1) : mpz_class(0);
      // a over width ones or zeros, shifted right by at most the width
      return bits(e, (filled * size + a) / two_to(by.get_ui()));
    }
    case Op::bv_rol:
    case Op::bv_ror: {
      const unsigned long by = mpz_class(b % width).get_ui();
      const unsigned long left_by = e.op() == Op::bv_rol ? by : (width - by) % width;
      return bits(e, a * two_to(left_by) +
                         (left_by == 0 ? mpz_class(0) : mpz_class(a / two_to(width - left_by))));
    }
    case Op::bv_concat:
      return bits(e, a * two_to(e.child(1).type().width()) + b);
    case Op::bv_extract:
      return bits(e, a / two_to(e.low()));
    case Op::bv_zext:
      return bits(e, a);
    case Op::bv_sext:
      return bits(e, a_negative ? mpz_class(a - size) : a);
    case Op::bv_ult:
      return truth(a < b);
    case Op::bv_ule:
      return truth(a <= b);
    case Op::bv_slt:
      return truth(a_negative == b_negative ? a < b : a_negative);
    case Op::bv_sle:
      return truth(a_negative == b_negative ? a <= b : a_negative);
    default:
      UNREACHABLE("operator should be on bit-vectors");
  }
}

}  // namespace

std::optional<Value> reference_evaluate(Expr expr, const Valuation& valuation) {
  // Most statements give a variable a value that is written there.
  if (expr.is_literal()) return expr.value();
  return Reference(valuation).eval(expr);
}

}  // namespace arges::ir
