#include "automata/omega/dot_writer.h"

#include <algorithm>

#include <fmt/format.h>

#include "automata/omega/word.h"

namespace arges::automata {

namespace {

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

std::string marks_text(Marks marks) {
  std::string text;
  for (unsigned set = 0; set < max_acceptance_sets; ++set)
    if (((marks >> set) & 1U) == 1) text += fmt::format("{}{}", text.empty() ? "" : ",", set);
  return text.empty() ? "" : "\\n{" + text + "}";
}

}  // namespace

std::string to_dot(const Automaton& automaton, const std::string& name) {
  const bool on_states = accepts_on_states(automaton);
  const Marks all = automaton.all_marks();
  std::string text = fmt::format(
      "digraph \"{}\" {{\n  rankdir = LR;\n  node [shape = circle];\n  start [shape = point];\n"
      "  start -> {};\n",
      escaped(name), automaton.initial());
  for (StateId state = 0; state < automaton.num_states(); ++state) {
    const std::vector<Edge>& edges = automaton.edges(state);
    const bool accepting = on_states && !edges.empty() && edges.front().marks == all;
    text += fmt::format("  {}{};\n", state, accepting ? " [shape = doublecircle]" : "");
    for (const Edge& edge : edges)
      text += fmt::format("  {} -> {} [label = \"{}{}\"];\n", state, edge.target,
                          escaped(to_string(*automaton.manager(), edge.label)),
                          on_states ? "" : marks_text(edge.marks));
  }
  return text + "}\n";
}

}  // namespace arges::automata
