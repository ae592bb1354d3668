#pragma once

#include "frontend/scxml/scxml_draft.h"

namespace arges::frontend::scxml {

/// When data gets its first value: with the document, or when its state is entered first.
enum class Binding : std::uint8_t { early, late };

/// Reads what a document declares: its data, and what the environment sends.
class DeclarationReader {
 public:
  DeclarationReader(Draft& draft, Types& types)
      : draft_(draft), reader_(*draft.reader), types_(types) {}

  void set_binding(Binding binding) { binding_ = binding; }
  void read_data_model(const Element& element, model::statechart::NodeId owner);
  void read_environment(const Element& element);

 private:
  void read_data(const Element& element, model::statechart::NodeId owner);
  void read_parameter(const Element& event, const Element& element, Draft::Environment& made);
  std::optional<Slot> declared_type(const Text& text);
  std::optional<Range> declared_range(const Text& text);
  void check_ranged(Slot slot, const Text& range);

  Draft& draft_;
  ContentReader& reader_;
  Types& types_;
  Binding binding_ = Binding::early;
};

}  // namespace arges::frontend::scxml
