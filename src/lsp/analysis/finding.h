#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lsp/text/lines.h"

namespace arges::lsp {

/// As LSP numbers them.
enum class Severity : std::uint8_t { error = 1, warning = 2, information = 3, hint = 4 };

/// A place elsewhere that explains a finding.
struct RelatedPlace {
  std::string path;  ///< empty: the document itself
  Range range;
  std::string message;
};

/// Something to be shown at a place of a document.
struct Finding {
  Severity severity = Severity::error;
  Range range;
  std::string message;
  std::string hint = {};
  std::vector<RelatedPlace> related = {};
};

}  // namespace arges::lsp
