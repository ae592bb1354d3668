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
/// The call, or other expression with a structure of its own as its value, that a part of a
/// structure or array is of; null: it is of an object.
const Expr* temporary_of_part(const Expr* expression);

/// The pointer that was given where the library takes any: with the type that it had before it was
/// one to void or to characters.
const Expr* typed_pointer(const Expr* pointer);
/// The array that a pointer is to the first element of, as is said there; null if it is not.
const Expr* whole_array(const Expr* pointer);
/// The object that a pointer is the address of, as is said there; null if it is not.
const Expr* whole_object(const Expr* pointer);

/// The function that a callee names without a pointer; null: the pointer is to be followed.
const Function* named_function(const Expr* callee);

}  // namespace arges::frontend::c
