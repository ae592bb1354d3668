#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/child_process.h"
#include "base/limits.h"
#include "engine/checker.h"
#include "engine/configuration.h"
#include "engine/task.h"
#include "output/result.h"

namespace arges::engine {

/// What one process of a portfolio is asked to do.
struct WorkerRequest {
  LoadRequest model;
  std::vector<std::size_t> properties = {0};  ///< several are checked as one
  Configuration configuration;
  Limits::Settings limits = {};
  std::optional<double> slice_seconds = {};  ///< the turn is over then, unless there is a verdict
  std::string facts = {};                    ///< what others learnt, as read_precision reads it
  bool wants_proof = false;                  ///< proofs can be large
  bool keeps_history = false;                ///< so can this
};

std::string write_request(const WorkerRequest& request);
/// Throws InputError or UsageError.
WorkerRequest read_request(const SourcePtr& text);

/// What a worker writes before its answer, once it has a verdict and begins to certify it: it keeps
/// its turn until that is done.
inline constexpr std::string_view certifying_line = "certifying\n";

/// What a worker does once its limits are watched: the text that it answers with.
/// `tell_verdict` is called once there is a verdict to be certified.
std::string answer(Env& env, const WorkerRequest& request,
                   const std::function<void()>& tell_verdict);

/// What became of a worker: a result, or how it failed to give one.
struct WorkerAnswer {
  std::optional<output::PropertyResult> result;
  std::string failure = {};
  bool is_defect = true;  ///< of a failure: no limit explains it
};

/// A worker process; it is killed with its object.
class Worker {
 public:
  /// `command` starts a program that reads a request and writes its answer.
  Worker(const std::vector<std::string>& command, const WorkerRequest& request);

  ChildProcess& process() { return process_; }
  /// As far as was received.
  bool is_certifying() const { return process_.output().starts_with(certifying_line); }
  /// Once nothing more will come from the process.
  WorkerAnswer read_answer(const analysis::System& system);

 private:
  ChildProcess process_;
};

}  // namespace arges::engine
