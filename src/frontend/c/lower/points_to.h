#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "frontend/c/syntax/program.h"

namespace arges::frontend::c {

/// What a pointer may point to: an object, a function, a string, what a call allocated, or, if it
/// is none of these, what nobody knows: it comes from allocated memory that may never have been
/// set.
struct Target {
  const Object* object = nullptr;
  const Function* function = nullptr;
  const Expr* site = nullptr;  ///< a string literal, or a call that gives new memory

  bool is_unknown() const { return object == nullptr && function == nullptr && site == nullptr; }
};

/// Whether a call of the function returns memory that was not known before: of its own, or of
/// someone outside the program.
bool gives_memory(const Function& function);

/// The targets of all pointers of a program, for any order of its statements and without telling
/// fields of an object apart (L. O. Andersen 1994, Section 4.4): an over-approximation for runs
/// that the C standard defines.
class PointsTo {
 public:
  explicit PointsTo(const Program& program);

  /// What the value of an expression may point to, by order of appearance.
  std::vector<Target> of_value(const Expr* expression) const;
  /// What an lvalue may be a part of.
  std::vector<Target> of_place(const Expr* expression) const;

 private:
  using Set = std::set<std::uint32_t>;
  std::uint32_t node(const Object* object) const;
  std::uint32_t node(const Function* function) const;
  std::uint32_t node(const Expr* site) const;
  Set value(const Expr* expression) const;
  Set place(const Expr* expression) const;
  Set contents_of(const Set& nodes) const;
  void add(const Set& nodes, const Set& values);
  void add(std::uint32_t node, const Set& values);
  void initialize(std::uint32_t target, const Expr* initializer);
  void constrain(const Expr& expression);
  void constrain_call(const Expr& call);
  std::vector<Target> targets(const Set& nodes) const;

  std::vector<Target> nodes_;
  std::map<const Expr*, std::uint32_t> sites_;
  std::uint32_t first_function_ = 0;
  std::vector<Set> contents_;
  std::vector<Set> returned_;  ///< by functions
  bool changed_ = false;
};

}  // namespace arges::frontend::c
