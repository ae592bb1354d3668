#include "output/report/drawn_model.h"

#include <utility>

#include <nlohmann/json.hpp>

namespace arges::output {

namespace {

using Json = nlohmann::ordered_json;

}  // namespace

std::optional<Drawing> drawing_of(const RunSubject& subject, DrawnKind kind) {
  if (subject.chart != nullptr) return Drawing{"chart", graph_of(subject.chart->layout().system())};
  if (subject.machines != nullptr) return Drawing{"machines", graph_of(subject.machines->model())};
  if (subject.system == nullptr) return std::nullopt;
  // Of a model that has steps instead of locations there are only the phases of a step.
  constexpr std::size_t phases = 4;
  std::optional<ReportGraph> graph = graph_of(*subject.system);
  if (!graph || graph->nodes.size() <= phases) return std::nullopt;
  return Drawing{kind == DrawnKind::product ? "product" : "program", *std::move(graph)};
}

DrawnModel::DrawnModel(ReportGraph graph) : graph_(std::move(graph)) {
  for (std::uint32_t n = 0; n < graph_.nodes.size(); ++n) {
    if (!graph_.nodes[n].name.empty()) states_.emplace(graph_.nodes[n].name, n);
    if (graph_.nodes[n].control) controls_.emplace(*graph_.nodes[n].control, n);
  }
  for (std::uint32_t e = 0; e < graph_.edges.size(); ++e)
    if (!graph_.edges[e].name.empty()) edges_by_names_.emplace(graph_.edges[e].name, e);
}

Json DrawnModel::to_json(const ReportStep& step, ReportSources& sources) const {
  const std::vector<std::uint32_t> edges = edges_of(step);
  // What fired says more than what was entered by it.
  SourceLocation place = step.location;
  if (!place || step.has_only_states)
    for (const std::uint32_t edge : edges)
      if (graph_.edges[edge].location) {
        place = graph_.edges[edge].location;
        break;
      }
  Json result{{"cause", step.cause},
              {"where", step.where},
              {"place", sources.place(place)},
              {"at", ends_of(step)},
              {"through", way_of(step)},
              {"edges", edges},
              {"changed", report_pairs(step.changed)},
              {"gone", step.gone},
              {"results", step.results},
              {"outputs", step.outputs},
              {"notes", step.notes}};
  if (step.scope) result["scope"] = report_pairs(*step.scope);
  if (step.automaton) result["automaton"] = *step.automaton;
  return result;
}

/// The nodes where a step ends.
std::vector<std::uint32_t> DrawnModel::ends_of(const ReportStep& step) const {
  std::vector<std::uint32_t> result;
  for (const std::string& state : step.states)
    if (const auto found = states_.find(state); found != states_.end())
      result.push_back(found->second);
  if (const auto found = controls_.find(step.control); found != controls_.end())
    result.push_back(found->second);
  return result;
}

/// The nodes that it comes through.
std::vector<std::uint32_t> DrawnModel::way_of(const ReportStep& step) const {
  std::vector<std::uint32_t> result;
  for (const analysis::Control control : step.controls)
    if (const auto found = controls_.find(control); found != controls_.end())
      result.push_back(found->second);
  return result;
}

/// The edges that it takes.
std::vector<std::uint32_t> DrawnModel::edges_of(const ReportStep& step) const {
  std::vector<std::uint32_t> result;
  for (const std::string& name : step.taken) {
    const auto [begin, end] = edges_by_names_.equal_range(name);
    for (auto found = begin; found != end; ++found) result.push_back(found->second);
  }
  return result;
}

}  // namespace arges::output
