#include "lsp/text/document.h"

#include <algorithm>
#include <utility>

#include "lsp/text/uri.h"

namespace arges::lsp {

Document::Document(std::string uri, std::string text, std::int64_t version, Encoding encoding)
    : uri_(std::move(uri)),
      path_(path_of(uri_)),
      version_(version),
      encoding_(encoding),
      source_(std::make_shared<const SourceText>(path_.value_or(uri_), std::move(text))),
      lines_(source_->text(), encoding_) {}

void Document::replace_all(std::string text) {
  source_ = std::make_shared<const SourceText>(source_->name(), std::move(text));
  lines_ = Lines(source_->text(), encoding_);
}

void Document::replace(Range range, const std::string& text) {
  const TextRange given = lines_.range(range);
  const std::uint32_t begin = std::min(given.begin, given.end);
  const std::uint32_t end = std::max(given.begin, given.end);
  std::string changed(source_->text());
  changed.replace(begin, end - begin, text);
  replace_all(std::move(changed));
}

}  // namespace arges::lsp
