#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "analysis/refine/refuter.h"
#include "analysis/system/state_variables.h"
#include "ir/simplify.h"
#include "ir/traversal.h"
#include "smt/z3/factory.h"
#include "support/tiny_system.h"

namespace arges::analysis {

/// A refuter that says what it was told, as often as it is asked.
class FixedRefuter : public Refuter {
 public:
  FixedRefuter(const char* name, std::optional<Refutation> answer, int& calls)
      : name_(name), answer_(std::move(answer)), calls_(calls) {}
  const char* name() const override { return name_; }
  std::optional<Refutation> refute(const TraceEncoding&) override {
    ++calls_;
    return answer_;
  }

 private:
  const char* name_;
  std::optional<Refutation> answer_;
  int& calls_;
};

/// Straight traces over integers x, y, z and Booleans p, q, r, and what must be true of what a
/// refuter says about them.
class RefuterTest : public testing::Test {
 protected:
  using Strings = std::vector<std::string>;

  RefuterTest() {
    for (const char* name : {"x", "y", "z"}) system_.add_integer(name);
    for (const char* name : {"p", "q", "r"}) system_.add_boolean(name);
  }

  /// An initial condition and then one action a statement. What it returns lives as long as the
  /// test.
  const TraceEncoding& trace(const std::string& initial, const Strings& statements) {
    system_.set_initial(initial);
    std::vector<const Action*>& actions = traces_.emplace_back();
    Control control = 0;
    for (const std::string& statement : statements) {
      actions.push_back(&system_.edge(control, control + 1, statement));
      ++control;
    }
    return encodings_.emplace_back(system_, actions);
  }

  /// Each of these choices doubles a condition on x.
  static std::string many_choices() {
    std::string result;
    for (int i = 0; i < 20; ++i)
      result += "choice { x := x + " + std::to_string(1 << i) + " } or {}; ";
    return result;
  }

  /// Whether the interpolants are an inductive chain over the system's variables: the initial
  /// condition implies the first, each with its action implies the next, the last is false.
  testing::AssertionResult is_chain(const TraceEncoding& encoding, const Refutation& refutation) {
    const std::vector<ir::Expr>& interpolants = refutation.interpolants;
    if (interpolants.size() != encoding.trace().size() + 1)
      return testing::AssertionFailure() << interpolants.size() << " interpolants";
    for (std::size_t k = 0; k < interpolants.size(); ++k)
      if (!is_about_a_state(interpolants[k]))
        return testing::AssertionFailure()
               << "interpolant " << k << " is not about a state: " << text(refutation);
    if (!implies(system_.initial_condition(), ir::skip(system_.context()), interpolants.front()))
      return testing::AssertionFailure() << "does not hold initially: " << text(refutation);
    for (std::size_t k = 0; k < encoding.trace().size(); ++k)
      if (!implies(interpolants[k], encoding.trace()[k]->statement, interpolants[k + 1]))
        return testing::AssertionFailure()
               << "action " << k << " breaks interpolant " << k + 1 << ": " << text(refutation);
    if (!interpolants.back().is_false())
      return testing::AssertionFailure() << "does not end in false: " << text(refutation);
    return testing::AssertionSuccess() << text(refutation);
  }

  /// Whether a condition follows from the trace before a state and contradicts the one after it.
  testing::AssertionResult separates(const TraceEncoding& encoding, std::size_t state,
                                     ir::Expr interpolant) {
    if (!is_about_a_state(interpolant))
      return testing::AssertionFailure() << interpolant.to_string() << " is not about a state";
    const ir::Expr here = encoding.versions(state).apply(interpolant);
    const auto before = solvers_->make();
    const auto after = solvers_->make();
    for (const TraceEncoding::Piece& piece : encoding.pieces())
      (piece.position < static_cast<std::ptrdiff_t>(state) ? before : after)->add(piece.formula);
    before->add(ir::not_(here));
    after->add(here);
    if (before->check() != smt::Status::unsat)
      return testing::AssertionFailure() << interpolant.to_string() << " does not follow";
    if (after->check() != smt::Status::unsat)
      return testing::AssertionFailure() << interpolant.to_string() << " does not contradict";
    return testing::AssertionSuccess();
  }

  /// The interpolants one after another, simplified.
  static std::string text(const Refutation& refutation) {
    std::string result;
    for (const ir::Expr interpolant : refutation.interpolants)
      result += (result.empty() ? "" : " | ") + ir::simplify(interpolant).to_string();
    return result;
  }
  static std::string text(const std::optional<Refutation>& refutation) {
    return refutation ? text(*refutation) : "none";
  }
  /// The names of the variables at each state: "- | x | x y".
  static std::string variables(const std::optional<Refutation>& refutation) {
    if (!refutation) return "none";
    std::string result;
    for (const std::vector<ir::Var>& vars : refutation->variables) {
      if (!result.empty()) result += " | ";
      if (vars.empty()) result += "-";
      for (const ir::Var var : vars) result += (var == vars.front() ? "" : " ") + var->name;
    }
    return result;
  }
  Refutation refutation(const Strings& interpolants) {
    std::vector<ir::Expr> formulas;
    for (const std::string& interpolant : interpolants)
      formulas.push_back(system_.expr(interpolant));
    return by_interpolants(std::move(formulas));
  }

  Env env_;
  test::TinySystem system_;
  std::unique_ptr<smt::SolverFactory> solvers_ = smt::make_z3_factory(env_, system_.context());

 private:
  bool is_about_a_state(ir::Expr formula) const {
    return VariableSet(state_variables(system_)).describe(formula);
  }
  bool implies(ir::Expr before, ir::Stmt statement, ir::Expr after) {
    ir::Unfolder unfolder(system_.context());
    const ir::Unfolding unfolding = unfolder.unfold(statement, {});
    const auto solver = solvers_->make();
    solver->add(before);
    solver->add(unfolding.formula);
    solver->add(ir::not_(unfolding.after.apply(after)));
    return solver->check() == smt::Status::unsat;
  }

  std::deque<std::vector<const Action*>> traces_;
  std::deque<TraceEncoding> encodings_;
};

}  // namespace arges::analysis
