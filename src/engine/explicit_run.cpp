#include "analysis/certify/certificate_builder.h"
#include "analysis/explicit/explicit_search.h"
#include "analysis/refine/core_refuter.h"
#include "engine/run.h"

namespace arges::engine {

namespace {

/// Branches are kept apart, as their values differ.
constexpr model::BlockKind blocks = model::BlockKind::sequential;

/// Explicit-state search.
class ExplicitRun : public Run {
 public:
  ExplicitRun(Env& env, const Request& request, std::span<analysis::Monitor* const> monitors)
      : Run(env, request, reductions_with(request.configuration, blocks)),
        refuter_(env, solvers()),
        traces_(env, reduced(), solvers(), refuter_),
        search_(env, reduced(), solvers(), traces_, monitors) {}

 private:
  analysis::Verdict find() override { return search_.run(); }
  analysis::Proof proof() override {
    return analysis::make_certificate(search_.arg(), search_.domain(), reduced());
  }

  analysis::CoreRefuter refuter_;
  analysis::SolverTraceChecker traces_;
  analysis::ExplicitSearch search_;
};

}  // namespace

std::unique_ptr<Run> make_explicit_run(Env& env, const Run::Request& request,
                                       std::span<analysis::Monitor* const> monitors) {
  return std::make_unique<ExplicitRun>(env, request, monitors);
}

}  // namespace arges::engine
