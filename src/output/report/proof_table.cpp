#include "output/report/proof_table.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "ir/simplify.h"
#include "output/drawing_text.h"

namespace arges::output {

namespace {

using Json = nlohmann::ordered_json;

/// More rows are for programs to read, who are given the witness.
constexpr std::size_t most_rows = 2000;
constexpr std::size_t longest_text = 600;

Json table(std::string summary, Json columns) {
  return {{"summary", std::move(summary)},
          {"columns", std::move(columns)},
          {"rows", Json::array()},
          {"left_out", ""}};
}

std::string text(ir::Expr expr) {
  return shortened(without_bars(ir::simplify(expr).to_string()), longest_text);
}

Json to_table(const analysis::Certificate& proof, const analysis::System& system) {
  Json result = table(fmt::format("{} abstract states that no step leaves; none of them violates "
                                  "the property. A covered one has no steps of its own.",
                                  proof.nodes.size()),
                      {"where", "what holds there"});
  const std::size_t shown = std::min(most_rows, proof.nodes.size());
  for (std::size_t i = 0; i < shown; ++i)
    if (!proof.nodes[i].covered_by)
      result["rows"].push_back(
          {system.control_name(proof.nodes[i].control), text(proof.nodes[i].state)});
  if (shown < proof.nodes.size()) result["left_out"] = fmt::format("the first {} states", shown);
  return result;
}

Json to_table(const analysis::InductionCertificate& proof, const analysis::System& system) {
  using Basis = analysis::InductionCertificate::Basis;
  Json result = table(
      proof.basis == Basis::exhaustion
          ? fmt::format("No run is longer than {} ways between these points, and none of them "
                        "violates the property.",
                        proof.k)
          : fmt::format("No run of fewer than {0} ways between these points violates the property, "
                        "and after {0} ways through states with their invariants none does either.",
                        proof.k),
      {"where", "invariant"});
  for (const auto& [control, invariant] : proof.points)
    result["rows"].push_back({system.control_name(control), text(invariant)});
  return result;
}

Json to_table(const analysis::LtlCertificate& proof, const analysis::System& system) {
  Json result = table(
      fmt::format("{} abstract states of model and automaton that no step leaves. {}",
                  proof.graph.nodes.size(),
                  proof.rankings.empty()
                      ? "No cycle of them is accepting."
                      : "An accepting cycle would decrease one of these terms for ever, which is "
                        "never below zero there."),
      {"ranking", "where", "term"});
  for (std::size_t i = 0; i < proof.rankings.size(); ++i)
    for (const auto& [control, term] : proof.rankings[i])
      result["rows"].push_back(
          {fmt::format("{}", i + 1), system.control_name(control), text(term)});
  return result;
}

Json to_table(const analysis::StateSet& set, const analysis::System&) {
  Json columns = Json::array();
  for (const ir::Var var : set.variables) columns.push_back(var->name);
  Json result = table(fmt::format("{} configurations that no event leaves; none of them violates "
                                  "the property.",
                                  set.count),
                      std::move(columns));
  if (!set.omitted.empty()) {
    result["left_out"] = "none, as " + set.omitted;
    return result;
  }
  const std::size_t shown = std::min<std::size_t>(most_rows, set.count);
  for (std::size_t i = 0; i < shown; ++i) {
    Json row = Json::array();
    for (std::size_t j = 0; j < set.variables.size(); ++j)
      row.push_back(ir::to_string(set.state(i)[j], set.variables[j]->type));
    result["rows"].push_back(std::move(row));
  }
  if (shown < set.count) result["left_out"] = fmt::format("the first {}", shown);
  return result;
}

}  // namespace

std::optional<ReportGraph> proof_graph(const analysis::Proof& proof,
                                       const analysis::System& system) {
  if (const auto* graph = std::get_if<analysis::Certificate>(&proof))
    return graph_of(*graph, system);
  if (const auto* product = std::get_if<analysis::LtlCertificate>(&proof))
    return graph_of(product->graph, system);
  return std::nullopt;
}

Json proof_table(const analysis::Proof& proof, const analysis::System& system) {
  return std::visit([&](const auto& found) { return to_table(found, system); }, proof);
}

}  // namespace arges::output
