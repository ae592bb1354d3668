#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/env.h"
#include "engine/configuration.h"
#include "engine/task.h"
#include "output/result.h"

namespace arges::engine {

/// What decided another property of the model: likely the best for the next one.
struct Lead {
  std::string options;  ///< of the member
  double seconds;       ///< that it took
};

/// What several configurations are to check, each in a process of its own.
struct PortfolioRequest {
  Task& task;
  /// How workers load what the task was loaded from; with the model's text.
  LoadRequest model;
  /// A portfolio; what it says for every engine, its members follow.
  Configuration configuration;
  /// Starts a worker: a program that does what worker.h says, and its arguments.
  std::vector<std::string> worker_command;
  bool wants_proof = false;
  bool keeps_history = false;  ///< of the member that decides
  std::optional<Lead> lead = {};
  /// Gets a line about every start and end of a worker; may be empty.
  std::function<void(const std::string&)> progress = {};
};

/// Who is to lead after this result; nothing if nobody decided it.
std::optional<Lead> lead_after(const output::PropertyResult& result);

/// Checks one property, for no longer than `seconds` if given; the first certified verdict is the
/// result. Never throws for a limit: that is the verdict unknown, with its reason.
output::PropertyResult check_by_portfolio(Env& env, const PortfolioRequest& request,
                                          std::size_t property, std::optional<double> seconds);

}  // namespace arges::engine
