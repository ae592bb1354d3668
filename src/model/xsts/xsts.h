#pragma once

#include <string_view>
#include <vector>

#include "base/source.h"
#include "ir/stmt.h"

namespace arges::model {

/// A global variable of a transition system.
struct XstsVariable {
  ir::Var var = nullptr;
  bool is_control = false;  ///< marked `ctrl`: worth tracking explicitly
  ir::Expr initial;         ///< null: any value
};

/// An extended symbolic transition system as its text describes it. A run is
/// init (env trans)*; of each section one branch is chosen and executed atomically.
struct Xsts {
  std::vector<SourcePtr> sources;  ///< what the locations point into
  std::vector<ir::Type> enumerations;
  std::vector<XstsVariable> variables;
  std::vector<ir::Stmt> trans;
  std::vector<ir::Stmt> init;
  std::vector<ir::Stmt> env;
  ir::Expr property;  ///< what must hold in every state; null: none was given
  SourceLocation property_location;

  /// The variable with this name, or nullptr.
  const XstsVariable* find_variable(std::string_view name) const;
};

}  // namespace arges::model
