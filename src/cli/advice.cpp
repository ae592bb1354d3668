#include "cli/advice.h"

#include <algorithm>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "engine/machine_task.h"

namespace arges::cli {

namespace {

/// Less is not enough even to start.
constexpr std::uint64_t least_megabytes = 200;

/// An option that may help, with values in the order in which they are worth a try; of a number
/// without values, ten times as much.
struct Remedy {
  std::string_view option;
  std::vector<std::string_view> values = {};
};

constexpr std::size_t most_options = 4;

/// What decides about a reason, the most promising first.
std::vector<Remedy> remedies(const std::string& reason) {
  if (reason == "no refinement progress")
    return {{"loop-refinement", {"ranking"}},
            {"domain", {"prod", "pred-split"}},
            {"max-enum"},
            {"refinement", {"unsat-core", "seq-itp", "ucb"}},
            {"monitor", {"mitigate"}},
            {"encoding", {"sbe", "lbe"}}};
  if (reason == "bound reached") return {{"bound"}, {"engine", {"cegar"}}};
  // Which engine or domain does not is what it begins with.
  if (reason.ends_with("does not check temporal formulas"))
    return {{"engine", {"cegar"}}, {"domain", {"prod"}}};
  if (reason.starts_with("unsupported")) return {{"engine", {"cegar", "bmc"}}};
  if (reason == "timeout")
    return {{"loop-refinement", {"ranking"}},
            {"domain", {"prod", "pred-cart"}},
            {"refinement", {"ucb", "seq-itp"}},
            {"search", {"dfs", "err"}},
            {"engine", {"cegar"}}};
  if (reason == "memory")
    return {{"domain", {"pred-cart", "prod"}},
            {"encoding", {"lbe"}},
            {"search", {"dfs", "err"}},
            {"engine", {"cegar"}}};
  if (reason == "solver unknown")
    return {{"domain", {"expl", "prod"}},
            {"refinement", {"unsat-core", "seq-itp"}},
            {"encoding", {"sbe"}},
            {"engine", {"cegar"}}};
  // A counterexample whose values could not be found for all of the model.
  if (reason.starts_with("not proved")) return {{"slice", {"off"}}, {"encoding", {"sbe"}}};
  return {};
}

/// Sets back to their defaults the options that have no effect with the configuration; " without
/// --…" for those, as they must not be given then.
std::string drop_idle(engine::Configuration& configuration, engine::ModelKind kind) {
  std::string result;
  for (const engine::Axis& axis : engine::axes()) {
    const std::uint32_t usual = axis.get(engine::Configuration());
    if (axis.get(configuration) == usual || engine::has_effect(axis, configuration, kind)) continue;
    axis.set(configuration, usual);
    result += fmt::format("{}--{}", result.empty() ? " without " : " and ", axis.name());
  }
  return result;
}

/// The first value that is not in use and works with the rest of the configuration.
std::optional<std::string> alternative(const RunSettings& settings, const Remedy& remedy) {
  // The portfolio tried what there is.
  if (settings.configuration.engine == engine::EngineKind::portfolio) return {};
  const bool had_turns = settings.configuration.turns == engine::Turns::domains;
  if (had_turns && remedy.option == "domain") return {};
  const engine::Axis& axis = *engine::find_axis(remedy.option);
  if (!engine::has_effect(axis, settings.configuration, settings.kind)) return {};
  const std::uint32_t used = axis.get(settings.configuration);
  // Zero stands for no limit.
  if (axis.is_number() && used != 0 && used <= UINT32_MAX / 10)
    return fmt::format("--{} {}", axis.name(), used * 10);
  for (const std::string_view value : remedy.values) {
    engine::Configuration changed = settings.configuration;
    engine::set_from_text(changed, axis, value);
    const std::string without = drop_idle(changed, settings.kind);
    if (axis.get(changed) != used && engine::is_valid(changed, settings.kind))
      return fmt::format("--{} {}{}", axis.name(), value, without);
  }
  return {};
}

/// More of what was used up, if the user set its limit.
std::optional<std::string> higher_limit(const Limits::Settings& limits, const std::string& reason) {
  if (reason == "timeout" && limits.timeout_seconds)
    return fmt::format("--timeout {:.12g}", std::max(1.0, *limits.timeout_seconds * 10));
  if (reason == "memory" && limits.memory_megabytes)
    return fmt::format("--memory {}", std::max(least_megabytes, *limits.memory_megabytes * 2));
  return {};
}

/// Of a statechart.
std::string advice_on_problem(const RunSettings& settings, const std::string& reason) {
  const std::string first = "--check problems shows the run that ends there";
  const auto is_about = [&](std::string_view what) {
    return reason.find(what) != std::string::npos;
  };
  // However long the queue is, an environment that sends for ever fills it.
  if (is_about("deferred"))
    return first +
           "; if the environment may send for ever, no queue is long enough: let the state that "
           "defers the event drop it at times, by a transition without a target";
  if (settings.kind != engine::ModelKind::scxml || !is_about("queue")) return first;
  return fmt::format("{}; {} may hold more", first,
                     is_about("internal") ? "a:internal-queue" : "a:external-queue");
}

}  // namespace

std::string advice_on_leaving(const RunSettings& settings, const std::string& reason) {
  if (settings.kind == engine::ModelKind::machines && reason != engine::full_queue_reason())
    return "runs end there, and what would come after decides; --check assertions,problems shows "
           "one";
  if (settings.kind == engine::ModelKind::machines)
    return "give the receiver's class a longer queue ('queue N;'); --check queue-overflow shows "
           "the run";
  if (engine::is_statechart(settings.kind)) return advice_on_problem(settings, reason);
  return advice(settings, reason);
}

std::string advice(const RunSettings& settings, const std::string& reason) {
  std::vector<std::string> options;
  if (auto limit = higher_limit(settings.limits, reason)) options.push_back(std::move(*limit));
  for (const Remedy& remedy : remedies(reason))
    if (auto option = alternative(settings, remedy)) options.push_back(std::move(*option));
  options.resize(std::min(options.size(), most_options));
  return options.empty() ? "" : fmt::format("try {}", fmt::join(options, ", or "));
}

}  // namespace arges::cli
