#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/source.h"
#include "lsp/text/lines.h"

namespace arges::lsp {

/// A text that an editor has open, as it stands there: what is on the disk does not matter.
class Document {
 public:
  Document(std::string uri, std::string text, std::int64_t version, Encoding encoding);

  const std::string& uri() const { return uri_; }
  /// Where it is saved; nothing: nowhere yet.
  const std::optional<std::string>& path() const { return path_; }
  /// What messages call it: the path, or else the URI.
  const std::string& name() const { return source_->name(); }
  std::int64_t version() const { return version_; }
  std::string_view text() const { return source_->text(); }
  /// Stays as it is when the document changes.
  const SourcePtr& source() const { return source_; }
  const Lines& lines() const { return lines_; }
  Encoding encoding() const { return encoding_; }

  void replace_all(std::string text);
  /// A range whose ends are in the wrong order is taken in the right one.
  void replace(Range range, const std::string& text);
  void set_version(std::int64_t version) { version_ = version; }

 private:
  std::string uri_;
  std::optional<std::string> path_;
  std::int64_t version_;
  Encoding encoding_;
  SourcePtr source_;
  Lines lines_;  ///< of the source
};

}  // namespace arges::lsp
