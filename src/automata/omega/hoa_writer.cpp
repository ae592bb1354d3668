#include "automata/omega/hoa_writer.h"

#include <map>

#include <fmt/format.h>

#include "automata/bdd/cubes.h"
#include "base/syntax/quoted.h"

namespace arges::automata {

namespace {

/// A label as a sum of products over the numbers of propositions.
std::string label_text(const Bdd& label, const std::map<int, std::size_t>& numbers) {
  if (label.is_true()) return "t";
  std::string text;
  for (const Cube& cube : prime_cover(label)) {
    if (!text.empty()) text += " | ";
    for (std::size_t i = 0; i < cube.size(); ++i)
      text += fmt::format("{}{}{}", i > 0 ? "&" : "", cube[i].positive ? "" : "!",
                          numbers.at(cube[i].variable));
  }
  return text.empty() ? "f" : text;
}

std::string marks_text(Marks marks) {
  std::string text;
  for (unsigned set = 0; set < max_acceptance_sets; ++set)
    if (((marks >> set) & 1U) == 1) text += fmt::format("{}{}", text.empty() ? "" : " ", set);
  return text.empty() ? "" : " {" + text + "}";
}

bool has_marks_on_states(const Automaton& automaton) {
  for (StateId state = 0; state < automaton.num_states(); ++state)
    for (const Edge& edge : automaton.edges(state))
      if (edge.marks != automaton.edges(state).front().marks) return false;
  return true;
}

std::string acceptance_text(unsigned num_sets) {
  std::string condition;
  for (unsigned set = 0; set < num_sets; ++set)
    condition += fmt::format("{}Inf({})", set > 0 ? "&" : "", set);
  const std::string name = num_sets == 0   ? "all"
                           : num_sets == 1 ? "Buchi"
                                           : fmt::format("generalized-Buchi {}", num_sets);
  return fmt::format("acc-name: {}\nAcceptance: {} {}\n", name, num_sets,
                     num_sets == 0 ? "t" : condition);
}

}  // namespace

std::string to_hoa(const Automaton& automaton, const std::string& name) {
  const std::vector<int> propositions = propositions_of(automaton);
  const bool on_states = has_marks_on_states(automaton);
  std::map<int, std::size_t> numbers;
  std::string text = "HOA: v1\n";
  if (!name.empty()) text += fmt::format("name: {}\n", syntax::quoted(name));
  text += fmt::format("States: {}\nStart: {}\nAP: {}", automaton.num_states(), automaton.initial(),
                      propositions.size());
  for (const int variable : propositions) {
    numbers.emplace(variable, numbers.size());
    text += " " + syntax::quoted(automaton.manager()->name(variable));
  }
  text += fmt::format("\n{}properties: trans-labels explicit-labels {}{}\n--BODY--\n",
                      acceptance_text(automaton.num_sets()), on_states ? "state-acc" : "trans-acc",
                      is_deterministic(automaton) ? " deterministic" : "");
  for (StateId state = 0; state < automaton.num_states(); ++state) {
    const std::vector<Edge>& edges = automaton.edges(state);
    text += fmt::format("State: {}{}\n", state,
                        on_states && !edges.empty() ? marks_text(edges.front().marks) : "");
    for (const Edge& edge : edges)
      text += fmt::format("[{}] {}{}\n", label_text(edge.label, numbers), edge.target,
                          on_states ? "" : marks_text(edge.marks));
  }
  return text + "--END--\n";
}

}  // namespace arges::automata
