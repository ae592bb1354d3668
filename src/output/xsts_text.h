#pragma once

#include <string>

#include "model/statechart/lowering.h"

namespace arges::output {

/// What is to hold of a system that is written, and where.
struct XstsProperty {
  ir::Expr invariant = {};  ///< over the layout's variables; null: there is none
  model::statechart::Lowering::CheckPoints check_points =
      model::statechart::Lowering::CheckPoints::stable;
  std::string comment = {};
};

/// A lowered statechart in Theta's XSTS language: `phase` is the place it is at, every step a
/// branch of trans. Throws UsageError for what the language does not have.
std::string xsts_text(const model::statechart::Lowering& chart, const XstsProperty& property);

}  // namespace arges::output
