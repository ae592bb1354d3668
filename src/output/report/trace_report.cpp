#include "output/report/trace_report.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/counted.h"
#include "output/coverage_report.h"
#include "output/report/drawn_model.h"
#include "output/report/report_tables.h"
#include "output/trace_formats.h"

namespace arges::output {

namespace {

using Json = nlohmann::ordered_json;

/// What a browser can hold: steps of all traces, what they share counted once.
constexpr std::size_t most_steps = 200'000;

/// Writes traces down one after another; steps that one has in common with the last are there once.
class TraceList {
 public:
  TraceList(const TraceSet& set, const DrawnModel& model, ReportSources& sources)
      : set_(set), model_(model), sources_(sources) {}

  void add_all() {
    const std::vector<TraceShare> shares = shares_of(set_);
    for (std::size_t i = 0; i < set_.size && steps_.size() <= most_steps; ++i) {
      ToldTrace told = set_.told(i);
      add_steps(told, i);
      traces_.push_back({{"brief", brief(told)},
                         {"goals", shares[i].goals},
                         {"alone", shares[i].alone},
                         {"steps", numbers_}});
      actions_.push_back(ends_of(told));
      last_ = std::move(told);
    }
  }

  /// The step of a trace that ends behind so many of its actions; null if the trace is not here.
  Json step_of(std::size_t trace, std::size_t actions) const {
    if (trace >= actions_.size()) return nullptr;
    const std::vector<std::size_t>& ends = actions_[trace];
    const auto found = std::lower_bound(ends.begin(), ends.end(), actions);
    return found == ends.end() ? Json() : Json(found - ends.begin());
  }

  std::string left_out() const {
    return traces_.size() == set_.size
               ? ""
               : fmt::format("the traces after {}, which has {} steps with those before it",
                             traces_.size(), steps_.size());
  }
  Json take_steps() { return std::move(steps_); }
  Json take_traces() { return std::move(traces_); }

 private:
  void add_steps(const ToldTrace& told, std::size_t number) {
    std::size_t same = 0;
    while (same < told.size() && same < last_.size() && &told[same] == &last_[same]) ++same;
    numbers_.resize(same);
    const bool has_places = set_.subject.chart == nullptr && set_.subject.machines == nullptr;
    const analysis::ConcreteTrace run = has_places && !model_.graph().nodes.empty()
                                            ? set_.trace(number)
                                            : analysis::ConcreteTrace();
    for (std::size_t k = same; k < told.size(); ++k) {
      const ToldStep* before = k == 0 ? nullptr : &told[k - 1];
      ReportStep step = report_step(set_.subject, told[k], before);
      if (!run.steps.empty())
        add_actions(run, *set_.subject.system, actions_of(before), told[k].actions, step);
      numbers_.push_back(steps_.size());
      steps_.push_back(model_.to_json(step, sources_));
    }
  }

  static std::vector<std::size_t> ends_of(const ToldTrace& told) {
    std::vector<std::size_t> result;
    for (const ToldStep& step : told) result.push_back(step.actions);
    return result;
  }

  const TraceSet& set_;
  const DrawnModel& model_;
  ReportSources& sources_;
  ToldTrace last_;
  std::vector<std::size_t> numbers_;  ///< of its steps
  Json steps_ = Json::array();
  Json traces_ = Json::array();
  std::vector<std::vector<std::size_t>> actions_;  ///< by traces: at the ends of steps
};

Json criteria_of(const TraceSet& set, const TraceList& list, ReportSources& sources) {
  Json criteria = Json::array();
  for (const CriterionResult& criterion : set.criteria) {
    Json goals = Json::array();
    for (const GoalResult& goal : criterion.goals) {
      Json made{{"name", goal.name},
                {"place", sources.place(goal.position)},
                {"status", to_string(goal.status)},
                {"traces", goal.traces},
                {"reason", goal.status == GoalResult::Status::covered ? "" : goal_reason(goal)}};
      if (!goal.traces.empty() && goal.action)
        made["step"] = list.step_of(goal.traces.front(), *goal.action);
      goals.push_back(std::move(made));
    }
    criteria.push_back({{"name", criterion.name}, {"goals", std::move(goals)}});
  }
  return criteria;
}

Json states_of(const std::vector<UnreachedState>& states) {
  Json result = Json::array();
  for (const UnreachedState& one : states)
    result.push_back({{"state", one.state}, {"blame", one.blame}});
  return result;
}

/// What the page has for the set as for a result.
Json result_of(const TraceSet& set, Json graphs) {
  return {{"property", counted(set.size, "trace")},
          {"verdict", "none"},
          {"reason", set.why_incomplete},
          {"advice", ""},
          {"certificate", {{"checked", true}, {"reason", ""}}},
          {"run", nullptr},
          {"history", nullptr},
          {"graphs", std::move(graphs)},
          {"proof", nullptr},
          {"precision", Json::array()},
          {"explanation", ""},
          {"statistics", report_statistics(set.statistics)},
          {"configuration", Json::array()}};
}

}  // namespace

Json trace_report_data(const TraceSet& set, const ReportOrigin& origin) {
  ReportSources sources;
  sources.add_file(origin.model_path);
  ReportGraphs graphs(sources);
  Json drawn = Json::object();
  DrawnModel model;
  if (auto drawing = drawing_of(set.subject, DrawnKind::model)) {
    drawn[drawing->name] = graphs.number(drawing->graph);
    model = DrawnModel(std::move(drawing->graph));
  }
  TraceList list(set, model, sources);
  list.add_all();
  Json criteria = criteria_of(set, list, sources);
  Json traces{{"complete", set.coverage_word()},
              {"why_incomplete", set.why_incomplete},
              {"left_out", list.left_out()},
              {"steps", list.take_steps()},
              {"list", list.take_traces()},
              {"criteria", std::move(criteria)},
              {"unreached", states_of(set.unreached)},
              {"reached_for_goals", states_of(set.reached_for_goals)}};
  Json document = report_document(set.model, origin, sources, graphs,
                                  Json::array({result_of(set, std::move(drawn))}));
  document["traces"] = std::move(traces);
  return document;
}

}  // namespace arges::output
