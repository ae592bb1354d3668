#pragma once

#include <set>

#include "frontend/c/syntax/program.h"

namespace arges::frontend::c {

/// Which functions of a program call themselves.
class Recursion {
 public:
  explicit Recursion(const Program& program);

  /// Whether it calls itself, and by no other function on the way.
  bool is_simple(const Function* function) const { return simple_.contains(function); }

 private:
  std::set<const Function*> simple_;
};

}  // namespace arges::frontend::c
