#pragma once

#include <functional>
#include <optional>
#include <string>

#include "analysis/monitor/monitor.h"
#include "base/env.h"
#include "engine/configuration.h"
#include "engine/task.h"
#include "output/result.h"

namespace arges::engine {

/// What is wanted of a check besides the verdict.
struct CheckOptions {
  std::optional<std::string> dump_smt_folder;  ///< write every solver query there
  bool keep_precision = false;                 ///< tell what was tracked in the end
  std::string facts = {};                 ///< what other runs tracked, as read_precision reads it
  std::function<void()> on_verdict = {};  ///< called once there is one, before it is certified
  bool keeps_history = false;             ///< tell what each iteration of a refinement was like
  bool explains = false;  ///< tell why counterexamples of interval abstraction were spurious
};

/// Checks one property: runs the configured engine, which is no portfolio, then certifies what it
/// says. Never throws for a limit: that is the verdict unknown, with its reason.
output::PropertyResult check_property(Env& env, Task& task, std::size_t property,
                                      const Configuration& configuration,
                                      analysis::Monitor* monitor, const CheckOptions& options);

/// Re-checks a proof or a counterexample from a file.
analysis::Check validate_witness(Env& env, Task& task, std::size_t property,
                                 const analysis::Certificate& proof);
analysis::Check validate_witness(Env& env, Task& task, std::size_t property,
                                 const analysis::InductionCertificate& proof);
analysis::Check validate_witness(Env& env, Task& task, std::size_t property,
                                 const analysis::LtlCertificate& proof);
analysis::Check validate_witness(Env& env, Task& task, std::size_t property,
                                 const analysis::StateSet& proof);
analysis::Check validate_witness(Env& env, Task& task, std::size_t property,
                                 const analysis::ConcreteTrace& trace);

}  // namespace arges::engine
