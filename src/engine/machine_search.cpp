#include "engine/machine_search.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include "base/invariant.h"
#include "engine/machine_trace.h"
#include "engine/run.h"
#include "model/machines/certify/set_checker.h"
#include "model/machines/search/packed_set.h"

namespace arges::engine {

namespace {

using analysis::Answer;
using analysis::StateSet;
using model::machines::PackedSearch;
using model::machines::PackedSet;
using model::machines::SetChecker;

/// A witness with more would have hundreds of megabytes; checking again takes no longer than
/// reading it.
constexpr std::uint32_t most_states_to_write = 100000;

analysis::Check as_check(const SetChecker::Result& result) {
  return {result.passed, result.reason, result.ran_out};
}

/// The set in terms of the lowered system.
StateSet written(const PackedSet& set, const model::machines::Layout& layout, Reduction reduction) {
  StateSet result;
  result.count = set.size();
  if (set.size() > most_states_to_write) {
    result.omitted = fmt::format("{} states are too many to write", set.size());
    return result;
  }
  result.variables = layout.variables();
  for (std::uint32_t i = 0; i < set.size(); ++i) {
    const std::vector<ir::Value> values = layout.values(set.member(i));
    result.values.insert(result.values.end(), values.begin(), values.end());
    if (reduction != Reduction::none) result.followed.push_back(set.expanded(i));
  }
  return result;
}

void certify(Env& env, const MachineQuestion& machines, const PackedSearch& search,
             Reduction reduction, output::PropertyResult& result) {
  const double budget = certifying_seconds(env.statistics.timer("time").seconds());
  const Timer::Scope timing(env.statistics.timer("certify::time"));
  const PackedSet set(search);
  // Before it is checked: whatever ends that leaves a proof that somebody else can check.
  result.proof = written(set, machines.lowering->layout(), reduction);
  SetChecker checker(machines.lowering->model(), *machines.question, env.limits);
  result.certificate = as_check(checker.check(set, budget));
  INVARIANT(result.certificate.passed || result.certificate.ran_out,
            fmt::format("a proof should pass its check: {}", result.certificate.reason));
}

/// Of this process, so that speeds can be compared on a machine that has other work.
std::uint64_t cpu_milliseconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto milliseconds = [](const timeval& time) {
    return time.tv_sec * 1000 + time.tv_usec / 1000;
  };
  return static_cast<std::uint64_t>(milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime));
}

void note_speed(Env& env) {
  const double seconds = env.statistics.timer("time").seconds();
  const auto states = static_cast<double>(env.statistics.counter("explicit::states").value());
  if (seconds > 0)
    env.statistics.counter("explicit::states_per_second")
        .set(static_cast<std::uint64_t>(states / seconds));
}

}  // namespace

void check_by_search(Env& env, Task& task, std::size_t property, const Configuration& configuration,
                     const CheckOptions& options, output::PropertyResult& result) try {
  const MachineQuestion machines = task.machines(property);
  const model::machines::Lowering& lowering = *machines.lowering;
  PackedSearch search(env, lowering.model(), *machines.question,
                      configuration.reduction == Reduction::none
                          ? model::machines::Reduction::off
                          : model::machines::Reduction::ample);
  PackedSearch::Answer answer;
  {
    const Timer::Scope timing(env.statistics.timer("time"));
    const std::uint64_t before = cpu_milliseconds();
    answer = search.run();
    env.statistics.counter("explicit::cpu_ms").set(cpu_milliseconds() - before);
  }
  note_speed(env);
  using Kind = PackedSearch::Answer::Kind;
  if (options.on_verdict && answer.kind != Kind::escaped) options.on_verdict();
  if (answer.kind == Kind::holds) {
    result.verdict = {Answer::holds, "", {}};
    return certify(env, machines, search, configuration.reduction, result);
  }
  analysis::ConcreteTrace run = as_trace(lowering, task.system(property), answer.run);
  if (const auto reason = task.escape(property, run)) {
    result.verdict = {Answer::unknown, *reason, {}};
    result.leaves_model = true;
    return;
  }
  result.certificate = validate_witness(env, task, property, run);
  INVARIANT(
      result.certificate.passed,
      fmt::format("a counterexample should be a run of the model: {}", result.certificate.reason));
  result.verdict = {Answer::violated, "", std::move(run)};
} catch (const model::machines::TooLarge& error) {
  result.verdict = {Answer::unknown, fmt::format("unsupported: {}", error.what()), {}};
}

analysis::Check validate_states(Env& env, Task& task, std::size_t property,
                                const analysis::StateSet& proof) {
  const MachineQuestion machines = task.machines(property);
  if (machines.question == nullptr)
    return {false, "the proof is one of state machines that send each other messages", false};
  if (!proof.omitted.empty()) return {false, "the proof is not written: " + proof.omitted, true};
  const model::machines::Layout& layout = machines.lowering->layout();
  if (proof.variables != layout.variables())
    return {false, "the proof should have the variables of the model", false};
  std::vector<model::machines::Configuration> members;
  for (std::size_t i = 0; i < proof.count; ++i) {
    env.limits.check();
    ir::Valuation state;
    for (std::size_t j = 0; j < proof.variables.size(); ++j)
      state.set(proof.variables[j], proof.state(i)[j]);
    auto configuration = layout.decode_checked(state);
    if (!configuration) return {false, fmt::format("state {} is no configuration", i), false};
    members.push_back(std::move(*configuration));
  }
  SetChecker checker(machines.lowering->model(), *machines.question, env.limits);
  return as_check(
      checker.check(model::machines::ListedConfigurations(std::move(members), proof.followed), {}));
}

}  // namespace arges::engine
