#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "base/source.h"
#include "base/syntax/dialect.h"
#include "lsp/symbols/index.h"

namespace arges::lsp {

// One a language, each in a file of its own.
DocumentIndex index_cfa(const SourceText& source);
DocumentIndex index_xsts(const SourceText& source);
DocumentIndex index_machines(const SourceText& source);
DocumentIndex index_scxml(const SourceText& source);

/// What the server knows of a language.
struct Language {
  std::string_view id;  ///< as editors call it; also the format's name for `--input`
  std::span<const std::string_view> endings;
  /// Of its tokens; null: it is XML.
  const syntax::Dialect* (*dialect)();
  /// Null: nothing but diagnostics.
  DocumentIndex (*index)(const SourceText& source);
};

/// What is worth proposing beside names: reserved words, or elements of XML.
std::vector<std::string_view> words_of(const Language& language);

std::span<const Language> languages();

/// By the ending of a file's name, or else by what the editor calls the language; null: none.
const Language* find_language(std::string_view path, std::string_view id);

}  // namespace arges::lsp
