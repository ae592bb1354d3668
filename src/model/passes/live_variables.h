#pragma once

#include <map>
#include <unordered_map>
#include <vector>

#include "analysis/system/system.h"

namespace arges::model {

/// Tells, for each control point, the variables whose values may be read from there on before they
/// are overwritten. All others may be forgotten there.
class LiveVariables {
 public:
  /// Which reads count.
  enum class Reads : std::uint8_t {
    all,
    useful,  ///< not those of assignments to variables that are dead themselves
  };
  explicit LiveVariables(const analysis::System& system, Reads reads = Reads::useful);

  bool is_live(analysis::Control control, ir::Var var) const;
  /// By order of declaration.
  std::vector<ir::Var> live(analysis::Control control) const;

 private:
  using Set = std::vector<bool>;  ///< by VarDecl::id

  void propagate(const analysis::System& system);
  Set before(ir::Stmt statement, Set after);
  Set before_loop(ir::Stmt statement, const Set& after);
  void add_reads(Set& set, ir::Expr expr);

  ir::Context& context_;
  Reads reads_;
  std::map<analysis::Control, Set> live_;
  std::unordered_map<ir::Expr, std::vector<ir::Var>> variables_;  ///< of expressions seen
};

}  // namespace arges::model
