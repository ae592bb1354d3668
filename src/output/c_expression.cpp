#include "output/c_expression.h"

#include <vector>

#include <fmt/format.h>

#include "ir/floating.h"
#include "output/program_value.h"

namespace arges::output {

namespace {

using Text = std::optional<std::string>;

/// Whether a condition may be weakened, or only be said exactly.
enum class Exactness : std::uint8_t { weaker_will_do, exact };

/// Writes expressions in C; nothing where C has no words for them.
class CWriter {
 public:
  explicit CWriter(const NameInC& name) : name_(name) {}

  Text condition(ir::Expr e, Exactness exactness) const {
    switch (e.op()) {
      case ir::Op::literal:
        return e.is_true() ? "1" : "0";
      case ir::Op::not_:
        return wrapped("!", condition(e.child(0), Exactness::exact));
      case ir::Op::and_:
        return conjunction(e, exactness);
      case ir::Op::or_:
        return joined(e, " || ", [&](ir::Expr part) { return condition(part, exactness); });
      case ir::Op::eq:
        if (e.child(0).type().is_bool())
          return joined(e,
                        " == ", [&](ir::Expr part) { return condition(part, Exactness::exact); });
        if (e.child(0).type().is_floating()) return identity(e.child(0), e.child(1));
        return comparison(e, " == ");
      case ir::Op::lt:
      case ir::Op::bv_slt:
      case ir::Op::bv_ult:
        return comparison(e, " < ");
      case ir::Op::le:
      case ir::Op::bv_sle:
      case ir::Op::bv_ule:
        return comparison(e, " <= ");
      case ir::Op::fp_eq:
        return floating_comparison(e, " == ");
      case ir::Op::fp_lt:
        return floating_comparison(e, " < ");
      case ir::Op::fp_le:
        return floating_comparison(e, " <= ");
      default:
        return {};
    }
  }

 private:
  static Text wrapped(const char* before, const Text& text) {
    return text ? Text(fmt::format("{}({})", before, *text)) : Text();
  }

  template <typename Part>
  static Text joined(ir::Expr e, const char* between, const Part& part) {
    std::string result;
    for (const ir::Expr child : e.children()) {
      const Text text = part(child);
      if (!text) return {};
      result += fmt::format("{}({})", result.empty() ? "" : between, *text);
    }
    return result;
  }

  Text conjunction(ir::Expr e, Exactness exactness) const {
    std::string result;
    for (const ir::Expr child : e.children()) {
      const Text text = condition(child, exactness);
      if (!text && exactness == Exactness::exact) return {};
      if (text) result += fmt::format("{}({})", result.empty() ? "" : " && ", *text);
    }
    return result.empty() ? Text() : Text(result);
  }

  Text comparison(ir::Expr e, const char* op) const {
    // Bit-vectors are said only where their variables are compared as they are: C would promote.
    const bool is_signed = e.op() != ir::Op::bv_ult && e.op() != ir::Op::bv_ule;
    return joined(e, op, [&](ir::Expr part) { return number(part, is_signed); });
  }

  /// Floating point is equal to itself only, but for NaN and the two zeros.
  Text identity(ir::Expr a, ir::Expr b) const {
    if (!b.is_literal()) return {};
    const Text name = floating(a);
    const ir::FloatParts parts = ir::fp_parts(b.type(), b.value().integer());
    if (!name || parts.is_zero()) return {};
    if (parts.is_nan()) return fmt::format("{0} != {0}", *name);
    return fmt::format("{} == {}", *name, c_floating(b.value(), b.type()));
  }

  Text floating_comparison(ir::Expr e, const char* op) const {
    return joined(e, op, [&](ir::Expr part) { return floating(part); });
  }

  Text floating(ir::Expr e) const {
    if (e.is_literal()) return c_floating(e.value(), e.type());
    return e.is_variable() ? name_(e.var()) : Text();
  }

  Text number(ir::Expr e, bool is_signed) const {
    switch (e.op()) {
      case ir::Op::literal: {
        mpz_class value = e.value().integer();
        if (e.type().is_bitvector() && is_signed &&
            value >= (mpz_class(1) << (e.type().width() - 1)))
          value -= mpz_class(1) << e.type().width();
        if (abs(value) >= (mpz_class(1) << 63)) return {};
        return fmt::format("{}LL", value.get_str());
      }
      case ir::Op::variable:
        if (const Text name = name_(e.var())) return "(long long)" + *name;
        return {};
      case ir::Op::add:
        return joined(e, " + ", [&](ir::Expr part) { return number(part, is_signed); });
      case ir::Op::mul:
        return joined(e, " * ", [&](ir::Expr part) { return number(part, is_signed); });
      default:
        return {};
    }
  }

  const NameInC& name_;
};

}  // namespace

std::string implied_in_c(ir::Expr condition, const NameInC& name) {
  return CWriter(name).condition(condition, Exactness::weaker_will_do).value_or("1");
}

}  // namespace arges::output
