#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.h"
#include "frontend/c/syntax/type.h"

namespace arges::frontend::c {

struct Expr;
struct Stmt;
struct Function;

/// A variable or parameter.
struct Object {
  std::string name;
  Type type = nullptr;
  SourceLocation location;
  const Function* function = nullptr;  ///< whose local it is; null: of the whole program
  bool is_static = false;              ///< lives as long as the program does
  bool is_defined = true;              ///< not only declared
  const Expr* initializer = nullptr;
  std::vector<const Expr*> lengths = {};  ///< of a variable array and those in it, from outside
  std::uint32_t number = 0;               ///< dense in the program
};

/// What compilers put before the names of library functions that they know.
inline constexpr std::string_view builtin_prefix = "__builtin_";

struct Function {
  std::string name;
  Type type;
  SourceLocation location;
  std::vector<const Object*> parameters = {};
  const Stmt* body = nullptr;  ///< null: declared only
  bool returns_never = false;  ///< has the attribute noreturn
  std::uint32_t number = 0;    ///< dense in the program

  /// What the library calls it.
  std::string_view library_name() const {
    const std::string_view all = name;
    return all.starts_with(builtin_prefix) ? all.substr(builtin_prefix.size()) : all;
  }
};

enum class ExprKind : std::uint8_t {
  integer,
  floating,
  string,
  object,
  function,
  negate,
  complement,
  not_,
  binary,
  and_,
  or_,
  conditional,
  comma,
  assign,
  compound_assign,
  increment,
  address_of,
  dereference,
  index,   ///< pointer, position
  member,  ///< of a structure or union
  convert,
  call,  ///< callee (a pointer, or a function itself), arguments
  statements,
  compound_literal,  ///< its object, initialised by its child whenever it is evaluated
  variable_size,     ///< in bytes, of an object that is a variable array
  initializer_list,  ///< an element or a field each; null: zero
  unsupported,       ///< refused once it is used, by its text
};

enum class BinaryOp : std::uint8_t {
  mul,
  div,
  rem,
  add,
  sub,
  shl,
  shr,
  bit_and,
  bit_xor,
  bit_or,
  lt,
  gt,
  le,
  ge,
  eq,
  ne,
};
inline bool is_comparison(BinaryOp op) { return op >= BinaryOp::lt; }

/// When an increment changes its operand, and by how much.
enum class Increment : std::uint8_t { pre_plus, pre_minus, post_plus, post_minus };

struct Expr {
  ExprKind kind;
  Type type;
  SourceLocation location;
  std::vector<const Expr*> children = {};
  mpz_class value = {};   ///< of an integer
  std::string text = {};  ///< of a string, without its end; of a floating literal, without suffix
  const Object* object = nullptr;
  const Function* function = nullptr;
  BinaryOp op = BinaryOp::add;  ///< of binary and compound_assign
  Increment increment = Increment::pre_plus;
  std::size_t field = 0;       ///< of a member: its position
  const Stmt* body = nullptr;  ///< of statements
  SourceLocation end = {};     ///< of a call: its closing parenthesis

  const Expr* child(std::size_t i) const { return children[i]; }
};

enum class StmtKind : std::uint8_t {
  expression,
  declaration,
  compound,
  if_,
  while_,
  do_,
  for_,
  switch_,
  case_,
  default_,
  label,
  goto_,
  break_,
  continue_,
  return_,
  null,
  unsupported,  ///< refused once it is used, by its label
};

struct Stmt {
  StmtKind kind;
  SourceLocation location;
  /// A condition, a value, an expression, or null.
  const Expr* expr = nullptr;
  /// Of a for: what is done before each further round.
  const Expr* step = nullptr;
  /// Parts; of an if: then, else; of a for: what is done first (may be null), the body.
  std::vector<const Stmt*> children = {};
  const Object* object = nullptr;  ///< of a declaration
  std::string label = {};          ///< of label and goto
  mpz_class low = {}, high = {};   ///< of a case
};

/// A translation unit: what the compiler's front end made of a text, in our own terms.
struct Program {
  std::vector<SourcePtr> sources;  ///< the text itself, then what it includes
  std::deque<TypeRecord> types;
  std::deque<Object> objects;      ///< with all locals, by their numbers
  std::deque<Function> functions;  ///< by their numbers
  std::deque<Expr> expressions;
  std::deque<Stmt> statements;

  const Function* find_function(std::string_view name) const {
    for (const Function& function : functions)
      if (function.name == name) return &function;
    return nullptr;
  }
};

}  // namespace arges::frontend::c
