#pragma once

#include <functional>

#include "frontend/c/syntax/program.h"

namespace arges::frontend::c {

/// Calls back for every expression below a statement or an expression, outer ones first; also those
/// of initial values of locals, and of statements within expressions.
void for_each_expression(const Stmt* statement, const std::function<void(const Expr&)>& visit);
void for_each_expression(const Expr* expression, const std::function<void(const Expr&)>& visit);
/// Calls back for every statement, outer ones first.
void for_each_statement(const Stmt* statement, const std::function<void(const Stmt&)>& visit);

/// Whether evaluating it may change anything or not come back: assignments, calls, statements.
bool has_effects(const Expr* expression);

/// Whether it is of a kind that may be an lvalue.
bool is_place(const Expr* expression);
/// The call whose result a part of a structure or array is of; null: it is of an object.
const Expr* call_of_part(const Expr* expression);

/// The function that a callee names without a pointer; null: the pointer is to be followed.
const Function* named_function(const Expr* callee);

}  // namespace arges::frontend::c
