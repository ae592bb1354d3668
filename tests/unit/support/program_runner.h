#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "frontend/c/c_frontend.h"
#include "ir/interpreter.h"

namespace arges::test {

/// Runs C programs by the interpreter, edge by edge; what is not determined is 0.
class ProgramRunner {
 public:
  explicit ProgramRunner(const std::string& text, frontend::c::Options options = {})
      : model_(frontend::c::read_c(context_, std::make_shared<const SourceText>("test.c", text),
                                   options)),
        leaving_(model_.cfa.locations.size()) {
    for (const model::CfaEdge& edge : model_.cfa.edges) leaving_[edge.source].push_back(&edge);
  }

  /// Where the run ends: an error ("reach_error"), an escape (its reason), "end", "stuck", or
  /// "endless" if so many steps are not enough.
  std::string run(std::size_t most_steps = 1'000'000) {
    ir::Valuation state;
    for (const ir::Var var : model_.cfa.variables) state.set(var, zero(var->type));
    std::uint32_t at = model_.cfa.initial;
    for (std::size_t steps = 0; steps < most_steps; ++steps) {
      for (const auto& [name, location] : model_.errors)
        if (location == at) return name;
      for (const frontend::c::Escape& escape : model_.escapes)
        if (escape.location == at) return escape.reason;
      const auto taken =
          std::find_if(leaving_[at].begin(), leaving_[at].end(),
                       [&](const model::CfaEdge* edge) { return follow(edge->statement, state); });
      if (taken == leaving_[at].end())
        return model_.cfa.locations[at].kind == model::CfaLocation::Kind::final ? "end" : "stuck";
      at = (*taken)->target;
    }
    return "endless";
  }

  const frontend::c::CModel& model() const { return model_; }

 private:
  ir::Value zero(ir::Type type) {
    if (!type.is_array()) return ir::Value::small(0);
    return context_.values().array(type, zero(type.element()), {});
  }

  void collect_havocs(ir::Stmt statement, std::vector<ir::Decision>& decisions) {
    if (statement.kind() == ir::StmtKind::havoc)
      decisions.push_back(ir::Decision::pick(zero(statement.var()->type), statement.var()->type));
    for (const ir::Stmt child : statement.children()) collect_havocs(child, decisions);
  }

  bool follow(ir::Stmt statement, ir::Valuation& state) {
    std::vector<ir::Decision> decisions;
    collect_havocs(statement, decisions);
    ir::Interpreter interpreter(state, decisions);
    if (interpreter.execute(statement)) return false;
    state = interpreter.state();
    return true;
  }

  ir::Context context_;
  frontend::c::CModel model_;
  std::vector<std::vector<const model::CfaEdge*>> leaving_;  ///< by location
};

}  // namespace arges::test
