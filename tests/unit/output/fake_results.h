#pragma once

#include "output/fake_system.h"
#include "output/result.h"

namespace arges::test {

/// init; step (in two fragments): n becomes 1, on becomes true; check.
inline analysis::ConcreteTrace violating_run(const FakeSystem& system) {
  using ir::Value;
  const ir::Type boolean = system.context().bool_type();
  analysis::ConcreteTrace trace;
  ir::Valuation state;
  state.set(system.on(), Value::boolean(false));
  state.set(system.color(), Value::small(1));
  trace.initial = state;
  state.set(system.n(), Value::small(0));
  trace.steps.push_back({system.find_action(0), {}, state});
  state.set(system.on(), Value::boolean(true));
  trace.steps.push_back(
      {system.find_action(1), {ir::Decision::pick(Value::boolean(true), boolean)}, state});
  state.set(system.n(), Value::small(1));
  trace.steps.push_back({system.find_action(2), {ir::Decision::take(0)}, state});
  trace.steps.push_back({system.find_action(3), {}, state});
  return trace;
}

inline output::PropertyResult violated(const FakeSystem& system) {
  output::PropertyResult result;
  result.property = "n <= 0";
  result.verdict = {analysis::Answer::violated, "", violating_run(system)};
  result.certificate.passed = true;
  result.system = &system;
  result.statistics = {{"cegar::iterations", false, 3}, {"time", true, 0.25}};
  result.configuration = {{"domain", "expl"}, {"max-enum", "10"}};
  return result;
}

/// Three nodes: start – init → loop (n = 0), covered by a second root of the loop.
inline output::PropertyResult proved(const FakeSystem& system) {
  ir::Context& context = system.context();
  const ir::Expr zero = ir::eq(context.var(system.n()), context.int_literal(0));
  const ir::Expr counting = ir::eq(context.var(system.counter()), context.int_literal(2));
  analysis::Certificate proof;
  proof.nodes.push_back({0, context.true_expr(), {}, {{0, 1}}});
  proof.nodes.push_back({1, zero, 2, {}});
  proof.nodes.push_back({1, ir::and_(zero, counting), {}, {{1, 1}, {2, 2}}});
  proof.roots = {0, 2};
  output::PropertyResult result;
  result.property = "prop";
  result.verdict.answer = analysis::Answer::holds;
  result.certificate.passed = true;
  result.proof = proof;
  result.system = &system;
  return result;
}

inline output::PropertyResult unknown(const std::string& reason) {
  output::PropertyResult result;
  result.property = "prop";
  result.verdict.reason = reason;
  result.certificate.reason = reason;
  return result;
}

}  // namespace arges::test
