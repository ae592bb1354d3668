#include "analysis/bmc/bounded_checker.h"
#include "analysis/refine/core_refuter.h"
#include "engine/run.h"

namespace arges::engine {

namespace {

/// Any part of the model without a loop is one action: the solver sees through it.
constexpr model::BlockKind blocks = model::BlockKind::full;

/// Bounded model checking with k-induction.
class BmcRun : public Run {
 public:
  BmcRun(Env& env, const Request& request)
      : Run(env, request, reductions_with(request.configuration, blocks)),
        refuter_(env, solvers()),
        traces_(env, reduced(), solvers(), refuter_),
        checker_(env, reduced(), solvers(), {traces_, request.configuration.bound}) {}

 private:
  analysis::Verdict find() override { return checker_.run(); }
  analysis::Proof proof() override { return analysis::make_certificate(checker_, reduced()); }

  analysis::CoreRefuter refuter_;
  analysis::SolverTraceChecker traces_;
  analysis::BoundedChecker checker_;
};

}  // namespace

std::unique_ptr<Run> make_bmc_run(Env& env, const Run::Request& request) {
  return std::make_unique<BmcRun>(env, request);
}

}  // namespace arges::engine
