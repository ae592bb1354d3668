#include "smt/z3/translator.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/invariant.h"

namespace arges::smt {

using ir::Expr;
using ir::Op;
using ir::TypeKind;

namespace {

bool is_nonlinear_operation(Expr e) {
  switch (e.op()) {
    case Op::mul:
      return std::count_if(e.children().begin(), e.children().end(),
                           [](Expr factor) { return !factor.is_literal(); }) > 1;
    case Op::div:
    case Op::mod:
    case Op::rem:
    case Op::rat_div:
      return !e.child(1).is_literal();
    default:
      return false;
  }
}

}  // namespace

Translator::Translator(z3::context& z3, ir::Context& ir, Symbols& symbols, Statistics& statistics)
    : z3_(z3),
      ir_(ir),
      symbols_(symbols),
      hits_(statistics.counter("smt::translation_hits")),
      translated_(statistics.counter("smt::translated")) {}

/// Z3 would free what is left with its context, but in quadratic time.
Translator::~Translator() {
  for (; !kept_.empty(); kept_.pop_back()) Z3_dec_ref(z3_, kept_.back());
}

Z3_ast Translator::keep(const z3::expr& term) {
  kept_.push_back(term);
  Z3_inc_ref(z3_, term);
  return term;
}

Z3_ast Translator::term(Expr expr) {
  INVARIANT(&expr.context() == &ir_, "an expression should be of the factory's context");
  if (expr.id() < terms_.size() && terms_[expr.id()] != nullptr) {
    hits_.add();
    return terms_[expr.id()];
  }
  // Operands have smaller ids, so this is room enough for all that follows.
  if (expr.id() >= terms_.size()) {
    terms_.resize(ir_.num_expressions(), nullptr);
    nonlinear_.resize(terms_.size(), false);
  }
  todo_.assign(1, expr);
  while (!todo_.empty()) {
    const Expr e = todo_.back();
    if (terms_[e.id()] != nullptr) {
      todo_.pop_back();
      continue;
    }
    const std::size_t before = todo_.size();
    for (const Expr child : e.children())
      if (terms_[child.id()] == nullptr) todo_.push_back(child);
    if (todo_.size() > before) continue;
    terms_[e.id()] = keep(build(e));
    nonlinear_[e.id()] = is_nonlinear_operation(e) ||
                         std::any_of(e.children().begin(), e.children().end(), [this](Expr child) {
                           return static_cast<bool>(nonlinear_[child.id()]);
                         });
    translated_.add();
    todo_.pop_back();
  }
  return terms_[expr.id()];
}

Z3_ast Translator::indicator(Expr formula) {
  const auto found = indicators_.find(formula);
  if (found != indicators_.end()) return found->second;
  // No clash with Symbols: theirs contain '@' or "::", or name sorts.
  const z3::expr constant = z3_.bool_const(fmt::format("%{}", formula.id()).c_str());
  return indicators_.emplace(formula, keep(constant)).first->second;
}

z3::sort Translator::sort(ir::Type type) {
  switch (type.kind()) {
    case TypeKind::boolean:
      return z3_.bool_sort();
    case TypeKind::integer:
      return z3_.int_sort();
    case TypeKind::rational:
      return z3_.real_sort();
    case TypeKind::bitvector:
      return z3_.bv_sort(type.width());
    case TypeKind::floating:
      return z3_.fpa_sort(type.exponent_bits(), type.significand_bits());
    case TypeKind::enumeration:
      enum_literals(type);
      return sorts_.at(type.id());
    case TypeKind::array:
      break;
  }
  const auto found = sorts_.find(type.id());
  if (found != sorts_.end()) return found->second;
  const z3::sort array = z3_.array_sort(sort(type.index()), sort(type.element()));
  return sorts_.emplace(type.id(), array).first->second;
}

const std::vector<Z3_ast>& Translator::enum_literals(ir::Type type) {
  const auto found = enum_literals_.find(type.id());
  if (found != enum_literals_.end()) return found->second;
  const auto count = static_cast<std::uint32_t>(type.literals().size());
  std::vector<const char*> names;
  for (std::uint32_t i = 0; i < count; ++i) names.push_back(symbols_.literal(type, i).c_str());
  z3::func_decl_vector constructors(z3_);
  z3::func_decl_vector testers(z3_);
  sorts_.emplace(type.id(), z3_.enumeration_sort(symbols_.enumeration(type).c_str(), count,
                                                 names.data(), constructors, testers));
  std::vector<Z3_ast>& literals = enum_literals_[type.id()];
  for (std::uint32_t i = 0; i < count; ++i) {
    literals.push_back(keep(constructors[static_cast<int>(i)]()));
    enum_positions_.emplace(literals.back(), i);
  }
  return literals;
}

std::optional<std::uint32_t> Translator::enum_position(Z3_ast term) const {
  const auto found = enum_positions_.find(term);
  if (found == enum_positions_.end()) return std::nullopt;
  return found->second;
}

z3::expr Translator::value(ir::Value value, ir::Type type) {
  switch (type.kind()) {
    case TypeKind::boolean:
      return z3_.bool_val(value.is_true());
    case TypeKind::enumeration:
      return z3::expr(z3_, enum_literals(type)[static_cast<std::size_t>(value.as_small())]);
    case TypeKind::array:
      return array_value(value, type);
    case TypeKind::floating:
      return floating_value(value.integer(), type);
    case TypeKind::integer:
    case TypeKind::rational:
    case TypeKind::bitvector:
      break;
  }
  const z3::sort numbers = sort(type);
  if (value.is_small()) return checked(Z3_mk_int64(z3_, value.as_small(), numbers));
  const std::string digits =
      type.is_rational() ? value.rational().get_str() : value.integer().get_str();
  return checked(Z3_mk_numeral(z3_, digits.c_str(), numbers));
}

z3::expr Translator::array_value(ir::Value value, ir::Type type) {
  const ir::ArrayValue& contents = value.as_big().array;
  z3::expr array =
      z3::const_array(sort(type.index()), this->value(contents.fallback, type.element()));
  for (const auto& [index, element] : contents.entries)
    array =
        z3::store(array, this->value(index, type.index()), this->value(element, type.element()));
  return array;
}

}  // namespace arges::smt
