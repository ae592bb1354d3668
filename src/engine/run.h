#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "analysis/cegar/verdict.h"
#include "analysis/certify/proof.h"
#include "analysis/monitor/monitor.h"
#include "analysis/precision/precision.h"
#include "base/env.h"
#include "engine/checker.h"
#include "engine/configuration.h"
#include "engine/task.h"
#include "model/passes/reduce.h"
#include "output/report/refinement_history.h"
#include "output/result.h"
#include "smt/solver.h"

namespace arges::engine {

/// Certificates may take as long as the analysis did, or a little if that took less.
double certifying_seconds(double analysis_seconds);

/// One check of one property, from configuration to certified verdict. An engine fills in how the
/// verdict is found, on the reduced system; here it is told and certified in terms of the model.
class Run {
 public:
  /// What a run is about.
  struct Request {
    Task& task;
    std::size_t property = 0;
    const Configuration& configuration;
    const CheckOptions& options;
    /// Instead of the property's own system, one with fewer targets: only a violation counts.
    const analysis::System* narrowed = nullptr;
  };
  Run(Env& env, const Request& request, const model::Reductions& reductions);
  virtual ~Run() = default;
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  void execute(output::PropertyResult& result);

 protected:
  virtual analysis::Verdict find() = 0;
  /// After `holds`, for the original system.
  virtual analysis::Proof proof() = 0;
  /// What was tracked, as read_precision knows it; also where a limit ended the run.
  virtual std::string tracked() const { return ""; }
  /// What the iterations were like, if the engine has any; called once, at the end.
  virtual output::RefinementHistory history(analysis::Answer) { return {}; }
  /// What gives reason to doubt that the run will end.
  virtual std::vector<std::string> concerns() const { return {}; }

  Env& env() { return env_; }
  Task& task() { return task_; }
  const Configuration& configuration() const { return configuration_; }
  /// What other runs tracked.
  std::vector<analysis::PrecisionFact> given_facts() const;
  const analysis::System& system() const { return system_; }
  const analysis::ReducedSystem& reduced() const { return *reduced_; }
  smt::SolverFactory& solvers() { return *solvers_; }

 private:
  void remember(output::PropertyResult& result, analysis::Answer answer);
  analysis::Verdict in_the_model(analysis::Verdict found);
  void certify_violation(analysis::Verdict verdict, output::PropertyResult& result);
  void certify_proof(output::PropertyResult& result, double analysis_seconds);

  Env& env_;
  Task& task_;
  std::size_t property_;
  const analysis::System& system_;
  bool is_narrowed_;
  const Configuration& configuration_;
  const CheckOptions& options_;
  std::unique_ptr<smt::SolverFactory> solvers_;
  std::unique_ptr<model::BlockSystem> reduced_;
};

/// The reductions that a configuration asks for, with blocks of this kind where it wants large
/// ones.
model::Reductions reductions_with(const Configuration& configuration, model::BlockKind blocks);

/// Runs of the engines other than CEGAR.
std::unique_ptr<Run> make_explicit_run(Env& env, const Run::Request& request,
                                       std::span<analysis::Monitor* const> monitors);
std::unique_ptr<Run> make_bmc_run(Env& env, const Run::Request& request);

}  // namespace arges::engine
