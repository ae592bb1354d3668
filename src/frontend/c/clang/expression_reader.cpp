#include <fmt/format.h>

#include "base/invariant.h"
#include "frontend/c/clang/reader.h"

namespace arges::frontend::c {

namespace {

BinaryOp arithmetic_op(CXBinaryOperatorKind kind) {
  switch (kind) {
    case CXBinaryOperator_Mul:
    case CXBinaryOperator_MulAssign:
      return BinaryOp::mul;
    case CXBinaryOperator_Div:
    case CXBinaryOperator_DivAssign:
      return BinaryOp::div;
    case CXBinaryOperator_Rem:
    case CXBinaryOperator_RemAssign:
      return BinaryOp::rem;
    case CXBinaryOperator_Add:
    case CXBinaryOperator_AddAssign:
      return BinaryOp::add;
    case CXBinaryOperator_Sub:
    case CXBinaryOperator_SubAssign:
      return BinaryOp::sub;
    case CXBinaryOperator_Shl:
    case CXBinaryOperator_ShlAssign:
      return BinaryOp::shl;
    case CXBinaryOperator_Shr:
    case CXBinaryOperator_ShrAssign:
      return BinaryOp::shr;
    case CXBinaryOperator_And:
    case CXBinaryOperator_AndAssign:
      return BinaryOp::bit_and;
    case CXBinaryOperator_Xor:
    case CXBinaryOperator_XorAssign:
      return BinaryOp::bit_xor;
    case CXBinaryOperator_Or:
    case CXBinaryOperator_OrAssign:
      return BinaryOp::bit_or;
    case CXBinaryOperator_LT:
      return BinaryOp::lt;
    case CXBinaryOperator_GT:
      return BinaryOp::gt;
    case CXBinaryOperator_LE:
      return BinaryOp::le;
    case CXBinaryOperator_GE:
      return BinaryOp::ge;
    case CXBinaryOperator_EQ:
      return BinaryOp::eq;
    case CXBinaryOperator_NE:
      return BinaryOp::ne;
    default:
      UNREACHABLE("the operator should be one of C's");
  }
}

}  // namespace

const Expr* ProgramReader::keep(Expr expr) {
  program_->expressions.push_back(std::move(expr));
  return &program_->expressions.back();
}

Expr ProgramReader::make_expression(ExprKind kind, CXCursor cursor) {
  return {.kind = kind,
          .type = types_.read(clang_getCursorType(cursor)),
          .location = unit_.location(cursor)};
}

const Expr* ProgramReader::unsupported(CXCursor cursor, std::string what) {
  Expr result = make_expression(ExprKind::unsupported, cursor);
  result.text = std::move(what);
  return keep(std::move(result));
}

const Expr* ProgramReader::integer(CXCursor cursor) {
  const auto value = constant_value(cursor);
  if (!value) return unsupported(cursor, "this constant");
  Expr result = make_expression(ExprKind::integer, cursor);
  result.value = *value;
  return keep(std::move(result));
}

const Expr* ProgramReader::expression(CXCursor cursor) {
  const std::vector<CXCursor> parts = children(cursor);
  switch (clang_getCursorKind(cursor)) {
    case CXCursor_IntegerLiteral:
    case CXCursor_CharacterLiteral:
      return integer(cursor);
    case CXCursor_UnaryExpr:  // sizeof, _Alignof
      return size(cursor, parts);
    case CXCursor_FloatingLiteral: {
      const auto text = floating_text(cursor);
      if (!text) return unsupported(cursor, "a constant of this type in a macro");
      Expr result = make_expression(ExprKind::floating, cursor);
      result.text = *text;
      return keep(std::move(result));
    }
    case CXCursor_StringLiteral: {
      Expr result = make_expression(ExprKind::string, cursor);
      result.text = string_value(cursor);
      return keep(std::move(result));
    }
    case CXCursor_ParenExpr:
      return expression(parts.at(0));
    case CXCursor_DeclRefExpr:
      return name(cursor);
    case CXCursor_UnaryOperator:
      return unary(cursor, parts);
    case CXCursor_BinaryOperator:
      return binary(cursor, parts);
    case CXCursor_CompoundAssignOperator: {
      Expr result = make_expression(ExprKind::compound_assign, cursor);
      result.op = arithmetic_op(clang_getCursorBinaryOperatorKind(cursor));
      result.children = {expression(parts.at(0)), expression(parts.at(1))};
      return keep(std::move(result));
    }
    case CXCursor_ConditionalOperator: {
      Expr result = make_expression(ExprKind::conditional, cursor);
      for (const CXCursor part : parts) result.children.push_back(expression(part));
      return keep(std::move(result));
    }
    case CXCursor_CStyleCastExpr:
    case CXCursor_UnexposedExpr:
      return conversion(cursor, parts);
    case CXCursor_ArraySubscriptExpr: {
      Expr result = make_expression(ExprKind::index, cursor);
      result.children = {expression(parts.at(0)), expression(parts.at(1))};
      // C allows 2[a].
      if (!result.children[0]->type->is(TypeKind::pointer))
        std::swap(result.children[0], result.children[1]);
      return keep(std::move(result));
    }
    case CXCursor_MemberRefExpr:
      return member(cursor, parts);
    case CXCursor_CallExpr: {
      Expr result = make_expression(ExprKind::call, cursor);
      result.location = unit_.start(cursor);
      result.end = unit_.last(cursor);
      for (const CXCursor part : parts) result.children.push_back(expression(part));
      return keep(std::move(result));
    }
    case CXCursor_StmtExpr: {
      Expr result = make_expression(ExprKind::statements, cursor);
      result.body = statement(parts.at(0));
      return keep(std::move(result));
    }
    case CXCursor_InitListExpr:
      return initial_value(types_.read(clang_getCursorType(cursor)), cursor);
    case CXCursor_CompoundLiteralExpr:
      return compound_literal(cursor, parts);
    case CXCursor_AddrLabelExpr:
      return unsupported(cursor, "the address of a label");
    case CXCursor_GenericSelectionExpr:
      return unsupported(cursor, "_Generic");
    default:
      return unsupported(cursor, take(clang_getCursorKindSpelling(clang_getCursorKind(cursor))));
  }
}

const Expr* ProgramReader::size(CXCursor cursor, const std::vector<CXCursor>& parts) {
  if (parts.empty() || constant_value(cursor)) return integer(cursor);
  const Expr* operand = expression(parts.back());
  const bool is_variable = operand->kind == ExprKind::object && !operand->object->lengths.empty();
  if (!is_variable) return unsupported(cursor, "the size of this");
  Expr result = make_expression(ExprKind::variable_size, cursor);
  result.object = operand->object;
  return keep(std::move(result));
}

const Expr* ProgramReader::compound_literal(CXCursor cursor, const std::vector<CXCursor>& parts) {
  Expr result = make_expression(ExprKind::compound_literal, cursor);
  program_->objects.push_back({fmt::format("literal@{}", result.location.line()), result.type,
                               result.location, function_, function_ == nullptr});
  Object& literal = program_->objects.back();
  literal.number = static_cast<std::uint32_t>(program_->objects.size() - 1);
  literal.initializer = initial_value(result.type, parts.back());
  result.object = &literal;
  result.children = {literal.initializer};
  return keep(std::move(result));
}

const Expr* ProgramReader::name(CXCursor cursor) {
  const CXCursor declaration = clang_getCursorReferenced(cursor);
  switch (clang_getCursorKind(declaration)) {
    case CXCursor_EnumConstantDecl: {
      Expr result = make_expression(ExprKind::integer, cursor);
      result.value = mpz_class(std::to_string(clang_getEnumConstantDeclValue(declaration)));
      return keep(std::move(result));
    }
    case CXCursor_FunctionDecl: {
      Expr result = make_expression(ExprKind::function, cursor);
      result.function = &as_library(function(declaration));
      result.type = result.function->type;  // builtins have none of C's
      return keep(std::move(result));
    }
    case CXCursor_VarDecl:
    case CXCursor_ParmDecl: {
      Expr result = make_expression(ExprKind::object, cursor);
      result.object = &object(declaration);
      result.type = result.object->type;
      return keep(std::move(result));
    }
    default:
      return unsupported(cursor, "this name");
  }
}

const Expr* ProgramReader::unary(CXCursor cursor, const std::vector<CXCursor>& parts) {
  const auto make = [&](ExprKind kind) {
    Expr result = make_expression(kind, cursor);
    result.children = {expression(parts.at(0))};
    return result;
  };
  const auto make_increment = [&](Increment increment) {
    Expr result = make(ExprKind::increment);
    result.increment = increment;
    return keep(std::move(result));
  };
  switch (clang_getCursorUnaryOperatorKind(cursor)) {
    case CXUnaryOperator_PostInc:
      return make_increment(Increment::post_plus);
    case CXUnaryOperator_PostDec:
      return make_increment(Increment::post_minus);
    case CXUnaryOperator_PreInc:
      return make_increment(Increment::pre_plus);
    case CXUnaryOperator_PreDec:
      return make_increment(Increment::pre_minus);
    case CXUnaryOperator_AddrOf:
      return keep(make(ExprKind::address_of));
    case CXUnaryOperator_Deref:
      return keep(make(ExprKind::dereference));
    case CXUnaryOperator_Plus:
    case CXUnaryOperator_Extension:
      return expression(parts.at(0));
    case CXUnaryOperator_Minus:
      return keep(make(ExprKind::negate));
    case CXUnaryOperator_Not:
      return keep(make(ExprKind::complement));
    case CXUnaryOperator_LNot:
      return keep(make(ExprKind::not_));
    default:
      return unsupported(cursor, "an operator on complex numbers");
  }
}

const Expr* ProgramReader::binary(CXCursor cursor, const std::vector<CXCursor>& parts) {
  const CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(cursor);
  ExprKind kind = ExprKind::binary;
  if (op == CXBinaryOperator_Assign) kind = ExprKind::assign;
  if (op == CXBinaryOperator_LAnd) kind = ExprKind::and_;
  if (op == CXBinaryOperator_LOr) kind = ExprKind::or_;
  if (op == CXBinaryOperator_Comma) kind = ExprKind::comma;
  Expr result = make_expression(kind, cursor);
  if (kind == ExprKind::binary) result.op = arithmetic_op(op);
  result.children = {expression(parts.at(0)), expression(parts.at(1))};
  return keep(std::move(result));
}

const Expr* ProgramReader::conversion(CXCursor cursor, const std::vector<CXCursor>& parts) {
  const bool is_cast = clang_getCursorKind(cursor) == CXCursor_CStyleCastExpr;
  if (parts.empty()) return integer(cursor);
  if (!is_cast && parts.size() == 4 && clang_equalCursors(parts[0], parts[1]) != 0)
    return elvis(cursor, parts);
  if (!is_cast && clang_isExpression(clang_getCursorKind(parts.back())) == 0 &&
      constant_value(cursor))
    return integer(cursor);  // offsetof
  if (!is_cast && parts.size() != 1) return unsupported(cursor, "this expression");
  Expr result = make_expression(ExprKind::convert, cursor);
  const Expr* operand = expression(parts.back());
  result.location = operand->location;
  // libclang tells a parameter's type as it is written, even where it is read.
  result.type = is_cast ? result.type : types_.parameter_type(result.type);
  if (!is_cast && operand->type == result.type) return operand;
  result.children = {operand};
  return keep(std::move(result));
}

const Expr* ProgramReader::elvis(CXCursor cursor, const std::vector<CXCursor>& parts) {
  Expr result = make_expression(ExprKind::conditional, cursor);
  const Expr* condition = expression(parts[0]);
  result.children = {condition, condition, expression(parts[3])};
  return keep(std::move(result));
}

const Expr* ProgramReader::member(CXCursor cursor, const std::vector<CXCursor>& parts) {
  if (parts.empty()) return unsupported(cursor, "this member");
  const Expr* base = expression(parts[0]);
  if (base->type->is(TypeKind::pointer)) {
    Expr target{.kind = ExprKind::dereference,
                .type = base->type->element,
                .location = base->location,
                .children = {base}};
    base = keep(std::move(target));
  }
  const std::vector<std::size_t> path =
      types_.find_member(base->type, clang_getCursorReferenced(cursor));
  if (path.empty()) return unsupported(cursor, "this member");
  for (const std::size_t field : path) {
    Expr result{.kind = ExprKind::member,
                .type = base->type->fields[field].type,
                .location = unit_.location(cursor),
                .children = {base},
                .field = field};
    base = keep(std::move(result));
  }
  return base;
}

}  // namespace arges::frontend::c
