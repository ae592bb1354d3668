#include "output/report/lts_report.h"

#include <optional>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "output/report/drawn_model.h"
#include "output/report/report_tables.h"

namespace arges::output {

namespace {

using Json = nlohmann::ordered_json;
using analysis::Answer;

/// More states of a system are not drawn, but for those of the run and what comes next to them.
constexpr std::size_t most_states = 5000;

std::string state_name(std::size_t part, lts::StateId state) {
  return fmt::format("{}.{}", part, state);
}
std::string move_name(std::size_t part, lts::StateId from, lts::ActionId action, lts::StateId to) {
  return fmt::format("{}.{} {} {}", part, from, action, to);
}

/// Draws systems side by side, each as a group of states.
class SystemsGraph {
 public:
  explicit SystemsGraph(const LtsModel& model) : model_(model) {}

  void add(std::size_t part, const lts::Mts& system, const std::set<lts::StateId>& visited) {
    std::optional<std::uint32_t> group;
    if (model_.parts.size() > 1) {
      group = static_cast<std::uint32_t>(graph_.nodes.size());
      graph_.nodes.push_back({.label = model_.parts[part]});
    }
    const std::vector<lts::StateId> states = shown_of(part, system, visited);
    std::vector<std::uint32_t> numbers(system.num_states(), missing);
    for (const lts::StateId state : states) {
      numbers[state] = static_cast<std::uint32_t>(graph_.nodes.size());
      graph_.nodes.push_back({.label = std::to_string(state),
                              .kind = state == system.initial() ? ReportGraph::Kind::initial
                                                                : ReportGraph::Kind::plain,
                              .parent = group,
                              .name = state_name(part, state)});
    }
    for (const lts::StateId state : states)
      for (const lts::Transition& move : system.transitions(state))
        if (numbers[move.target()] != missing)
          graph_.edges.push_back({.from = numbers[state],
                                  .to = numbers[move.target()],
                                  .label = fmt::format("{}{}", move.is_must() ? "" : "may ",
                                                       model_.table->name(move.action())),
                                  .name = move_name(part, state, move.action(), move.target())});
  }

  ReportGraph take() { return std::move(graph_); }

 private:
  static constexpr std::uint32_t missing = 0xFFFFFFFF;

  std::vector<lts::StateId> shown_of(std::size_t part, const lts::Mts& system,
                                     const std::set<lts::StateId>& visited) {
    std::set<lts::StateId> shown;
    if (system.num_states() <= most_states) {
      for (lts::StateId state = 0; state < system.num_states(); ++state) shown.insert(state);
    } else {
      shown = visited;
      shown.insert(system.initial());
      for (const lts::StateId state : visited)
        for (const lts::Transition& move : system.transitions(state))
          if (shown.size() < most_states) shown.insert(move.target());
      graph_.left_out += fmt::format(
          "{}Of the {} states of {} those are drawn that the run comes through or passes by.",
          graph_.left_out.empty() ? "" : " ", system.num_states(), model_.parts[part]);
    }
    return {shown.begin(), shown.end()};
  }

  const LtsModel& model_;
  ReportGraph graph_;
};

/// Makes the parts of a report that belong to one formula.
class FormulaData {
 public:
  FormulaData(const LtsModel& model, const std::vector<const lts::Mts*>& systems,
              const LtsResult& result)
      : model_(model), systems_(systems), result_(result) {
    SystemsGraph graph(model);
    for (std::size_t part = 0; part < systems.size(); ++part)
      graph.add(part, *systems[part], visited(part));
    drawn_ = DrawnModel(graph.take());
  }

  Json make(ReportSources& sources, ReportGraphs& graphs) const {
    Json statistics = Json::array();
    for (const auto& [name, figure] : result_.statistics)
      statistics.push_back({name, std::to_string(figure)});
    if (result_.interruptible)
      statistics.push_back({"interruptible", *result_.interruptible ? "yes" : "no"});
    return {{"property", result_.property},
            {"verdict", result_.answer == Answer::holds      ? "true"
                        : result_.answer == Answer::violated ? "false"
                                                             : "unknown"},
            {"reason", result_.answer == Answer::unknown ? result_.reason : std::string()},
            {"advice", result_.remark},
            {"certificate",
             {{"checked", result_.certificate.passed}, {"reason", result_.certificate.reason}}},
            {"run", run(sources)},
            {"history", nullptr},
            {"graphs",
             systems_.empty() ? Json::object() : Json{{"systems", graphs.number(drawn_.graph())}}},
            {"proof", nullptr},
            {"precision", Json::array()},
            {"explanation", result_.run ? "" : result_.remark},
            {"statistics", std::move(statistics)},
            {"configuration", Json::array({{"logic", result_.logic}})}};
  }

 private:
  std::set<lts::StateId> visited(std::size_t part) const {
    std::set<lts::StateId> result;
    if (!result_.run) return result;
    result.insert(result_.run->start[part]);
    for (const lts::RunStep& step : result_.run->steps) result.insert(step.after[part]);
    return result;
  }

  Json run(ReportSources& sources) const {
    if (!result_.run) return nullptr;
    const lts::Run& run = *result_.run;
    Json steps = Json::array();
    const std::vector<lts::StateId>* before = nullptr;
    for (std::size_t i = 0; i <= run.steps.size(); ++i) {
      const std::vector<lts::StateId>& after = i == 0 ? run.start : run.steps[i - 1].after;
      steps.push_back(drawn_.to_json(step(i, before, after), sources));
      before = &after;
    }
    return {{"meaning", result_.answer == Answer::holds ? "example" : "counterexample"},
            {"steps", std::move(steps)},
            {"loop_start", run.loop_start ? Json(*run.loop_start) : Json()}};
  }

  ReportStep step(std::size_t number, const std::vector<lts::StateId>* before,
                  const std::vector<lts::StateId>& after) const {
    ReportStep made;
    const lts::ActionId action =
        number == 0 ? lts::no_action : result_.run->steps[number - 1].action;
    made.cause = number == 0                ? "start"
                 : action == lts::no_action ? "nothing, for ever"
                                            : model_.table->name(action);
    for (std::size_t part = 0; part < after.size(); ++part) {
      made.where += fmt::format("{}{} {}", part == 0 ? "" : ", ",
                                after.size() == 1 ? "state" : model_.parts[part], after[part]);
      made.states.push_back(state_name(part, after[part]));
      if (before == nullptr || (*before)[part] != after[part])
        made.changed.emplace_back(model_.parts[part], std::to_string(after[part]));
      if (before != nullptr)
        made.taken.push_back(move_name(part, (*before)[part], action, after[part]));
    }
    for (const auto& note : result_.notes)
      if (note.step == number)
        made.notes.push_back(fmt::format("{}{} is {}", place_of(note), note.text, note.value));
    return made;
  }

  static const char* place_of(const lts::CtlExplanation::Note& note) {
    using Where = lts::CtlExplanation::Where;
    return note.where == Where::all_along   ? "from here on, always: "
           : note.where == Where::from_step ? "of runs that go on with the next step: "
                                            : "";
  }

  const LtsModel& model_;
  const std::vector<const lts::Mts*>& systems_;
  const LtsResult& result_;
  DrawnModel drawn_;
};

}  // namespace

Json lts_report_data(const LtsModel& model, const std::vector<const lts::Mts*>& systems,
                     const std::vector<LtsResult>& results, const std::vector<std::string>& files,
                     const ReportOrigin& origin) {
  ReportSources sources;
  for (const std::string& file : files) sources.add_file(file);
  ReportGraphs graphs(sources);
  Json made = Json::array();
  for (const LtsResult& result : results)
    made.push_back(FormulaData(model, systems, result).make(sources, graphs));
  return report_document(model.name, origin, sources, graphs, std::move(made));
}

}  // namespace arges::output
