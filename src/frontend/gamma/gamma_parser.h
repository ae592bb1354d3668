#pragma once

#include <string>
#include <vector>

#include "base/limits.h"
#include "base/source.h"
#include "ir/context.h"
#include "model/statechart/system.h"

namespace arges::frontend {

struct GammaOptions {
  std::string component = {};  ///< that is the model; empty: the last one of the file
};

/// Reads a statechart or a composition of them in Gamma's language (.gcd), with the files it
/// imports, as docs/gamma.md tells. Throws InputError with everything that is wrong, UsageError if
/// there is no such component, or LimitReached.
model::statechart::System parse_gamma(ir::Context& context, const SourcePtr& source,
                                      const GammaOptions& options = {},
                                      const Limits* limits = nullptr);

/// A condition of a property as users write it for statecharts, and where its parts stand in the
/// file, which writes them differently.
struct GammaAtom {
  struct Part {
    std::uint32_t offset;  ///< in the text, where it begins
    SourceLocation location;
  };
  std::string text;
  std::vector<Part> parts;  ///< in order; the first begins the text

  /// What an offset in the text is in the file.
  SourceLocation place_of(std::uint32_t offset) const;
};

/// What a file of Gamma's properties (.gpd) asks about a component.
struct GammaProperty {
  enum class Quantifier : std::uint8_t { all_runs, some_run };
  std::string name;  ///< its text, or the comment before it
  Quantifier quantifier = Quantifier::all_runs;
  /// In the syntax of Spot, with atoms in double quotes: expressions over qualified names of
  /// states, variables, events and parameters as users write them for statecharts.
  std::string formula;
  SourceLocation location;
  /// Whether the formula as a whole is about a condition without temporal operators.
  enum class Form : std::uint8_t { other, always, at_some_time };
  Form form = Form::other;
  std::string condition = {};  ///< of the other forms, as users write it for statecharts
  std::vector<GammaAtom> atoms = {};
};
struct GammaProperties {
  std::string component;
  SourcePtr model;  ///< the file with the component
  std::vector<GammaProperty> properties;
  SourcePtr source;
};
GammaProperties parse_gamma_properties(const SourcePtr& source);

}  // namespace arges::frontend
