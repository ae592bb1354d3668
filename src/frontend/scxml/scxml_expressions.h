#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "base/error.h"
#include "base/limits.h"
#include "base/syntax/token_stream.h"
#include "base/syntax/tree.h"
#include "frontend/scxml/scxml_document.h"

namespace arges::frontend::scxml {

/// The syntax tree of an expression in an attribute or between tags.
class Expression {
 public:
  /// Reads it; what is wrong is reported at its place in the document.
  Expression(const Text& text, Diagnostics& diagnostics, const Limits* limits);
  Expression(const Expression&) = delete;
  Expression& operator=(const Expression&) = delete;

  bool is_wrong() const { return root_ == syntax::no_node; }
  const syntax::Tree& tree() const { return tree_; }
  syntax::NodeId root() const { return root_; }
  const syntax::Node& node(syntax::NodeId id) const { return tree_[id]; }
  const Text& text() const { return text_; }
  SourceLocation location(syntax::NodeId id) const { return text_.location(tree_[id].offset); }
  SourceLocation begin(syntax::NodeId id) const { return text_.location(tree_[id].begin); }
  /// As the document writes it.
  std::string spelling(syntax::NodeId id) const;

  /// The value if it is one string literal.
  std::optional<std::string> string_literal() const;
  /// The name if it is one name.
  std::optional<std::string> name() const;
  /// Whether a quoted string has a backslash in it.
  bool has_escape(syntax::NodeId string) const;

 private:
  bool refuse_tokens(Diagnostics& diagnostics) const;

  Text text_;
  SourcePtr decoded_;
  Diagnostics found_;  ///< places are those of the decoded text
  std::unique_ptr<syntax::TokenStream> tokens_;
  syntax::Tree tree_;
  syntax::NodeId root_ = syntax::no_node;
};

/// A literal text as the expression that stands for it: a number, true, false, a list, or else a
/// string with its blanks made single ones, as ECMAScript's data model reads content.
struct Literal {
  Text text;
  enum class Kind : std::uint8_t { expression, string } kind = Kind::string;
};
Literal read_literal(const Text& text);

/// Milliseconds of a delay as CSS2 writes it ("1.5s", "500ms"); nothing if it is none.
std::optional<std::int64_t> parse_delay(std::string_view text);

}  // namespace arges::frontend::scxml
