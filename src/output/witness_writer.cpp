#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "output/json.h"
#include "output/proof_names.h"
#include "output/version.h"
#include "output/witness.h"

namespace arges::output {

namespace {

using Json = nlohmann::ordered_json;

Json decision(const ir::Decision& decision) {
  if (decision.kind == ir::Decision::Kind::branch) return {{"branch", decision.branch}};
  return {{"value", to_json(decision.value, decision.type)}, {"type", decision.type.to_string()}};
}

Json loop(const analysis::Loop& loop, const analysis::System& system) {
  Json result{{"kind", loop_name(loop.kind)}, {"start", loop.start}};
  if (loop.kind == analysis::Loop::Kind::closed) return result;
  const ProofNames names(system);
  result["recurrence"] = names.to_text(loop.recurrence).to_string();
  result["values"] = Json::array();
  for (const ir::Expr value : loop.values)
    result["values"].push_back(names.to_text(value).to_string());
  return result;
}

Json trace(const analysis::ConcreteTrace& trace, const analysis::System& system) {
  Json steps = Json::array();
  for (const analysis::ConcreteStep& step : trace.steps) {
    Json decisions = Json::array();
    for (const ir::Decision& one : step.decisions) decisions.push_back(decision(one));
    Json object;
    object["action"] = step.action->id;
    object["label"] = step.action->label;
    object["decisions"] = std::move(decisions);
    object["state"] = to_json(system, step.state);
    steps.push_back(std::move(object));
  }
  Json result{{"initial", to_json(system, trace.initial)}, {"steps", std::move(steps)}};
  if (trace.loop) result["loop"] = loop(*trace.loop, system);
  return result;
}

Json proof(const analysis::Certificate& certificate, const analysis::System& system) {
  const ProofNames names(system);
  Json nodes = Json::array();
  for (const analysis::Certificate::Node& node : certificate.nodes) {
    Json successors = Json::array();
    for (const auto& successor : node.successors) {
      Json& one =
          successors.emplace_back(Json{{"action", successor.action}, {"node", successor.node}});
      if (!successor.then.empty()) one["then"] = successor.then;
    }
    Json object;
    object["control"] = node.control;
    object["control_name"] = system.control_name(node.control);
    object["state"] = names.to_text(node.state).to_string();
    object["covered_by"] = node.covered_by ? Json(*node.covered_by) : Json();
    object["successors"] = std::move(successors);
    nodes.push_back(std::move(object));
  }
  return {{"roots", certificate.roots}, {"nodes", std::move(nodes)}};
}

Json proof(const analysis::InductionCertificate& certificate, const analysis::System& system) {
  const ProofNames names(system);
  Json points = Json::array();
  for (const auto& [control, invariant] : certificate.points)
    points.push_back({{"control", control},
                      {"control_name", system.control_name(control)},
                      {"invariant", names.to_text(invariant).to_string()}});
  const bool inductive = certificate.basis == analysis::InductionCertificate::Basis::induction;
  return {{"kind", inductive ? "induction" : "exhaustion"},
          {"k", certificate.k},
          {"points", std::move(points)}};
}

Json proof(const analysis::LtlCertificate& certificate, const analysis::System& system) {
  const ProofNames names(system);
  Json rankings = Json::array();
  for (const auto& family : certificate.rankings) {
    Json terms = Json::array();
    for (const auto& [control, term] : family)
      terms.push_back({{"control", control},
                       {"control_name", system.control_name(control)},
                       {"term", names.to_text(term).to_string()}});
    rankings.push_back(std::move(terms));
  }
  return {{"kind", "ltl"},
          {"graph", proof(certificate.graph, system)},
          {"rankings", std::move(rankings)}};
}

Json proof(const analysis::StateSet& set, const analysis::System&) {
  Json result{{"kind", "states"}, {"count", set.count}};
  if (!set.omitted.empty()) {
    result["omitted"] = set.omitted;
    return result;
  }
  Json names = Json::array();
  for (const ir::Var var : set.variables) names.push_back(var->name);
  Json states = Json::array();
  for (std::size_t i = 0; i < set.count; ++i) {
    Json state = Json::array();
    for (std::size_t j = 0; j < set.variables.size(); ++j)
      state.push_back(to_json(set.state(i)[j], set.variables[j]->type));
    states.push_back(std::move(state));
  }
  result["variables"] = std::move(names);
  result["states"] = std::move(states);
  if (set.followed.empty()) return result;
  Json followed = Json::array();
  for (const std::uint32_t part : set.followed)
    followed.push_back(part == analysis::StateSet::all ? Json() : Json(part));
  result["followed"] = std::move(followed);
  return result;
}

}  // namespace

std::string write_witness(const ModelResult& result) {
  Json document;
  document["format"] = "arges-witness";
  document["version"] = witness_version;
  document["producer"] = fmt::format("arges {}", program_version);
  document["model"] = result.model;
  Json results = Json::array();
  for (const PropertyResult& one : result.results) {
    Json object = to_json(one);
    if (one.polarity == Polarity::existential) object["polarity"] = existential_name;
    if (one.system != nullptr && one.verdict.counterexample)
      object["trace"] = trace(*one.verdict.counterexample, *one.system);
    if (one.system != nullptr && one.proof)
      object["proof"] =
          std::visit([&](const auto& found) { return proof(found, *one.system); }, *one.proof);
    if (!one.precision.empty()) object["precision"] = one.precision;
    if (!one.history.empty()) object["history"] = one.history;
    if (one.leaves_model) object["leaves_model"] = true;
    results.push_back(std::move(object));
  }
  document["results"] = std::move(results);
  return dump(document);
}

}  // namespace arges::output
