#pragma once

#include <deque>
#include <optional>
#include <vector>

#include "base/error.h"
#include "frontend/machines/sm_syntax.h"
#include "frontend/uml/uml_outline.h"

namespace arges {
class Limits;
}

namespace arges::frontend::uml {

/// Reads guards and behaviours in the language of `.sm` from where they stand in the document. Each
/// is read from a text that has nothing else in it, every character in its place.
class Fragments {
 public:
  Fragments(const SourcePtr& source, Diagnostics& diagnostics, const Limits* limits)
      : source_(source), diagnostics_(diagnostics), limits_(limits), file_(*source) {}

  /// Nothing: it is none, which was complained about.
  std::optional<machines::NodeId> expression(const Text& text);
  std::optional<std::vector<machines::EffectText>> effects(const Text& text);
  /// A name as an expression.
  machines::NodeId name(const std::string& name, SourceLocation location);

  machines::FileText& file() { return file_; }
  const syntax::Tree& tree() const { return file_.tree; }

 private:
  const SourceText& alone(const Text& text);
  void relocate(machines::EffectText& effect) const;
  void report(const Diagnostics& found) const;

  SourcePtr source_;
  Diagnostics& diagnostics_;
  const Limits* limits_;
  machines::FileText file_;
  std::deque<std::shared_ptr<const SourceText>> texts_;  ///< what nodes' texts point into
  std::deque<std::string> names_;
};

}  // namespace arges::frontend::uml
