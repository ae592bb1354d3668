#include "frontend/c/syntax/visit.h"

#include <algorithm>

namespace arges::frontend::c {

void for_each_expression(const Expr* expression, const std::function<void(const Expr&)>& visit) {
  if (expression == nullptr) return;
  visit(*expression);
  for (const Expr* child : expression->children) for_each_expression(child, visit);
  for_each_expression(expression->body, visit);
}

void for_each_expression(const Stmt* statement, const std::function<void(const Expr&)>& visit) {
  for_each_statement(statement, [&visit](const Stmt& part) {
    for_each_expression(part.expr, visit);
    for_each_expression(part.step, visit);
    if (part.object == nullptr) return;
    for_each_expression(part.object->initializer, visit);
    for (const Expr* length : part.object->lengths) for_each_expression(length, visit);
  });
}

void for_each_statement(const Stmt* statement, const std::function<void(const Stmt&)>& visit) {
  if (statement == nullptr) return;
  visit(*statement);
  for (const Stmt* child : statement->children) for_each_statement(child, visit);
}

bool has_effects(const Expr* expression) {
  switch (expression->kind) {
    case ExprKind::assign:
    case ExprKind::compound_assign:
    case ExprKind::increment:
    case ExprKind::call:
    case ExprKind::statements:
    case ExprKind::compound_literal:
      return true;
    case ExprKind::conditional:
      if (expression->type->is_record()) return true;  // its value is put into an object
      [[fallthrough]];
    default:
      return std::any_of(expression->children.begin(), expression->children.end(),
                         [](const Expr* child) { return child != nullptr && has_effects(child); });
  }
}

bool is_place(const Expr* expression) {
  switch (expression->kind) {
    case ExprKind::object:
    case ExprKind::dereference:
    case ExprKind::index:
    case ExprKind::member:
    case ExprKind::string:
    case ExprKind::compound_literal:
      return true;
    default:
      return false;
  }
}

const Expr* temporary_of_part(const Expr* expression) {
  while (true) {
    switch (expression->kind) {
      case ExprKind::call:
      case ExprKind::conditional:
      case ExprKind::statements:
        return expression->type->is_record() ? expression : nullptr;
      case ExprKind::member:
        expression = expression->child(0);
        break;
      case ExprKind::comma:
        expression = expression->child(1);
        break;
      case ExprKind::dereference:
      case ExprKind::index: {
        const Expr* base = expression->child(0);
        if (base->kind != ExprKind::convert || !base->child(0)->type->is(TypeKind::array))
          return nullptr;
        expression = base->child(0);
        break;
      }
      case ExprKind::convert:
        if (!expression->type->is_record()) return nullptr;
        expression = expression->child(0);
        break;
      default:
        return nullptr;
    }
  }
}

const Expr* typed_pointer(const Expr* pointer) {
  while (pointer->kind == ExprKind::convert && pointer->child(0)->type->is(TypeKind::pointer)) {
    const Type to = pointer->type->element;
    const Type from = pointer->child(0)->type->element;
    const bool says_more = from->size > 1 || from == to;
    if (!to->is(TypeKind::void_) && !(to->size == 1 && says_more)) break;
    pointer = pointer->child(0);
  }
  return pointer;
}

const Expr* whole_array(const Expr* pointer) {
  const bool is_array =
      pointer->kind == ExprKind::convert && pointer->child(0)->type->is(TypeKind::array);
  return is_array && is_place(pointer->child(0)) ? pointer->child(0) : nullptr;
}

const Expr* whole_object(const Expr* pointer) {
  if (pointer->kind == ExprKind::address_of) return pointer->child(0);
  return whole_array(pointer);
}

const Function* named_function(const Expr* callee) {
  while (callee->kind == ExprKind::convert || callee->kind == ExprKind::dereference ||
         callee->kind == ExprKind::address_of)
    callee = callee->child(0);
  return callee->function;
}

}  // namespace arges::frontend::c
