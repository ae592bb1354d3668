#include "analysis/certify/ltl_certificate_checker.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "analysis/certify/certificate_checker.h"
#include "analysis/system/state_variables.h"
#include "ir/unfold.h"

namespace arges::analysis {

using ir::Expr;

LtlCertificateChecker::LtlCertificateChecker(Env& env, const BuchiProduct& product,
                                             smt::SolverFactory& solvers)
    : env_(env),
      product_(product),
      solvers_(solvers),
      solver_(solvers.make()),
      time_(env.statistics.timer("certify::time")) {}

Check LtlCertificateChecker::check(const LtlCertificate& certificate,
                                   std::optional<double> budget_seconds) {
  if (auto error = structure_error(certificate)) return {false, *error, false};
  std::set<Control> with_nodes;
  for (const Certificate::Node& node : certificate.graph.nodes) with_nodes.insert(node.control);
  const WaySystem ways(product_, std::move(with_nodes));
  if (ways.problem()) return {false, ways.problem()->text, ways.problem()->is_size};
  const std::optional<Certificate> graph = by_ways(certificate.graph, ways);
  if (!graph) return {false, "an edge takes a way that the model does not have", false};
  const Check covers = CertificateChecker(env_, ways, solvers_).check(*graph, budget_seconds);
  if (!covers.passed) return covers;
  const Timer::Scope timing(time_);
  solver_->set_query_limit({.seconds = budget_seconds, .steps = {}});
  undecided_ = false;
  deadline_.reset();
  if (budget_seconds) deadline_ = time_.seconds() + *budget_seconds;
  Edges edges;
  for (std::uint32_t id = 0; id < graph->nodes.size(); ++id)
    for (const auto& successor : graph->nodes[id].successors) {
      const Action* action = ways.find_action(successor.action);
      edges.push_back({id, successor.node, action, ways.marks(*action)});
    }
  // What lies on no accepting cycle need not be ranked.
  edges = endless(edges);
  if (edges.empty()) return {true, "", false};
  if (const auto problem = rank(certificate, edges)) return *problem;
  edges = endless(edges);
  if (edges.empty()) return {true, "", false};
  if (undecided_) return {false, "the solver can't tell what an edge does to a rank", true};
  return {false, fmt::format("a cycle through node {} may repeat for ever", edges.front().source),
          false};
}

std::optional<std::string> LtlCertificateChecker::structure_error(
    const LtlCertificate& certificate) const {
  constexpr std::size_t most_rankings = 64;
  if (certificate.rankings.size() > most_rankings) return "there are too many ranking functions";
  for (const Certificate::Node& node : certificate.graph.nodes)
    if (node.covered_by) return "a node is covered, where edges should lead to what covers";
  const VariableSet known(state_variables(product_));
  for (const auto& family : certificate.rankings)
    for (const auto& [control, term] : family) {
      if (!product_.has_control(control))
        return "a rank is for a control point that does not exist";
      if (!term.type().is_int() || !known.describe(ir::le(term, term)))
        return "a rank is no number over the model's variables";
    }
  return std::nullopt;
}

std::optional<Certificate> LtlCertificateChecker::by_ways(const Certificate& graph,
                                                          const WaySystem& ways) const {
  Certificate result = graph;
  for (Certificate::Node& node : result.nodes)
    for (auto& successor : node.successors) {
      std::vector<std::uint32_t> actions{successor.action};
      actions.insert(actions.end(), successor.then.begin(), successor.then.end());
      const auto way = ways.find_way(actions);
      if (!way) return std::nullopt;
      successor.action = *way;
      successor.then.clear();
    }
  return result;
}

std::optional<Check> LtlCertificateChecker::rank(const LtlCertificate& certificate, Edges& edges) {
  for (Edge& edge : edges) {
    env_.limits.check();
    if (deadline_ && time_.seconds() > *deadline_)
      return Check{false, "the time for checking is used up", true};
    for (std::size_t family = 0; family < certificate.rankings.size(); ++family)
      rank(certificate, edge, family);
  }
  return std::nullopt;
}

void LtlCertificateChecker::rank(const LtlCertificate& certificate, Edge& edge,
                                 std::size_t family) {
  const std::uint64_t bit = std::uint64_t{1} << family;
  const auto& terms = certificate.rankings[family];
  const auto before = terms.find(edge.action->source);
  const auto after = terms.find(edge.action->target);
  edge.may_increase |= bit;
  if (before == terms.end() || after == terms.end()) return;
  const auto& nodes = certificate.graph.nodes;
  const ir::Unfolding step = ir::Unfolder(product_.context()).unfold(edge.action->statement, {});
  const auto excluded = [&](Expr condition) {
    solver_->push();
    for (const Expr part : {nodes[edge.source].state, step.formula,
                            step.after.apply(nodes[edge.target].state), condition})
      solver_->add(part);
    const smt::Status status = solver_->check();
    solver_->pop();
    undecided_ = undecided_ || status == smt::Status::unknown;
    return status == smt::Status::unsat;
  };
  const Expr new_rank = step.after.apply(after->second);
  if (excluded(ir::gt(new_rank, before->second))) edge.may_increase &= ~bit;
  const Expr zero = product_.context().int_literal(0);
  if (excluded(ir::lt(before->second, zero)) && excluded(ir::ge(new_rank, before->second)))
    edge.decreases |= bit;
}

namespace {

/// Numbers strong components by two passes over the graph (Kosaraju, Sharir).
std::map<std::uint32_t, std::uint32_t> component_numbers(
    const std::map<std::uint32_t, std::vector<std::uint32_t>>& successors,
    const std::map<std::uint32_t, std::vector<std::uint32_t>>& predecessors) {
  std::vector<std::uint32_t> order;
  std::map<std::uint32_t, bool> seen;
  const auto next_of = [](const auto& graph, std::uint32_t node) {
    const auto found = graph.find(node);
    return found == graph.end() ? std::vector<std::uint32_t>{} : found->second;
  };
  for (const auto& [start, unused] : successors) {
    std::vector<std::pair<std::uint32_t, bool>> todo{{start, false}};
    while (!todo.empty()) {
      const auto [node, is_done] = todo.back();
      todo.pop_back();
      if (is_done) {
        order.push_back(node);
        continue;
      }
      if (std::exchange(seen[node], true)) continue;
      todo.emplace_back(node, true);
      for (const std::uint32_t next : next_of(successors, node))
        if (!seen[next]) todo.emplace_back(next, false);
    }
  }
  std::map<std::uint32_t, std::uint32_t> number;
  for (auto root = order.rbegin(); root != order.rend(); ++root) {
    std::vector<std::uint32_t> todo{*root};
    while (!todo.empty()) {
      const std::uint32_t node = todo.back();
      todo.pop_back();
      if (!number.emplace(node, *root).second) continue;
      for (const std::uint32_t next : next_of(predecessors, node)) todo.push_back(next);
    }
  }
  return number;
}

}  // namespace

LtlCertificateChecker::Edges LtlCertificateChecker::endless(const Edges& edges) const {
  Edges rest = edges;
  while (true) {
    std::map<std::uint32_t, std::vector<std::uint32_t>> successors;
    std::map<std::uint32_t, std::vector<std::uint32_t>> predecessors;
    for (const Edge& edge : rest) {
      successors[edge.source].push_back(edge.target);
      predecessors[edge.target].push_back(edge.source);
    }
    const auto component = component_numbers(successors, predecessors);
    struct Sum {
      BuchiProduct::Marks marks = 0;
      std::uint64_t decreases = 0;
      std::uint64_t may_increase = 0;
    };
    std::map<std::uint32_t, Sum> sums;
    for (const Edge& edge : rest) {
      if (component.at(edge.source) != component.at(edge.target)) continue;
      Sum& sum = sums[component.at(edge.source)];
      sum.marks |= edge.marks;
      sum.decreases |= edge.decreases;
      sum.may_increase |= edge.may_increase;
    }
    Edges left;
    for (const Edge& edge : rest) {
      const auto sum = sums.find(component.at(edge.source));
      const bool is_inside = component.at(edge.source) == component.at(edge.target);
      if (!is_inside || sum->second.marks != product_.all_marks()) continue;
      if ((edge.decreases & sum->second.decreases & ~sum->second.may_increase) != 0) continue;
      left.push_back(edge);
    }
    if (left.size() == rest.size()) return rest;
    rest = std::move(left);
  }
}

}  // namespace arges::analysis
