#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.h"
#include "ir/stmt.h"
#include "model/cfa/program_info.h"

namespace arges::model {

/// A place in a control flow automaton.
struct CfaLocation {
  enum class Kind : std::uint8_t {
    normal,
    final,  ///< a run ends here
    error,  ///< no run should come here
  };

  std::string name;
  Kind kind = Kind::normal;
  SourceLocation location;
};

/// A step of a control flow automaton; its statement is executed atomically.
struct CfaEdge {
  std::uint32_t source = 0;  ///< index of a location
  std::uint32_t target = 0;  ///< index of a location
  ir::Stmt statement;
  SourceLocation location;
  std::string enters = {};  ///< the function of the program that begins with it, if one does
  bool returns = false;     ///< it ends one
  bool is_letter = false;   ///< the program says that temporal formulas see the state after it
};

/// A control flow automaton as its text describes it. Variables start with arbitrary values.
struct Cfa {
  std::vector<SourcePtr> sources;  ///< what the locations point into
  std::string name;
  std::vector<ir::Var> variables;
  std::vector<CfaLocation> locations;
  std::uint32_t initial = 0;  ///< index of a location
  std::vector<CfaEdge> edges;
  std::optional<ProgramInfo> program = {};  ///< if it was made of one

  /// The index of the location with this name.
  std::optional<std::uint32_t> find_location(std::string_view wanted) const;
};

}  // namespace arges::model
