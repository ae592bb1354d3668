#include "smt/z3/term_reader.h"

#include <algorithm>
#include <string>

namespace arges::smt {

using ir::Expr;
using ir::Op;
using ir::Type;

namespace {

/// An operator of two operands; turned, as ours has no ≥ and >.
struct BinaryOperator {
  Op op;
  bool turned = false;
};

std::optional<BinaryOperator> bitvector_operator(Z3_decl_kind kind) {
  switch (kind) {
    case Z3_OP_BUDIV:
      return BinaryOperator{Op::bv_udiv};
    case Z3_OP_BSDIV:
      return BinaryOperator{Op::bv_sdiv};
    case Z3_OP_BUREM:
      return BinaryOperator{Op::bv_urem};
    case Z3_OP_BSREM:
      return BinaryOperator{Op::bv_srem};
    case Z3_OP_BSHL:
      return BinaryOperator{Op::bv_shl};
    case Z3_OP_BLSHR:
      return BinaryOperator{Op::bv_lshr};
    case Z3_OP_BASHR:
      return BinaryOperator{Op::bv_ashr};
    case Z3_OP_ULT:
      return BinaryOperator{Op::bv_ult};
    case Z3_OP_ULEQ:
      return BinaryOperator{Op::bv_ule};
    case Z3_OP_UGT:
      return BinaryOperator{Op::bv_ult, true};
    case Z3_OP_UGEQ:
      return BinaryOperator{Op::bv_ule, true};
    case Z3_OP_SLT:
      return BinaryOperator{Op::bv_slt};
    case Z3_OP_SLEQ:
      return BinaryOperator{Op::bv_sle};
    case Z3_OP_SGT:
      return BinaryOperator{Op::bv_slt, true};
    case Z3_OP_SGEQ:
      return BinaryOperator{Op::bv_sle, true};
    default:
      return std::nullopt;
  }
}

/// Those that Z3 applies to any number of operands.
std::optional<Op> bitvector_chain(Z3_decl_kind kind) {
  switch (kind) {
    case Z3_OP_BADD:
      return Op::bv_add;
    case Z3_OP_BMUL:
      return Op::bv_mul;
    case Z3_OP_BAND:
      return Op::bv_and;
    case Z3_OP_BOR:
      return Op::bv_or;
    case Z3_OP_BXOR:
      return Op::bv_xor;
    case Z3_OP_CONCAT:
      return Op::bv_concat;
    default:
      return std::nullopt;
  }
}

bool is_division_by_nonzero(const std::vector<Expr>& operands) {
  return operands.size() == 2 && operands[1].is_literal() &&
         sgn(operands[1].value().rational()) != 0;
}

}  // namespace

void TermReader::add(Expr variable) {
  const z3::expr constant(z3_, translator_.term(variable));
  variables_.emplace(constant.id(), variable);
  for (Type type = variable.type();; type = type.element()) {
    types_.emplace(Z3_get_ast_id(z3_, translator_.sort(type)), type);
    if (!type.is_array()) break;
    types_.emplace(Z3_get_ast_id(z3_, translator_.sort(type.index())), type.index());
  }
}

Type TermReader::type_of(const z3::sort& sort) {
  if (sort.is_bool()) return ir_.bool_type();
  if (sort.is_int()) return ir_.int_type();
  if (sort.is_real()) return ir_.rat_type();
  if (sort.is_bv()) return ir_.bv_type(sort.bv_size());
  const auto found = types_.find(Z3_get_ast_id(z3_, sort));
  return found == types_.end() ? Type() : found->second;
}

std::optional<Expr> TermReader::read(const z3::expr& term) {
  std::unordered_map<unsigned, Expr> done;
  std::vector<z3::expr> todo{term};
  while (!todo.empty()) {
    const z3::expr next = todo.back();
    if (done.contains(next.id())) {
      todo.pop_back();
      continue;
    }
    if (!next.is_app()) return std::nullopt;
    const std::size_t before = todo.size();
    std::vector<Expr> operands;
    for (unsigned i = 0; i < next.num_args(); ++i) {
      const auto operand = done.find(next.arg(i).id());
      if (operand == done.end())
        todo.push_back(next.arg(i));
      else
        operands.push_back(operand->second);
    }
    if (todo.size() > before) continue;
    const Expr built = build(next, operands);
    if (!built) return std::nullopt;
    done.emplace(next.id(), built);
    todo.pop_back();
  }
  return done.at(term.id());
}

Expr TermReader::build_constant(const z3::expr& term) {
  const auto variable = variables_.find(term.id());
  if (variable != variables_.end()) return variable->second;
  const Type type = type_of(term.get_sort());
  if (!type) return {};
  if (const auto position = translator_.enum_position(term); position && type.is_enum())
    return ir_.enum_literal(type, *position);
  if (!term.is_numeral() || type.is_floating()) return {};
  const std::string digits = Z3_get_numeral_string(z3_, term);
  z3_.check_error();
  if (type.is_rational()) return ir_.rat_literal(mpq_class(digits));
  if (type.is_bitvector()) return ir_.bv_literal(type.width(), mpz_class(digits));
  return ir_.int_literal(mpz_class(digits));
}

Expr TermReader::build(const z3::expr& term, const Operands& operands) {
  const Z3_decl_kind kind = term.decl().decl_kind();
  switch (kind) {
    case Z3_OP_TRUE:
      return ir_.true_expr();
    case Z3_OP_FALSE:
      return ir_.false_expr();
    case Z3_OP_AND:
      return operands.empty() ? ir_.true_expr() : ir::and_(operands);
    case Z3_OP_OR:
      return operands.empty() ? ir_.false_expr() : ir::or_(operands);
    case Z3_OP_NOT:
      return ir::not_(operands[0]);
    case Z3_OP_IMPLIES:
      return ir::implies(operands[0], operands[1]);
    case Z3_OP_EQ:
    case Z3_OP_IFF:
      return ir::eq(operands[0], operands[1]);
    case Z3_OP_XOR:
      return operands.size() == 2 ? ir::xor_(operands[0], operands[1]) : Expr();
    case Z3_OP_DISTINCT:
      return operands.size() == 2 ? ir::neq(operands[0], operands[1]) : Expr();
    case Z3_OP_ITE:
      return ir::ite(operands[0], operands[1], operands[2]);
    case Z3_OP_SELECT:
      return operands.size() == 2 ? ir::select(operands[0], operands[1]) : Expr();
    case Z3_OP_STORE:
      return operands.size() == 3 ? ir::store(operands[0], operands[1], operands[2]) : Expr();
    case Z3_OP_CONST_ARRAY: {
      const Type type = type_of(term.get_sort());
      return type ? ir::const_array(type, operands[0]) : Expr();
    }
    case Z3_OP_DT_IS:
    case Z3_OP_DT_RECOGNISER:
      return build_test(term, operands[0]);
    default:
      break;
  }
  if (operands.empty()) return build_constant(term);
  const bool is_bitvector =
      std::any_of(operands.begin(), operands.end(), [](Expr e) { return e.type().is_bitvector(); });
  return is_bitvector ? build_bitvector(term, operands) : build_arithmetic(kind, operands);
}

Expr TermReader::build_arithmetic(Z3_decl_kind kind, const Operands& operands) {
  const auto a = operands.front();
  const auto b = operands.back();
  switch (kind) {
    case Z3_OP_LE:
      return ir::le(a, b);
    case Z3_OP_LT:
      return ir::lt(a, b);
    case Z3_OP_GE:
      return ir::ge(a, b);
    case Z3_OP_GT:
      return ir::gt(a, b);
    case Z3_OP_ADD:
      return ir::add(operands);
    case Z3_OP_MUL:
      return ir::mul(operands);
    case Z3_OP_UMINUS:
      return ir::neg(a);
    case Z3_OP_SUB: {
      Expr result = a;
      for (std::size_t i = 1; i < operands.size(); ++i) result = ir::sub(result, operands[i]);
      return result;
    }
    case Z3_OP_TO_REAL:
      return ir::int_to_rat(a);
    case Z3_OP_DIV:
      return is_division_by_nonzero(operands) ? ir::binary(Op::rat_div, a, b) : Expr();
    case Z3_OP_IDIV:
      return is_division_by_nonzero(operands) ? ir::binary(Op::div, a, b) : Expr();
    case Z3_OP_MOD:
      return is_division_by_nonzero(operands) ? ir::binary(Op::mod, a, b) : Expr();
    default:
      return {};
  }
}

Expr TermReader::build_bitvector(const z3::expr& term, const Operands& operands) {
  const Z3_decl_kind kind = term.decl().decl_kind();
  if (const auto chain = bitvector_chain(kind)) {
    Expr result = operands[0];
    for (std::size_t i = 1; i < operands.size(); ++i)
      result = ir::binary(*chain, result, operands[i]);
    return result;
  }
  if (const auto binary = bitvector_operator(kind); binary && operands.size() == 2)
    return binary->turned ? ir::binary(binary->op, operands[1], operands[0])
                          : ir::binary(binary->op, operands[0], operands[1]);
  switch (kind) {
    case Z3_OP_BNEG:
      return ir::bv_neg(operands[0]);
    case Z3_OP_BNOT:
      return ir::bv_not(operands[0]);
    case Z3_OP_BSUB:
      return operands.size() == 2 ? ir::bv_sub(operands[0], operands[1]) : Expr();
    case Z3_OP_EXTRACT:
      return ir::bv_extract(operands[0], term.lo(), term.hi() - term.lo() + 1);
    case Z3_OP_ZERO_EXT:
      return ir::bv_zext(operands[0], term.get_sort().bv_size());
    case Z3_OP_SIGN_EXT:
      return ir::bv_sext(operands[0], term.get_sort().bv_size());
    default:
      return {};
  }
}

/// Whether an enumeration's value is a certain one.
Expr TermReader::build_test(const z3::expr& term, Expr operand) {
  if (Z3_get_decl_num_parameters(z3_, term.decl()) != 1 || !operand.type().is_enum()) return {};
  const z3::func_decl constructor(z3_, Z3_get_decl_func_decl_parameter(z3_, term.decl(), 0));
  z3_.check_error();
  const auto position = translator_.enum_position(constructor());
  return position ? ir::eq(operand, ir_.enum_literal(operand.type(), *position)) : Expr();
}

}  // namespace arges::smt
