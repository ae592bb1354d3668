#include "frontend/uml/uml_fragments.h"

#include "frontend/machines/sm_reader.h"

namespace arges::frontend::uml {

using machines::EffectText;
using machines::NodeId;
using machines::SmReader;

const SourceText& Fragments::alone(const Text& text) {
  std::string all(source_->text());
  for (char& c : all)
    if (c != '\n') c = ' ';
  // What has no blanks in it stays together: "<=" is one operator, also where it is written
  // "&lt;=".
  std::uint32_t next = 0;
  bool is_blank_before = true;
  for (std::size_t i = 0; i < text.value.size(); ++i) {
    const char c = text.value[i];
    const bool is_blank = c == ' ' || c == '\t' || c == '\r' || c == '\n';
    if (is_blank_before) next = text.location(i).offset;
    if (!is_blank) all[next++] = c;
    is_blank_before = is_blank;
  }
  // What is missing at the end is shown there.
  if (next > 0) all.resize(next);
  texts_.push_back(std::make_shared<const SourceText>(source_->name(), std::move(all)));
  return *texts_.back();
}

void Fragments::report(const Diagnostics& found) const {
  for (const Diagnostic& one : found.errors())
    diagnostics_.error({source_.get(), one.location.offset}, one.message, one.hint);
}

std::optional<NodeId> Fragments::expression(const Text& text) {
  Diagnostics found;
  const auto result = SmReader(alone(text), file_, found, limits_).lone_expression();
  report(found);
  return found.has_errors() ? std::nullopt : result;
}

void Fragments::relocate(EffectText& effect) const {
  effect.location.source = source_.get();
  effect.signal.location.source = source_.get();
}

std::optional<std::vector<EffectText>> Fragments::effects(const Text& text) {
  Diagnostics found;
  auto result = SmReader(alone(text), file_, found, limits_).lone_effects();
  report(found);
  if (found.has_errors() || !result) return {};
  for (EffectText& effect : *result) relocate(effect);
  return result;
}

NodeId Fragments::name(const std::string& name, SourceLocation location) {
  names_.push_back(name);
  syntax::Node node = {};
  node.kind = syntax::NodeKind::name;
  node.offset = node.begin = node.end = location.offset;
  node.text = names_.back();
  return file_.tree.add(node);
}

}  // namespace arges::frontend::uml
