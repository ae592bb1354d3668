#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "analysis/domain/explicit/explicit_domain.h"
#include "analysis/system/state_variables.h"
#include "analysis/tracegen/trace_generator.h"
#include "ir/reference_evaluator.h"
#include "smt/z3/factory.h"
#include "support/tiny_system.h"

namespace arges::analysis {

/// A System written in a test, its graph and the traces of it.
class TracegenTest : public testing::Test {
 protected:
  /// Steps end at these control points; by default at all.
  void rest_at(std::set<Control> controls) {
    view_.rests = [controls = std::move(controls)](Control at) { return controls.contains(at); };
  }
  ir::Var var(const std::string& name) { return system_.scope.find(name)->var; }

  /// Builds the graph, tracking these variables.
  TraceGraph& build(const std::vector<std::string>& tracked, TraceGraph::Bounds bounds = {}) {
    tracked_.clear();
    for (const std::string& name : tracked) tracked_.push_back(var(name));
    Precision precision(Granularity::global);
    for (const ir::Var one : tracked_) precision.add_variable(0, one);
    graph_ = std::make_unique<TraceGraph>(env_, system_, domain_, view_, values_of_);
    graph_->build(precision, bounds);
    return *graph_;
  }
  /// The graph's traces, once dead ends are cut.
  TraceGenerator& generate(std::uint64_t most_traces = 0) {
    graph_->cut(TraceGraph::DeadEnds::cut);
    generator_ = std::make_unique<TraceGenerator>(env_, *graph_, *solvers_, values_of_,
                                                  TraceGenerator::Options{most_traces, tracked_});
    generator_->run();
    return *generator_;
  }

  /// Control points of all nodes that are not cut and at which traces end: "0 1 2 | 0 3".
  std::string leaves() const {
    std::string result;
    for (NodeId id = 0; id < graph_->size(); ++id) {
      if (!graph_->is_leaf(id)) continue;
      if (!result.empty()) result += " | ";
      result += path(id);
    }
    return result;
  }
  /// The traces in the same way.
  std::string traces() const {
    std::string result;
    for (const NodeId end : generator_->ends()) {
      if (!result.empty()) result += " | ";
      result += path(end);
    }
    return result;
  }
  std::string path(NodeId end) const {
    std::string result;
    for (const NodeId id : graph_->path_to(end))
      result += (result.empty() ? "" : " ") + std::to_string(graph_->node(id).control);
    return result;
  }
  /// Whether the trace is a run: each state is what its action makes of the one before.
  testing::AssertionResult is_run(const ConcreteTrace& trace) {
    const auto starts = ir::reference_evaluate(system_.initial_condition(), trace.initial);
    if (!starts || !starts->is_true()) return testing::AssertionFailure() << "a wrong start";
    ir::Valuation state = trace.initial;
    for (const ConcreteStep& step : trace.steps) {
      ir::Interpreter interpreter(state, step.decisions);
      if (const auto error = interpreter.execute(step.action->statement))
        return testing::AssertionFailure() << step.action->label << ": " << error->message;
      state = interpreter.state();
      for (const ir::Var one : state_variables(system_))
        if (state.get(one) != step.state.get(one))
          return testing::AssertionFailure() << step.action->label << ": " << one->name;
    }
    return testing::AssertionSuccess();
  }

  Env env_;
  test::TinySystem system_;
  std::unique_ptr<smt::SolverFactory> solvers_ = smt::make_z3_factory(env_, system_.context());
  ExplicitDomain domain_{env_, system_.context(), *solvers_, 100};
  TraceGraph::ValuesOf values_of_ = [this](StateId state) { return domain_.values(state); };
  RunView view_{.rests = [](Control) { return true; }};
  std::vector<ir::Var> tracked_;
  std::unique_ptr<TraceGraph> graph_;
  std::unique_ptr<TraceGenerator> generator_;
};

}  // namespace arges::analysis
