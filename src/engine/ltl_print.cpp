#include "engine/ltl_print.h"

#include <fmt/format.h>

#include "automata/omega/dot_writer.h"
#include "automata/omega/hoa_writer.h"

namespace arges::engine {

LtlSizes sizes(const automata::Translation& translation) {
  return {translation.tgba.num_states(), translation.tgba.num_edges(),
          translation.buchi.num_states(), translation.buchi.num_edges(),
          automata::is_deterministic(translation.buchi)};
}

std::string stats_text(const std::string& formula, const std::string& simplified,
                       const LtlSizes& sizes) {
  std::string text = formula + "\n";
  if (!simplified.empty()) text += fmt::format("  simplified: {}\n", simplified);
  text += fmt::format("  TGBA: {} states, {} edges\n", sizes.tgba_states, sizes.tgba_edges);
  text += fmt::format("  BA: {} states, {} edges, {}deterministic\n", sizes.ba_states,
                      sizes.ba_edges, sizes.deterministic ? "" : "not ");
  return text;
}

std::string hoa_text(const automata::Automaton& automaton, const std::string& name) {
  return automata::to_hoa(automaton, name);
}

std::string dot_text(const automata::Automaton& automaton, const std::string& name) {
  return automata::to_dot(automaton, name);
}

}  // namespace arges::engine
