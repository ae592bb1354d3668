#include "output/report/report_tables.h"

#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "output/version.h"

namespace arges::output {

namespace {

using Json = nlohmann::ordered_json;

const char* language_of(const std::string& name) {
  const std::string ending = std::filesystem::path(name).extension().string();
  if (ending == ".c" || ending == ".i" || ending == ".h") return "c";
  if (ending == ".scxml" || ending == ".uml" || ending == ".xml" || ending == ".xmi") return "xml";
  return "other";
}

const char* name_of(ReportGraph::Kind kind) {
  return kind == ReportGraph::Kind::initial  ? "initial"
         : kind == ReportGraph::Kind::target ? "target"
                                             : "accepting";
}

}  // namespace

Json ReportSources::place(SourceLocation location) {
  if (!location) return nullptr;
  return {{"source", number(*location.source)},
          {"line", location.line()},
          {"column", location.column()}};
}

std::size_t ReportSources::number(const SourceText& source) {
  const auto [found, is_new] = numbers_.try_emplace(source.name(), sources_.size());
  if (is_new)
    sources_.push_back({{"name", source.name()},
                        {"language", language_of(source.name())},
                        {"text", std::string(source.text())}});
  return found->second;
}

void ReportSources::add_file(const std::string& path) {
  try {
    number(*read_source(path));
  } catch (const UsageError&) {
    // It was read before; whoever took it away since has a report without its text.
  }
}

std::size_t ReportGraphs::number(const ReportGraph& graph) {
  Json made = to_json(graph);
  const auto [found, is_new] = numbers_.try_emplace(
      made.dump(-1, ' ', false, Json::error_handler_t::replace), graphs_.size());
  if (is_new) graphs_.push_back(std::move(made));
  return found->second;
}

Json ReportGraphs::to_json(const ReportGraph& graph) {
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
  Json result{{"nodes", std::move(nodes)}, {"edges", std::move(edges)}};
  if (!graph.left_out.empty()) result["left_out"] = graph.left_out;
  return result;
}

Json report_pairs(const std::vector<std::pair<std::string, std::string>>& pairs) {
  Json result = Json::array();
  for (const auto& [name, value] : pairs) result.push_back({name, value});
  return result;
}

Json report_statistics(const std::vector<Statistics::Entry>& entries) {
  Json result = Json::array();
  for (const Statistics::Entry& entry : entries)
    result.push_back({entry.name, entry.is_time ? fmt::format("{:.3f} s", entry.value)
                                                : fmt::format("{:.0f}", entry.value)});
  return result;
}

Json report_document(const std::string& model, const ReportOrigin& origin, ReportSources& sources,
                     ReportGraphs& graphs, Json results) {
  constexpr int report_version = 1;
  return {{"format", "arges-report"},
          {"version", report_version},
          {"tool", fmt::format("arges {}", program_version)},
          {"command", origin.command},
          {"model", model},
          {"sources", sources.take()},
          {"graphs", graphs.take()},
          {"results", std::move(results)}};
}

}  // namespace arges::output
