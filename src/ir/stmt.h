#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/source.h"
#include "ir/expr.h"

namespace arges::ir {

enum class StmtKind : std::uint8_t {
  skip,
  assign,    ///< variable := expression
  assume,    ///< the run exists only if the expression holds
  havoc,     ///< variable := any value of its type
  sequence,  ///< children one after another
  choice,    ///< any one child
  if_,       ///< children: then, else
  loop,      ///< for variable from expression to bound (exclusive, both read once) do child
  local,     ///< the variables are fresh and arbitrary within the child
};

struct StmtRecord;

/// An immutable structured statement, executed atomically as part of an action.
class Stmt {
 public:
  Stmt() = default;
  explicit Stmt(const StmtRecord* record) : record_(record) {}

  StmtKind kind() const;
  Var var() const;     ///< assigned, havocked, or counting
  Expr expr() const;   ///< right side, condition, or lower bound
  Expr bound() const;  ///< a loop's upper bound, exclusive
  std::span<const Stmt> children() const;
  Stmt child(std::size_t i) const { return children()[i]; }
  std::span<const Var> locals() const;
  SourceLocation location() const;

  explicit operator bool() const { return record_ != nullptr; }
  bool operator==(const Stmt&) const = default;
  /// In the core syntax: "x := x + 1; assume x < 5"
  std::string to_string() const;

 private:
  const StmtRecord* record_ = nullptr;
};

struct StmtRecord {
  StmtKind kind;
  Var var = nullptr;
  Expr expr = {};
  Expr bound = {};
  std::vector<Stmt> children = {};
  std::vector<Var> locals = {};
  SourceLocation location = {};
};

inline StmtKind Stmt::kind() const { return record_->kind; }
inline Var Stmt::var() const { return record_->var; }
inline Expr Stmt::expr() const { return record_->expr; }
inline Expr Stmt::bound() const { return record_->bound; }
inline std::span<const Stmt> Stmt::children() const { return record_->children; }
inline std::span<const Var> Stmt::locals() const { return record_->locals; }
inline SourceLocation Stmt::location() const { return record_->location; }

Stmt skip(Context& context, SourceLocation location = {});
Stmt assign(Var var, Expr value, SourceLocation location = {});
Stmt assume(Expr condition, SourceLocation location = {});
Stmt havoc(Context& context, Var var, SourceLocation location = {});
/// One statement stays itself, none is skip; nested sequences are flattened.
Stmt sequence(Context& context, const std::vector<Stmt>& statements, SourceLocation location = {});
Stmt choice(Context& context, std::vector<Stmt> branches, SourceLocation location = {});
Stmt if_(Expr condition, Stmt then, Stmt otherwise, SourceLocation location = {});
Stmt loop(Var counter, Expr from, Expr to, Stmt body, SourceLocation location = {});
Stmt local(Context& context, std::vector<Var> variables, Stmt body, SourceLocation location = {});

}  // namespace arges::ir
