#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <yaml-cpp/yaml.h>

#include "base/source.h"

namespace arges::frontend {

/// A value of a YAML document that knows where it stands, so that complaints can show the place.
class YamlCursor {
 public:
  /// The whole document; throws InputError.
  static YamlCursor parse(const SourcePtr& source);
  /// The same, a map; `kind` says what it should be: "a task definition".
  static YamlCursor parse(const SourcePtr& source, const std::string& kind);

  const SourcePtr& source() const { return source_; }
  SourceLocation location() const;
  bool is_map() const { return node_.IsMap(); }
  bool is_sequence() const { return node_.IsSequence(); }

  /// A member of a map; who is not there, or is empty, is an InputError or nothing.
  YamlCursor member(const char* key) const;
  std::optional<YamlCursor> optional_member(const char* key) const;
  /// Complains about members that are none of these, with what may have been meant.
  void allow_only(std::initializer_list<const char*> keys) const;
  /// Calls visit(cursor) for every element; one value alone is a sequence of itself.
  template <typename Visit>
  void for_each_element(const Visit& visit) const {
    if (!node_.IsSequence()) return visit(*this);
    for (const YAML::Node& element : node_) visit(YamlCursor(source_, element));
  }

  /// The members of a map whose names are free, in order; each name is there once.
  std::vector<std::pair<std::string, YamlCursor>> members() const;

  std::string text() const;
  std::string name() const;  ///< a text that is not empty
  bool boolean() const;      ///< as YAML 1.2 writes it: true, True or TRUE
  int integer() const;
  double number() const;  ///< positive
  std::vector<std::string> texts() const;
  /// A sequence of words, or a text that is split as a shell would.
  std::vector<std::string> words() const;
  /// A path in the document, as one from where we are.
  std::string path() const;
  std::string beside(const std::string& path) const;

  [[noreturn]] void fail(const std::string& message, const std::string& hint = "") const;

 private:
  YamlCursor(SourcePtr source, YAML::Node node)
      : source_(std::move(source)), node_(std::move(node)) {}

  SourcePtr source_;
  YAML::Node node_;
};

}  // namespace arges::frontend
