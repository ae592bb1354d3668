#include "engine/portfolio/features.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>

#include "ir/traversal.h"

namespace arges::engine {

namespace {

using analysis::Control;

/// Goes through a model once and counts.
class FeatureCounter {
 public:
  explicit FeatureCounter(const analysis::System& system) : system_(system) {}

  Features count() {
    for (const ir::Var var : system_.variables()) count_variable(var);
    walk();
    return result_;
  }

 private:
  void count_variable(ir::Var var) {
    const auto& control = system_.control_variables();
    if (var->type.is_enum() || std::find(control.begin(), control.end(), var) != control.end())
      ++result_.modes;
    else if (var->type.is_bool())
      ++result_.booleans;
    else if (var->type.is_numeric())
      ++result_.numbers;
    else if (var->type.is_bitvector())
      ++result_.bit_vectors;
    else if (var->type.is_floating())
      ++result_.floats;
    else if (var->type.is_array())
      ++result_.arrays;
  }

  /// Depth first; an edge to a control point on the current path closes a loop.
  void walk() {
    enum class Mark : std::uint8_t { unseen, on_path, done };
    struct Visit {
      Control control;
      std::size_t next;  ///< action
    };
    std::unordered_map<Control, Mark> marks;
    std::unordered_map<Control, bool> heads;
    std::vector<Visit> path{{system_.initial_control(), 0}};
    marks[path.front().control] = Mark::on_path;
    while (!path.empty()) {
      Visit& top = path.back();
      const auto actions = system_.actions(top.control);
      if (top.next == actions.size()) {
        marks[top.control] = Mark::done;
        path.pop_back();
        continue;
      }
      const analysis::Action& action = *actions[top.next++];
      ++result_.actions;
      count_statement(action.statement);
      Mark& mark = marks[action.target];
      if (mark == Mark::on_path) heads[action.target] = true;
      if (mark != Mark::unseen) continue;
      mark = Mark::on_path;
      path.push_back({action.target, 0});
    }
    result_.loops = heads.size();
  }

  void count_statement(ir::Stmt statement) {
    if (statement.kind() == ir::StmtKind::havoc) ++result_.inputs;
    if (statement.kind() == ir::StmtKind::loop) result_.computes = true;
    for (const ir::Expr expr : {statement.expr(), statement.bound()})
      if (expr) count_expression(expr);
    for (const ir::Stmt child : statement.children()) count_statement(child);
  }

  void count_expression(ir::Expr expr) {
    ir::for_each_subexpression(expr, [this](ir::Expr part) {
      switch (part.op()) {
        case ir::Op::add:
        case ir::Op::bv_add:
          result_.computes = true;
          break;
        case ir::Op::mul:
        case ir::Op::bv_mul: {
          const auto factors = part.children();
          const auto literals = std::count_if(factors.begin(), factors.end(),
                                              [](ir::Expr factor) { return factor.is_literal(); });
          result_.computes = true;
          if (static_cast<std::size_t>(literals) + 1 < factors.size())
            result_.hard_arithmetic = true;
          break;
        }
        case ir::Op::div:
        case ir::Op::mod:
        case ir::Op::rem:
        case ir::Op::rat_div:
        case ir::Op::bv_udiv:
        case ir::Op::bv_sdiv:
        case ir::Op::bv_urem:
        case ir::Op::bv_srem:
        case ir::Op::bv_smod:
        case ir::Op::fp_add:
        case ir::Op::fp_mul:
        case ir::Op::fp_div:
        case ir::Op::fp_rem:
        case ir::Op::fp_sqrt:
          result_.computes = true;
          result_.hard_arithmetic = true;
          break;
        default:
          break;
      }
    });
  }

  const analysis::System& system_;
  Features result_;
};

}  // namespace

std::string Features::to_string() const {
  std::string result;
  const auto add = [&](std::size_t count, const char* one, const char* many) {
    if (count > 0)
      result += fmt::format("{}{} {}", result.empty() ? "" : ", ", count, count == 1 ? one : many);
  };
  add(modes, "mode", "modes");
  add(booleans, "Boolean", "Booleans");
  add(numbers, "number", "numbers");
  add(bit_vectors, "bit-vector", "bit-vectors");
  add(floats, "floating point number", "floating point numbers");
  add(arrays, "array", "arrays");
  add(inputs, "input", "inputs");
  add(loops, "loop", "loops");
  add(actions, "action", "actions");
  if (hard_arithmetic) result += ", products or remainders";
  return result;
}

Features features_of(const analysis::System& system) { return FeatureCounter(system).count(); }

}  // namespace arges::engine
