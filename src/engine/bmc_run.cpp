#include "analysis/bmc/bounded_checker.h"
#include "analysis/refine/core_refuter.h"
#include "engine/run.h"
#include "ir/traversal.h"
#include "output/precision_text.h"

namespace arges::engine {

namespace {

/// Any part of the model without a loop is one action: the solver sees through it.
constexpr model::BlockKind blocks = model::BlockKind::full;

/// Conditions that are known wherever anything is.
std::vector<ir::Expr> always_known(const std::map<analysis::Control, ir::Expr>& invariants) {
  std::map<ir::Expr, std::size_t> places;
  std::vector<ir::Expr> result;
  for (const auto& [control, invariant] : invariants)
    for (const ir::Expr part : ir::conjuncts(invariant))
      if (++places[part] == invariants.size()) result.push_back(part);
  return result;
}

/// Bounded model checking with k-induction.
class BmcRun : public Run {
 public:
  BmcRun(Env& env, const Request& request)
      : Run(env, request, reductions_with(request.configuration, blocks)),
        refuter_(env, solvers()),
        traces_(env, reduced(), solvers(), refuter_),
        checker_(env, reduced(), solvers(), {traces_, request.configuration.bound, suggested()}) {}

 private:
  analysis::Verdict find() override { return checker_.run(); }
  analysis::Proof proof() override { return analysis::make_certificate(checker_, reduced()); }
  std::string tracked() const override {
    return output::write_conditions(system(), always_known(checker_.invariants()));
  }

  std::vector<ir::Expr> suggested() const {
    std::vector<ir::Expr> result;
    for (const analysis::PrecisionFact& fact : given_facts())
      if (fact.predicate) result.push_back(fact.predicate);
    return result;
  }

  analysis::CoreRefuter refuter_;
  analysis::SolverTraceChecker traces_;
  analysis::BoundedChecker checker_;
};

}  // namespace

std::unique_ptr<Run> make_bmc_run(Env& env, const Run::Request& request) {
  return std::make_unique<BmcRun>(env, request);
}

}  // namespace arges::engine
