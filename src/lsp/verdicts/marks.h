#pragma once

#include <string>
#include <vector>

#include "base/source.h"
#include "lsp/symbols/index.h"

namespace arges::lsp {

/// A run of `arges check` that a document asks for.
struct MarkedCheck {
  std::vector<std::string> options;  ///< behind the model
  double seconds = 0;                ///< its time limit
  /// The properties that it tells of, each with its place; none: one place for whatever it tells.
  std::vector<OwnProperty> properties = {};
  TextRange place = {};  ///< for what is about none of these
  std::string title = {};
};

/// A comment that asks for something that can't be done.
struct MarkFault {
  TextRange range;
  std::string message;
  std::string hint;
};

struct Marks {
  std::vector<MarkedCheck> checks;
  std::vector<MarkFault> faults = {};
};

/// What a document marks to be checked: the model's own properties, all by one run, and each
/// comment `arges: check OPTIONS`. Options that write files, or name another model, are refused:
/// who opens someone's file and saves it has not agreed to that.
Marks marks_of(const SourceText& source, const DocumentIndex& index, double seconds);

}  // namespace arges::lsp
