#include "frontend/uml/uml_outline.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace arges::frontend::uml {

namespace {

constexpr std::string_view own_languages[] = {"", "sm", "arges", "jumbala"};

}  // namespace

bool is_own_language(std::string language) {
  std::transform(language.begin(), language.end(), language.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return std::find(std::begin(own_languages), std::end(own_languages), language) !=
         std::end(own_languages);
}

const char* describe(VertexKind kind) {
  switch (kind) {
    case VertexKind::state:
      return "a state";
    case VertexKind::final:
      return "a final state";
    case VertexKind::initial:
      return "an initial pseudostate";
    case VertexKind::choice:
      return "a choice";
    case VertexKind::junction:
      return "a junction";
    case VertexKind::fork:
      return "a fork";
    case VertexKind::join:
      return "a join";
    case VertexKind::terminate:
      return "a terminate pseudostate";
    case VertexKind::shallow_history:
      return "a shallow history";
    case VertexKind::deep_history:
      return "a deep history";
    case VertexKind::entry_point:
      return "an entry point";
    case VertexKind::exit_point:
      return "an exit point";
    case VertexKind::reference:
      break;
  }
  return "a connection point reference";
}

const std::vector<Attribute>* Outline::carried(const Event& event) const {
  if (event.kind == Event::Kind::signal && event.signal != nothing)
    return &signals[event.signal].attributes;
  if (event.kind == Event::Kind::call && event.operation != nothing)
    return &operations[event.operation].attributes;
  return nullptr;
}

std::string Outline::name_of(const Event& event) const {
  if (event.kind == Event::Kind::signal && event.signal != nothing)
    return signals[event.signal].name;
  if (event.kind == Event::Kind::call && event.operation != nothing)
    return operations[event.operation].name;
  return event.name;
}

std::vector<Index> Outline::outgoing(Index vertex) const {
  std::vector<Index> result;
  for (const Region& region : regions)
    for (const Index t : region.transitions)
      if (transitions[t].source == vertex) result.push_back(t);
  return result;
}

std::vector<Index> Outline::incoming(Index vertex) const {
  std::vector<Index> result;
  for (const Region& region : regions)
    for (const Index t : region.transitions)
      if (transitions[t].target == vertex) result.push_back(t);
  return result;
}

}  // namespace arges::frontend::uml
