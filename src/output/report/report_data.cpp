#include "output/report/report_data.h"

#include <optional>
#include <set>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "output/explanation.h"
#include "output/report/drawn_model.h"
#include "output/report/proof_table.h"
#include "output/report/report_tables.h"
#include "output/report/run_steps.h"

namespace arges::output {

namespace {

using Json = nlohmann::ordered_json;

Json lines_of(const std::string& text) {
  Json result = Json::array();
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    if (!line.empty() && !line.starts_with("//")) result.push_back(line);
  return result;
}

/// Makes the parts of a report that belong to one result.
class ResultData {
 public:
  ResultData(const PropertyResult& result, ReportSources& sources, ReportGraphs& graphs)
      : result_(result), sources_(sources), graphs_(graphs) {}

  Json make() {
    draw();
    if (!result_.history.empty()) history_ = Json::parse(result_.history);
    Json object;
    object["property"] = result_.property;
    object["verdict"] = verdict_name();
    object["reason"] = result_.verdict.answer == analysis::Answer::unknown ? result_.verdict.reason
                                                                           : std::string();
    object["advice"] = result_.advice;
    object["certificate"] = {{"checked", result_.certificate.passed},
                             {"reason", result_.certificate.reason}};
    object["run"] = run();
    object["history"] = std::move(history_);
    object["graphs"] = std::move(drawn_);
    object["proof"] = result_.proof && result_.system != nullptr
                          ? proof_table(*result_.proof, *result_.system)
                          : Json();
    object["precision"] = lines_of(result_.precision);
    object["explanation"] =
        result_.explanations.empty() ? "" : explanations_text(result_.explanations);
    object["statistics"] = report_statistics(result_.statistics);
    object["configuration"] = report_pairs(result_.configuration);
    return object;
  }

 private:
  const char* verdict_name() const {
    return result_.verdict.answer == analysis::Answer::holds      ? "true"
           : result_.verdict.answer == analysis::Answer::violated ? "false"
                                                                  : "unknown";
  }

  void draw() {
    const DrawnKind kind = result_.is_temporal ? DrawnKind::product : DrawnKind::model;
    if (auto drawn = drawing_of(
            {.system = result_.system, .chart = result_.chart, .machines = result_.machines},
            kind)) {
      add(drawn->name, drawn->graph);
      model_ = DrawnModel(std::move(drawn->graph));
    }
    if (result_.automaton != nullptr) add("automaton", graph_of(*result_.automaton));
    if (result_.proof && result_.system != nullptr && result_.history.empty())
      if (const auto graph = proof_graph(*result_.proof, *result_.system)) add("proof", *graph);
  }

  void add(const char* kind, const ReportGraph& graph) { drawn_[kind] = graphs_.number(graph); }

  Json run() {
    const std::optional<ReportRun> told = report_run(result_);
    if (!told) return nullptr;
    const std::vector<std::optional<std::size_t>> positions = positions_in(history_, told->steps);
    Json steps = Json::array();
    for (std::size_t i = 0; i < told->steps.size(); ++i) {
      steps.push_back(model_.to_json(told->steps[i], sources_));
      if (positions[i]) steps.back()["node"] = *positions[i];
    }
    const bool is_example = result_.polarity == Polarity::existential;
    return {{"meaning", is_example ? "example" : "counterexample"},
            {"steps", std::move(steps)},
            {"loop_start", told->loop_start ? Json(*told->loop_start) : Json()}};
  }

  /// Where each step ends in the counterexample of the last iteration: behind how many of its
  /// nodes. What was checked may have fewer control points than the model, but the run comes
  /// through those in the same order; where it does not, nothing is said.
  std::vector<std::optional<std::size_t>> positions_in(const Json& history,
                                                       const std::vector<ReportStep>& steps) const {
    std::vector<std::optional<std::size_t>> result(steps.size());
    if (history.is_null() || history["iterations"].empty()) return result;
    const Json& path = history["iterations"].back()["path"];
    const Json& graph = history["graph"];
    std::vector<std::string> names;
    for (const Json& row : path)
      names.push_back(
          graph["texts"].at(graph["control"].at(row.get<std::size_t>()).get<std::size_t>()));
    const std::set<std::string> known(names.begin(), names.end());
    std::size_t seen = 0;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      for (const analysis::Control control : steps[i].controls) {
        const std::string name = result_.system->control_name(control);
        if (!known.contains(name)) continue;
        if (seen == names.size() || names[seen] != name)
          return std::vector<std::optional<std::size_t>>(steps.size());
        ++seen;
      }
      if (seen > 0) result[i] = seen - 1;
    }
    // The last may be a check, which is no step.
    if (seen + 1 < names.size()) return std::vector<std::optional<std::size_t>>(steps.size());
    return result;
  }

  const PropertyResult& result_;
  ReportSources& sources_;
  ReportGraphs& graphs_;
  Json drawn_ = Json::object();
  DrawnModel model_;
  Json history_;
};

}  // namespace

Json report_data(const ModelResult& results, const ReportOrigin& origin) {
  ReportSources sources;
  sources.add_file(origin.model_path);
  ReportGraphs graphs(sources);
  Json made = Json::array();
  for (const PropertyResult& result : results.results)
    made.push_back(ResultData(result, sources, graphs).make());
  return report_document(results.model, origin, sources, graphs, std::move(made));
}

}  // namespace arges::output
