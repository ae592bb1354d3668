#include "output/report/report_data.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "output/explanation.h"
#include "output/report/report_graph.h"
#include "output/report/run_steps.h"
#include "output/version.h"

namespace arges::output {

namespace {

using Json = nlohmann::ordered_json;

constexpr int report_version = 1;

/// What the places of a report point into: each text once, in the order in which they are met.
class Sources {
 public:
  /// Null for nowhere.
  Json place(SourceLocation location) {
    if (!location) return nullptr;
    return {{"source", number(*location.source)},
            {"line", location.line()},
            {"column", location.column()}};
  }

  std::size_t number(const SourceText& source) {
    const auto [found, is_new] = numbers_.try_emplace(source.name(), sources_.size());
    if (is_new)
      sources_.push_back({{"name", source.name()},
                          {"language", language_of(source.name())},
                          {"text", std::string(source.text())}});
    return found->second;
  }

  Json take() { return std::move(sources_); }

 private:
  static const char* language_of(const std::string& name) {
    const std::string ending = std::filesystem::path(name).extension().string();
    if (ending == ".c" || ending == ".i" || ending == ".h") return "c";
    if (ending == ".scxml" || ending == ".uml" || ending == ".xml" || ending == ".xmi")
      return "xml";
    return "other";
  }

  std::map<std::string, std::size_t> numbers_;
  Json sources_ = Json::array();
};

/// Graphs that several results have are there once.
class Graphs {
 public:
  explicit Graphs(Sources& sources) : sources_(sources) {}

  std::size_t number(const ReportGraph& graph) {
    Json made = to_json(graph);
    const auto [found, is_new] = numbers_.try_emplace(text_of(made), graphs_.size());
    if (is_new) graphs_.push_back(std::move(made));
    return found->second;
  }
  Json number(const std::optional<ReportGraph>& graph) {
    return graph ? Json(number(*graph)) : Json();
  }

  Json take() { return std::move(graphs_); }

 private:
  static std::string text_of(const Json& graph) {
    return graph.dump(-1, ' ', false, Json::error_handler_t::replace);
  }

  Json to_json(const ReportGraph& graph) {
    Json nodes = Json::array();
    for (const ReportGraph::Node& node : graph.nodes) {
      Json made{{"label", node.label}};
      if (!node.detail.empty()) made["detail"] = node.detail;
      if (node.kind != ReportGraph::Kind::plain) made["kind"] = name_of(node.kind);
      if (node.parent) made["parent"] = *node.parent;
      if (node.location) made["place"] = sources_.place(node.location);
      nodes.push_back(std::move(made));
    }
    Json edges = Json::array();
    for (const ReportGraph::Edge& edge : graph.edges) {
      Json made{{"from", edge.from}, {"to", edge.to}, {"label", edge.label}};
      if (edge.kind == ReportGraph::EdgeKind::covers) made["covers"] = true;
      if (edge.location) made["place"] = sources_.place(edge.location);
      edges.push_back(std::move(made));
    }
    return {{"nodes", std::move(nodes)}, {"edges", std::move(edges)}};
  }

  static const char* name_of(ReportGraph::Kind kind) {
    return kind == ReportGraph::Kind::initial  ? "initial"
           : kind == ReportGraph::Kind::target ? "target"
                                               : "accepting";
  }

  Sources& sources_;
  std::map<std::string, std::size_t> numbers_;
  Json graphs_ = Json::array();
};

Json pairs_of(const std::vector<std::pair<std::string, std::string>>& pairs) {
  Json result = Json::array();
  for (const auto& [name, value] : pairs) result.push_back({name, value});
  return result;
}

Json statistics_of(const std::vector<Statistics::Entry>& entries) {
  Json result = Json::array();
  for (const Statistics::Entry& entry : entries)
    result.push_back({entry.name, entry.is_time ? fmt::format("{:.3f} s", entry.value)
                                                : fmt::format("{:.0f}", entry.value)});
  return result;
}

Json lines_of(const std::string& text) {
  Json result = Json::array();
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    if (!line.empty() && !line.starts_with("//")) result.push_back(line);
  return result;
}

/// The graph of a System that its author thinks of as one, not an automaton that stands still.
bool is_worth_drawing(const ReportGraph& graph) {
  constexpr std::size_t phases = 4;  // of a model that has steps instead of locations
  return graph.nodes.size() > phases;
}

/// Makes the parts of a report that belong to one result.
class ResultData {
 public:
  ResultData(const PropertyResult& result, Sources& sources, Graphs& graphs)
      : result_(result), sources_(sources), graphs_(graphs) {}

  Json make() {
    draw();
    Json object;
    object["property"] = result_.property;
    object["verdict"] = verdict_name();
    object["reason"] = result_.verdict.answer == analysis::Answer::unknown ? result_.verdict.reason
                                                                           : std::string();
    object["advice"] = result_.advice;
    object["certificate"] = {{"checked", result_.certificate.passed},
                             {"reason", result_.certificate.reason}};
    object["run"] = run();
    object["history"] = result_.history.empty() ? Json() : Json::parse(result_.history);
    object["graphs"] = std::move(drawn_);
    object["precision"] = lines_of(result_.precision);
    object["explanation"] =
        result_.explanations.empty() ? "" : explanations_text(result_.explanations);
    object["statistics"] = statistics_of(result_.statistics);
    object["configuration"] = pairs_of(result_.configuration);
    return object;
  }

 private:
  const char* verdict_name() const {
    return result_.verdict.answer == analysis::Answer::holds      ? "true"
           : result_.verdict.answer == analysis::Answer::violated ? "false"
                                                                  : "unknown";
  }

  void draw() {
    if (result_.chart != nullptr) {
      const ReportGraph graph = graph_of(result_.chart->layout().system());
      for (std::uint32_t n = 0; n < graph.nodes.size(); ++n)
        numbers_.emplace(graph.nodes[n].name, n);
      add("chart", graphs_.number(graph));
    } else if (result_.system != nullptr && result_.machines == nullptr) {
      const auto graph = graph_of(*result_.system);
      if (graph && is_worth_drawing(*graph)) {
        for (std::uint32_t n = 0; n < graph->nodes.size(); ++n)
          controls_.emplace(*graph->nodes[n].control, n);
        add(result_.is_temporal ? "product" : "program", graphs_.number(*graph));
      }
    }
    if (result_.automaton != nullptr)
      add("automaton", graphs_.number(graph_of(*result_.automaton)));
    if (result_.proof && result_.system != nullptr && result_.history.empty())
      if (const auto* proof = std::get_if<analysis::Certificate>(&*result_.proof))
        add("proof", graphs_.number(graph_of(*proof, *result_.system)));
  }

  void add(const char* kind, Json number) {
    if (!number.is_null()) drawn_[kind] = std::move(number);
  }

  Json run() {
    const std::optional<ReportRun> told = report_run(result_);
    if (!told) return nullptr;
    Json steps = Json::array();
    for (const ReportStep& step : told->steps) {
      steps.push_back({{"cause", step.cause},
                       {"where", step.where},
                       {"place", sources_.place(step.location)},
                       {"at", nodes_of(step)},
                       {"through", nodes_through(step)},
                       {"changed", pairs_of(step.changed)},
                       {"gone", step.gone},
                       {"results", step.results},
                       {"outputs", step.outputs},
                       {"notes", step.notes}});
      if (step.scope) steps.back()["scope"] = pairs_of(*step.scope);
    }
    const bool is_example = result_.polarity == Polarity::existential;
    return {{"meaning", is_example ? "example" : "counterexample"},
            {"steps", std::move(steps)},
            {"loop_start", told->loop_start ? Json(*told->loop_start) : Json()}};
  }

  /// The nodes of the drawn model that a step comes through.
  Json nodes_through(const ReportStep& step) const {
    Json result = Json::array();
    for (const analysis::Control control : step.controls)
      if (const auto found = controls_.find(control); found != controls_.end())
        result.push_back(found->second);
    return result;
  }

  /// The nodes of the drawn model where a step ends.
  Json nodes_of(const ReportStep& step) const {
    Json result = Json::array();
    for (const std::string& state : step.states)
      if (const auto found = numbers_.find(state); found != numbers_.end())
        result.push_back(found->second);
    if (const auto found = controls_.find(step.control); found != controls_.end())
      result.push_back(found->second);
    return result;
  }

  const PropertyResult& result_;
  Sources& sources_;
  Graphs& graphs_;
  Json drawn_ = Json::object();
  std::map<std::string, std::uint32_t> numbers_;         ///< of states
  std::map<analysis::Control, std::uint32_t> controls_;  ///< their nodes
};

}  // namespace

Json report_data(const ModelResult& results, const ReportOrigin& origin) {
  Sources sources;
  try {
    sources.number(*read_source(origin.model_path));
  } catch (const UsageError&) {
    // It was read before; whoever took it away since has a report without its text.
  }
  Graphs graphs(sources);
  Json made = Json::array();
  for (const PropertyResult& result : results.results)
    made.push_back(ResultData(result, sources, graphs).make());
  return {{"format", "arges-report"},
          {"version", report_version},
          {"tool", fmt::format("arges {}", program_version)},
          {"command", origin.command},
          {"model", results.model},
          {"sources", sources.take()},
          {"graphs", graphs.take()},
          {"results", std::move(made)}};
}

}  // namespace arges::output
