#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <clang-c/Index.h>
#include <gmpxx.h>

#include "base/source.h"
#include "frontend/c/options.h"

namespace arges::frontend::c {

/// The text of one of libclang's strings, which is disposed of.
std::string take(CXString text);

/// A C text as libclang read it; also tells where a cursor is, in our terms.
class TranslationUnit {
 public:
  /// Of a text and what follows it, which is nowhere. Throws InputError with what the compiler
  /// finds wrong.
  TranslationUnit(const SourcePtr& source, DataModel data_model, std::string_view more = {});
  ~TranslationUnit();
  TranslationUnit(const TranslationUnit&) = delete;
  TranslationUnit& operator=(const TranslationUnit&) = delete;

  CXCursor root() const { return clang_getTranslationUnitCursor(unit_); }
  SourceLocation location(CXCursor cursor) { return locate(clang_getCursorLocation(cursor)); }
  SourceLocation start(CXCursor cursor) {
    return locate(clang_getRangeStart(clang_getCursorExtent(cursor)));
  }
  /// The last character of it.
  SourceLocation last(CXCursor cursor) {
    SourceLocation end = locate(clang_getRangeEnd(clang_getCursorExtent(cursor)));
    if (end.offset > 0) --end.offset;
    return end;
  }
  /// The texts that locations point into.
  const std::vector<SourcePtr>& sources() const { return sources_; }

 private:
  SourceLocation locate(CXSourceLocation location);
  void throw_errors();

  CXIndex index_;
  CXTranslationUnit unit_ = nullptr;
  std::vector<SourcePtr> sources_;
  std::map<std::string, const SourceText*> by_name_;
};

std::vector<CXCursor> children(CXCursor cursor);
/// The value of an integral constant expression.
std::optional<mpz_class> constant_value(CXCursor cursor);
/// The constant as its text has it, without suffix; nothing if a macro hides the text.
std::optional<std::string> floating_text(CXCursor cursor);
/// The characters of a string literal.
std::string string_value(CXCursor cursor);

}  // namespace arges::frontend::c
