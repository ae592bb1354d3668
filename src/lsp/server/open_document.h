#pragma once

#include <chrono>
#include <optional>
#include <vector>

#include "lsp/analysis/diagnose.h"
#include "lsp/symbols/index.h"
#include "lsp/symbols/languages.h"
#include "lsp/text/document.h"
#include "lsp/verdicts/outcome.h"

namespace arges::lsp {

/// A document with all that is known of its present text.
struct OpenDocument {
  using Time = std::chrono::steady_clock::time_point;

  Document document;
  const Language* language = nullptr;  ///< null: none of ours
  std::optional<DocumentIndex> index = {};
  Diagnosis diagnosis = {};
  bool is_diagnosed = false;                        ///< the diagnosis is of the present text
  std::optional<Time> due = {};                     ///< when it is to be looked at
  bool has_news = false;                            ///< for texts that refer to it
  Marks marks = {};                                 ///< since it was saved
  std::vector<std::vector<Verdict>> verdicts = {};  ///< by checks of the marks

  /// What it declares, found once for a text.
  const DocumentIndex& symbols() {
    if (!index)
      index = language != nullptr && language->index != nullptr
                  ? language->index(*document.source())
                  : DocumentIndex();
    return *index;
  }

  void text_changed() {
    has_news = true;
    index.reset();
    is_diagnosed = false;
    marks = {};
    verdicts.clear();
  }
};

}  // namespace arges::lsp
