#include "engine/traces.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <span>

#include <fmt/format.h>

#include "analysis/domain/explicit/explicit_domain.h"
#include "analysis/system/state_variables.h"
#include "analysis/tracegen/trace_generator.h"
#include "base/error.h"
#include "base/invariant.h"
#include "base/syntax/suggest.h"
#include "engine/coverage/few_traces.h"
#include "engine/coverage/goal_search.h"
#include "engine/coverage/partly_tracked.h"
#include "engine/coverage/recorder.h"
#include "engine/coverage/run_keys.h"
#include "output/state_text.h"
#include "smt/z3/factory.h"

namespace arges::engine {

namespace {

using analysis::NodeId;
using analysis::TraceGenerator;
using analysis::TraceGraph;
using output::GoalResult;

bool matches(std::string_view pattern, std::string_view name) {
  if (pattern.empty()) return name.empty();
  if (pattern.front() != '*')
    return !name.empty() && pattern.front() == name.front() &&
           matches(pattern.substr(1), name.substr(1));
  for (std::size_t skipped = 0; skipped <= name.size(); ++skipped)
    if (matches(pattern.substr(1), name.substr(skipped))) return true;
  return false;
}

/// The data that patterns name; throws UsageError for one that names none.
std::vector<ir::Var> chosen(const std::vector<std::string>& patterns,
                            const std::vector<ir::Var>& data) {
  std::vector<ir::Var> result;
  for (const std::string& pattern : patterns) {
    bool any = false;
    syntax::Suggestion nearest(pattern);
    for (const ir::Var var : data) {
      nearest.consider(var->name);
      if (!matches(pattern, var->name)) continue;
      any = true;
      result.push_back(var);
    }
    if (!any)
      throw UsageError(fmt::format("the model has no variable '{}'", pattern),
                       data.empty() ? "it has none" : nearest.hint());
  }
  return result;
}

}  // namespace

/// What the set refers to, in the order in which it is made.
struct GeneratedTraces::Parts {
  Parts(Env& env, const TraceRequest& request)
      : task(load(env, for_traces(request.model))),
        model(task->trace_model()),
        solvers(smt::make_z3_factory(env, task->context(), {})),
        domain(env, task->context(), *solvers, analysis::ExplicitDomain::most_successors),
        values_of([this](analysis::StateId state) { return domain.values(state); }),
        graph(env, *model.system, domain, model.view, values_of) {
    require_use(request.use);
    build(request);
    generator.emplace(env, graph, *solvers, values_of,
                      TraceGenerator::Options{request.most_traces, tracked});
    generator->run();
    run_keys.emplace(graph, *generator);
  }

  void require_use(TraceRequest::Use use) const {
    using arges::model::statechart::Execution;
    if (use == TraceRequest::Use::reading || model.chart == nullptr) return;
    if (execution_of(model.chart->layout().system()) == Execution::turns)
      throw UsageError(
          "--format script is not for systems whose components take messages when they like: a "
          "script can't say when",
          "use --format json, or --component NAME for one component's traces");
  }

  static LoadRequest for_traces(LoadRequest request) {
    request.purpose = Purpose::traces;
    return request;
  }

  void build(const TraceRequest& request) {
    const analysis::VariableSet data(model.data);
    for (const ir::Var var : state_variables(*model.system))
      if (!request.tracked || !data.contains(var)) tracked.push_back(var);
    if (request.tracked)
      for (const ir::Var var : chosen(*request.tracked, model.data)) tracked.push_back(var);
    analysis::Precision precision(analysis::Granularity::global);
    for (const ir::Var var : tracked) precision.add_variable(model.system->initial_control(), var);
    graph.build(precision, {0, request.longest});
    graph.cut(request.dead_ends);
  }

  output::ToldTrace tell(std::size_t i);
  void minimize(const Limits& limits);
  /// Whether telling may begin anew after so many actions of a path.
  bool is_seam(const std::vector<NodeId>& path, std::size_t actions) const;
  void describe(Env& env, const TraceRequest& request);
  /// Of what the generator's traces do not get to, what others do or do not.
  struct Reach {
    std::vector<analysis::Unreached> unreached = {};
    std::vector<analysis::Unreached> by_others = {};
  };
  Reach reach_with(std::span<const analysis::ConcreteTrace> others) const;
  std::vector<output::UnreachedState> told_states(
      const std::vector<analysis::Unreached>& unreached) const;
  void cover(Env& env, const TraceRequest& request);
  void note(std::size_t trace, const std::vector<GoalId>& met);
  void search(Env& env, const TraceRequest& request, std::vector<std::string>& reasons,
              std::vector<bool>& is_proved);
  /// In configurations, as --max-length counts.
  std::size_t length_of(const analysis::ConcreteTrace& run) const;
  /// Leaves of the goals those that a run meets, if it meets any.
  void keep_met(const analysis::ConcreteTrace& run, std::vector<bool>& wanted) const;

  std::unique_ptr<Task> task;
  TraceModel model;
  std::unique_ptr<smt::SolverFactory> solvers;
  analysis::ExplicitDomain domain;
  TraceGraph::ValuesOf values_of;
  TraceGraph graph;
  std::vector<ir::Var> tracked;
  std::optional<TraceGenerator> generator;
  std::optional<RunKeys> run_keys;
  GoalTable table;
  std::unique_ptr<CoverageRecorder> recorder;
  std::vector<std::vector<std::size_t>> traces_of;  ///< by goals
  std::vector<analysis::ConcreteTrace> extra;       ///< for goals that the others do not meet
  std::vector<std::uint32_t> told_keys;             ///< of the trace that was told last
  output::ToldTrace told;
  output::TraceSet set;
};

void GeneratedTraces::Parts::describe(Env& env, const TraceRequest& request) {
  set.model = request.model.path;
  set.subject = {model.system.get(), model.chart,      model.program,
                 model.machines,     model.view.rests, model.inputs};
  set.size = generator->ends().size();
  set.trace = [this](std::size_t i) {
    const std::size_t generated = generator->ends().size();
    return i < generated ? generator->trace(i) : extra[i - generated];
  };
  set.why_incomplete = generator->why_incomplete();
  set.teller = [this](std::size_t i) { return tell(i); };
  cover(env, request);
  const Reach reach = reach_with(extra);
  set.partly_tracked = partly_tracked(graph, values_of, tracked, model.data);
  set.full_coverage =
      reach.unreached.empty() && set.why_incomplete.empty() && set.partly_tracked.empty();
  set.unreached = told_states(reach.unreached);
  set.reached_for_goals = told_states(reach.by_others);
  if (request.size == TraceRequest::Size::few) minimize(env.limits);
  set.statistics = env.statistics.entries();
}

/// Traces that were found for goals may get where no trace of the graph does.
GeneratedTraces::Parts::Reach GeneratedTraces::Parts::reach_with(
    std::span<const analysis::ConcreteTrace> others) const {
  const std::vector<analysis::Unreached>& unreached = generator->unreached();
  if (unreached.empty() || others.empty()) return {unreached, {}};
  // States that know the same variables are compared at once.
  using Key = std::vector<std::uint64_t>;
  const auto key_of = [](analysis::Control control, const std::vector<ir::Var>& variables,
                         const ir::Valuation& values) {
    Key key{control};
    for (const ir::Var var : variables) key.push_back(values.get(var).word());
    return key;
  };
  const auto known_in = [&](const ir::Valuation& values) {
    std::vector<ir::Var> known = tracked;
    std::erase_if(known, [&](ir::Var var) { return values.get(var).is_unknown(); });
    return known;
  };
  std::map<std::vector<ir::Var>, std::set<Key>> reached;
  for (const analysis::Unreached& one : unreached)
    reached.try_emplace(known_in(domain.values(graph.node(one.node).rest)));
  for (auto& [variables, keys] : reached)
    for (const analysis::ConcreteTrace& trace : others)
      for (const analysis::ConcreteStep& step : trace.steps)
        if (model.view.rests(step.action->target))
          keys.insert(key_of(step.action->target, variables, step.state));
  Reach result;
  for (const analysis::Unreached& one : unreached) {
    const analysis::TraceNode& node = graph.node(one.node);
    const ir::Valuation values = domain.values(node.rest);
    const std::vector<ir::Var> known = known_in(values);
    const bool is_reached = reached.at(known).contains(key_of(node.control, known, values));
    (is_reached ? result.by_others : result.unreached).push_back(one);
  }
  return result;
}

/// States that differ in nothing that people see are one.
std::vector<output::UnreachedState> GeneratedTraces::Parts::told_states(
    const std::vector<analysis::Unreached>& unreached) const {
  std::vector<output::UnreachedState> result;
  std::map<std::string, std::size_t> known;
  for (const analysis::Unreached& one : unreached) {
    const analysis::TraceNode& node = graph.node(one.node);
    std::string text = output::state_text(set.subject, node.control, domain.values(node.rest));
    const auto [found, fresh] = known.try_emplace(text, result.size());
    if (fresh) result.push_back({std::move(text), {}});
    std::vector<std::string>& blame = result[found->second].blame;
    for (const ir::Var var : one.blame)
      if (std::find(blame.begin(), blame.end(), var->name) == blame.end())
        blame.push_back(var->name);
  }
  return result;
}

/// Steps that were told for the trace before are not told again.
output::ToldTrace GeneratedTraces::Parts::tell(std::size_t i) {
  const std::size_t generated = generator->ends().size();
  if (i >= generated) return output::ToldTrace(output::tell(set.subject, extra[i - generated]));
  std::vector<std::uint32_t> keys = run_keys->of(i);
  std::size_t same = 0;
  while (same < keys.size() && same < told_keys.size() && keys[same] == told_keys[same]) ++same;
  std::size_t kept = told.size();
  const std::vector<NodeId> path = graph.path_to(generator->ends()[i]);
  while (kept > 0 && (told[kept - 1].actions >= same || !is_seam(path, told[kept - 1].actions)))
    --kept;
  std::size_t from = kept == 0 ? 0 : told[kept - 1].actions;
  const analysis::ConcreteTrace rest = generator->trace(i, from);
  std::vector<output::ToldStep> steps =
      kept == 0 ? output::tell(set.subject, rest) : output::tell_rest(set.subject, rest);
  // How often and in which order a step sends messages is only known from the start.
  const bool is_unclear =
      kept > 0 && model.chart != nullptr &&
      execution_of(model.chart->layout().system()) == model::statechart::Execution::events &&
      std::any_of(steps.begin(), steps.end(),
                  [](const output::ToldStep& step) { return !step.outputs.empty(); });
  if (is_unclear) {
    kept = from = 0;
    steps = output::tell(set.subject, generator->trace(i));
  }
  for (output::ToldStep& step : steps) step.actions += from;
  told.shorten(kept);
  told.append(std::move(steps));
  told_keys = std::move(keys);
  return told;
}

bool GeneratedTraces::Parts::is_seam(const std::vector<NodeId>& path, std::size_t actions) const {
  if (!graph.node(path[actions]).rests || actions + 1 >= path.size()) return false;
  if (model.chart == nullptr) return true;
  // Times that pass without anything else are told together.
  const std::uint32_t origin = graph.node(path[actions + 1]).action->origin;
  return origin < model.chart->steps().size() &&
         model.chart->steps()[origin].kind != model::statechart::StepKind::time;
}

void GeneratedTraces::Parts::minimize(const Limits& limits) {
  const std::vector<std::size_t> chosen = few_traces(limits, set.size, traces_of);
  std::map<std::size_t, std::size_t> place;
  for (std::size_t i = 0; i < chosen.size(); ++i) place[chosen[i]] = i;
  for (output::CriterionResult& criterion : set.criteria)
    for (GoalResult& goal : criterion.goals) {
      std::erase_if(goal.traces, [&](std::size_t trace) { return !place.contains(trace); });
      for (std::size_t& trace : goal.traces) trace = place.at(trace);
    }
  // Traces that were left out may have been the only ones through a state.
  if (chosen.size() < set.size) {
    std::vector<std::size_t> generated;
    std::vector<analysis::ConcreteTrace> others;
    for (const std::size_t i : chosen)
      if (i < generator->ends().size())
        generated.push_back(i);
      else
        others.push_back(extra[i - generator->ends().size()]);
    set.full_coverage = set.full_coverage && generator->reaches_all(generated) &&
                        reach_with(others).unreached.empty();
  }
  set.size = chosen.size();
  const auto trace = set.trace;
  set.trace = [trace, chosen](std::size_t i) { return trace(chosen[i]); };
  set.teller = [this, chosen](std::size_t i) { return tell(chosen[i]); };
}

/// Every claim is computed anew from the traces.
void GeneratedTraces::Parts::cover(Env& env, const TraceRequest& request) {
  table = make_goals(model, request.coverage);
  recorder = make_coverage_recorder(model, table);
  for (std::size_t i = 0; i < set.size; ++i) {
    const std::vector<std::uint32_t> keys = run_keys->of(i);
    note(i, recorder->record_rest(generator->trace(i, recorder->known(keys)), keys));
  }
  std::vector<std::string> reasons(table.goals.size());
  std::vector<bool> is_proved(table.goals.size());
  if (request.search_seconds > 0) search(env, request, reasons, is_proved);
  traces_of.resize(table.goals.size());
  reasons.resize(table.goals.size());
  is_proved.resize(table.goals.size());
  for (const Criterion criterion : request.coverage.criteria) {
    output::CriterionResult result{name_of(criterion), {}};
    for (std::size_t g = 0; g < table.goals.size(); ++g) {
      if (table.goals[g].criterion != criterion) continue;
      GoalResult one{table.goals[g].name, table.goals[g].position};
      // Of many traces this is much; only who chooses among them asks again.
      if (request.size == TraceRequest::Size::few)
        one.traces = traces_of[g];
      else
        one.traces = std::move(traces_of[g]);
      one.reason = reasons[g];
      one.status = !one.traces.empty() ? GoalResult::Status::covered
                   : is_proved[g]      ? GoalResult::Status::infeasible
                                       : GoalResult::Status::unknown;
      result.goals.push_back(std::move(one));
    }
    if (!result.goals.empty() || request.coverage.chosen == CoverageRequest::Chosen::by_name)
      set.criteria.push_back(std::move(result));
  }
}

void GeneratedTraces::Parts::note(std::size_t trace, const std::vector<GoalId>& met) {
  for (const GoalId goal : met) {
    if (goal >= traces_of.size()) traces_of.resize(goal + 1);
    traces_of[goal].push_back(trace);
  }
}

/// Adds a trace for every goal that has one; the others are proved to have none, all at once.
///
/// Things that happen within a step in any order may leave the same state behind, and then a run
/// does not show which order it was: where it does not meet what it was found for, goals are looked
/// for one by one, and those that are met only by such runs stay unknown.
void GeneratedTraces::Parts::search(Env& env, const TraceRequest& request,
                                    std::vector<std::string>& reasons,
                                    std::vector<bool>& is_proved) {
  const auto started = std::chrono::steady_clock::now();
  GoalSearch goals(env, *task, model, table);
  std::vector<bool> is_settled;
  bool one_by_one = false;
  for (;;) {
    traces_of.resize(table.goals.size());
    is_settled.resize(table.goals.size());
    reasons.resize(table.goals.size());
    is_proved.resize(table.goals.size());
    std::vector<bool> wanted(table.goals.size());
    bool any = false;
    for (std::size_t g = 0; g < wanted.size() && !(any && one_by_one); ++g)
      any = (wanted[g] = traces_of[g].empty() && !is_settled[g]) || any;
    if (!any) return;
    const double spent =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
    GoalSearch::Answer answer;
    if (env.limits.reason() != StopReason::none)
      answer.reason = to_string(env.limits.reason());
    else if (request.most_traces != 0 && set.size >= request.most_traces)
      answer.reason = "the bound on traces";
    else if (spent >= request.search_seconds)
      answer.reason = "timeout";
    else
      answer = goals.find(wanted, request.search_seconds - spent);
    if (answer.run && request.longest != 0 && length_of(*answer.run) > request.longest) {
      answer.reason = fmt::format("met by a trace of {} configurations, longer than --max-length",
                                  length_of(*answer.run));
      keep_met(*answer.run, wanted);
      answer.run.reset();
    }
    if (answer.run) {
      const std::vector<GoalId> met = recorder->record(*answer.run);
      // Configurations that are seen for the first time are goals from now on.
      if (std::any_of(met.begin(), met.end(),
                      [&](GoalId goal) { return goal < wanted.size() && wanted[goal]; })) {
        extra.push_back(*std::move(answer.run));
        note(set.size++, met);
        continue;
      }
      INVARIANT(model.chart != nullptr, "a run that meets a goal should be seen to do so");
      if (!one_by_one) {
        one_by_one = true;
        continue;
      }
      answer.reason = "a run does not show in which order things happen";
    }
    for (std::size_t g = 0; g < wanted.size(); ++g) {
      if (!wanted[g]) continue;
      reasons[g] = answer.reason;
      is_proved[g] = answer.is_proved;
      is_settled[g] = true;
    }
  }
}

std::size_t GeneratedTraces::Parts::length_of(const analysis::ConcreteTrace& run) const {
  const auto rests = [&](const analysis::ConcreteStep& step) {
    return model.view.rests(step.action->target);
  };
  return (model.view.rests(model.system->initial_control()) ? 1U : 0U) +
         static_cast<std::size_t>(std::count_if(run.steps.begin(), run.steps.end(), rests));
}

void GeneratedTraces::Parts::keep_met(const analysis::ConcreteTrace& run,
                                      std::vector<bool>& wanted) const {
  // What such a run shows is no goal by that.
  GoalTable copy = table;
  std::vector<bool> is_met(wanted.size());
  for (const GoalId goal : make_coverage_recorder(model, copy)->record(run))
    if (goal < wanted.size() && wanted[goal]) is_met[goal] = true;
  if (std::find(is_met.begin(), is_met.end(), true) != is_met.end()) wanted = std::move(is_met);
}

GeneratedTraces::GeneratedTraces(Env& env, const TraceRequest& request)
    : parts_(std::make_unique<Parts>(env, request)) {
  parts_->describe(env, request);
}

GeneratedTraces::~GeneratedTraces() = default;

const output::TraceSet& GeneratedTraces::set() const { return parts_->set; }

}  // namespace arges::engine
