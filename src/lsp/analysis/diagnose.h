#pragma once

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "base/limits.h"
#include "base/source_overlay.h"
#include "lsp/analysis/finding.h"
#include "lsp/symbols/languages.h"

namespace arges::lsp {

/// A text that is to be looked at, with all others that are open: they count, not the files.
struct DiagnosisTask {
  const Language* language = nullptr;
  SourcePtr source;
  SourceOverlay::Texts open = {};
  Encoding encoding = Encoding::utf16;
};

struct Diagnosis {
  std::vector<Finding> findings;
  std::set<std::string> files;  ///< that were read for it, by absolute paths

  bool has_errors() const {
    return std::any_of(findings.begin(), findings.end(),
                       [](const Finding& finding) { return finding.severity == Severity::error; });
  }
};

/// What the front ends say of a text. Nothing is lowered, translated or checked: a formula of
/// temporal logic is read, but no automaton is made of it, so this takes milliseconds. Throws
/// LimitReached.
Diagnosis diagnose(const DiagnosisTask& task, const Limits& limits);

}  // namespace arges::lsp
