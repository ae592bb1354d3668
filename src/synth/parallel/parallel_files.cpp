#include <fmt/format.h>

#include "base/error.h"
#include "lts/petri/petri_net.h"
#include "output/composition_promela.h"
#include "output/lts_text.h"
#include "output/pnml.h"
#include "synth/parallel/parallel_spec.h"
#include "synth/parallel/parallel_task.h"
#include "synth/parallel/sensitivity.h"

namespace arges::synth {

using lts::Mts;
using nlohmann::ordered_json;

namespace {

ordered_json word_json(const LassoWord& word, const lts::ActionTable& table) {
  ordered_json result = {{"stem", ordered_json::array()}, {"loop", ordered_json::array()}};
  for (std::size_t i = 0; i < word.letters.size(); ++i)
    result[i < word.loop_start ? "stem" : "loop"].push_back(table.name(word.letters[i]));
  return result;
}

/// Writes the files of a task.
class ParallelFiles {
 public:
  ParallelFiles(const ParallelTask& made, const std::string& name) : made_(made), name_(name) {}

  Task task() {
    task_.name = name_;
    models();
    properties();
    facts();
    details();
    yml();
    return std::move(task_);
  }

 private:
  const lts::ActionTable& table() const { return *made_.base.table(); }

  void add(const std::string& name, std::string text) {
    task_.files.push_back({name, std::move(text)});
  }

  void models() {
    std::vector<const Mts*> parts;
    std::vector<std::string> names;
    std::string dot;
    for (const Mts& component : made_.system.components) {
      names.push_back(fmt::format("component{}", parts.size()));
      parts.push_back(&component);
      dot += output::lts_dot(component, names.back());
      add(fmt::format("{}.aut", names.back()), output::lts_aut(component));
    }
    add(name_ + ".dot", dot);
    std::vector<output::PromelaFormula> formulas;
    for (const AnsweredProperty& answered : made_.ltl)
      formulas.push_back({fmt::format("p{}", formulas.size()),
                          made_.vocabulary->property(answered.property.formula)});
    add(name_ + ".pml", output::composition_promela(parts, formulas, name_));
    try {
      const lts::PetriNet net = lts::composition_net(parts, names, most_net_transitions);
      task_.facts["net_transitions"] = net.transitions.size();
      add(name_ + ".pnml", output::pnml(net, name_));
    } catch (const UsageError& error) {
      task_.facts["no_net"] = error.what();
    }
  }

  void properties() {
    std::string ltl;
    for (const AnsweredProperty& answered : made_.ltl) {
      const std::string text = made_.vocabulary->text(answered.property.formula);
      ltl += fmt::format("# {}\n{}\n", answered.property.english, text);
      ask("ltl", text);
      answer(text, answered.holds);
    }
    add("ltl.txt", ltl);
    if (made_.ctl.empty()) return;
    std::string ctl;
    for (const CtlProperty& property : made_.ctl) {
      ctl += fmt::format("ctl: {}\n", property.text);
      ask("ctl", "ctl: " + property.text);
      answer(property.text, property.holds);
    }
    add("ctl.txt", ctl);
  }

  /// A file of its own, for the task definition, which has one answer for each file.
  void ask(const char* logic, const std::string& text) {
    asked_.push_back(fmt::format("p{}.{}", task_.answers.size(), logic));
    add(asked_.back(), text + "\n");
  }

  void answer(const std::string& text, bool holds) {
    task_.index.push_back({fmt::format("{}", task_.index.size()), holds});
    task_.answers.push_back({text, holds});
  }

  void facts() {
    ordered_json& facts = task_.facts;
    facts["components"] = made_.system.components.size();
    facts["property"] = made_.vocabulary->text(made_.ltl.front().property.formula);
    facts["verdict"] = made_.ltl.front().holds;
    if (made_.system.states.exact)
      facts["states"] = *made_.system.states.exact;
    else
      facts["log2_states_at_least"] = made_.system.states.log2_at_least;
    facts["locality"] =
        locality(made_.system, made_.vocabulary->actions_of(made_.ltl.front().property.formula));
  }

  /// What shows the answer, and that every component matters to it.
  void details() {
    ordered_json components = ordered_json::array();
    for (std::size_t i = 0; i < made_.system.components.size(); ++i) {
      const Mts& component = made_.system.components[i];
      ordered_json entry = {{"states", component.num_states()},
                            {"transitions", component.num_transitions()},
                            {"actions", component.alphabet().size()},
                            {"independent_states", made_.system.states.independent[i]}};
      if (!made_.system.violations.empty())
        entry["violation_without_it"] = word_json(made_.system.violations[i], table());
      if (made_.handle) entry["blocks_handle"] = blocking_json(i);
      components.push_back(std::move(entry));
    }
    ordered_json result = {{"facts", task_.facts},
                           {"decomposed",
                            {{"states", made_.base.num_states()},
                             {"actions", lts::names(made_.base.alphabet(), table())}}},
                           {"steps_checked", made_.system.derivation.nodes.size()},
                           {"answer_checked_on_all_states", made_.system.states.exact.has_value()},
                           {"components", std::move(components)}};
    if (made_.handle) result["handle"] = table().name(*made_.handle);
    result["every_component_matters_to"] = sensitive_json();
    if (made_.system.counterexample)
      result["counterexample"] = word_json(*made_.system.counterexample, table());
    add("details.json", result.dump(1) + "\n");
  }

  /// Without the component, which actions can't happen, and then which others of whom, up to the
  /// handle.
  ordered_json blocking_json(std::size_t component) const {
    ordered_json result = ordered_json::array();
    for (const BlockedStep& step : blocked_in_turn(made_.system.components, component)) {
      result.push_back(
          {{"component", step.component}, {"blocked", lts::names(step.actions, table())}});
      if (step.actions.contains(*made_.handle)) break;
    }
    return result;
  }

  /// That every component matters has been shown of the first property, and of some of the others.
  ordered_json sensitive_json() const {
    ordered_json result = {{"shown", ordered_json::array()},
                           {"not_claimed", ordered_json::array()}};
    const auto tell = [&](bool is_sensitive) {
      const std::size_t number = result["shown"].size() + result["not_claimed"].size();
      result[is_sensitive ? "shown" : "not_claimed"].push_back(task_.answers[number].property);
    };
    for (const AnsweredProperty& answered : made_.ltl) tell(answered.is_sensitive);
    for (const CtlProperty& property : made_.ctl) tell(property.is_sensitive);
    return result;
  }

  void yml() {
    std::string text =
        fmt::format("format_version: '2.0'\ninput_files: '{}.dot'\nproperties:\n", name_);
    for (std::size_t i = 0; i < asked_.size(); ++i)
      text += fmt::format("  - property_file: {}\n    expected_verdict: {}\n", asked_[i],
                          task_.answers[i].holds);
    add("task.yml", text + "options:\n  language: LTS\n");
  }

  static constexpr std::size_t most_net_transitions = 200'000;
  const ParallelTask& made_;
  const std::string& name_;
  Task task_;
  std::vector<std::string> asked_;  ///< files of the answers' formulas
};

}  // namespace

MakeTask read_parallel_task(const output::JsonCursor& spec) {
  return [request = parallel_request(spec)](std::uint64_t seed, const std::string& name,
                                            const Limits* limits) {
    const ParallelTask made = synthesize_parallel(request, seed, limits);
    return ParallelFiles(made, name).task();
  };
}

}  // namespace arges::synth
