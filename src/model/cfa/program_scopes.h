#pragma once

#include <string>
#include <vector>

#include "model/cfa/cfa.h"

namespace arges::model {

/// Tells where the variables of a C program have values that the program gave them: globals once
/// main has begun, locals within a call of their function, from their first assignment on. A
/// variable of the automaton is there from its start on, with whatever value.
class ProgramScopes {
 public:
  /// `cfa` must be made of a program, and outlive it.
  explicit ProgramScopes(const Cfa& cfa);

  /// By locations, whether a variable has a value there. What is assigned only on some ways has
  /// one: on the others it is anything, as the program left it.
  std::vector<bool> with_value(ir::Var var) const;

 private:
  /// The functions that are being called, for sure, outermost first.
  using Calls = std::vector<std::string>;
  void find_calls();
  bool is_within(const Calls& calls, ir::Var var) const;
  bool ends(const CfaEdge& edge, ir::Var var) const;

  const Cfa& cfa_;
  std::vector<std::vector<const CfaEdge*>> leaving_;  ///< by locations
  std::vector<Calls> calls_;                          ///< by locations
};

}  // namespace arges::model
