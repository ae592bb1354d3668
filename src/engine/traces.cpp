#include "engine/traces.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <span>

#include "analysis/domain/explicit/explicit_domain.h"
#include "analysis/system/state_variables.h"
#include "analysis/tracegen/trace_generator.h"
#include "base/error.h"
#include "engine/coverage/beginnings.h"
#include "engine/coverage/few_traces.h"
#include "engine/coverage/goal_coverage.h"
#include "engine/coverage/partly_tracked.h"
#include "engine/coverage/reach.h"
#include "engine/coverage/tracked_data.h"
#include "engine/graph_progress.h"
#include "engine/trace_teller.h"
#include "smt/z3/factory.h"

namespace arges::engine {

using analysis::TraceGenerator;
using analysis::TraceGraph;
using output::GoalResult;

namespace {

/// Of the time that is left, what one part of the work may take, so that there is some for those
/// that come after it.
std::optional<double> most_of_the_time(const Limits& limits) {
  const std::optional<double> left = limits.seconds_left();
  return left ? std::optional(*left * 0.75) : std::nullopt;
}

}  // namespace

/// What the set refers to, in the order in which it is made.
struct GeneratedTraces::Parts {
  Parts(Env& env, const TraceRequest& request)
      : task(load(env, for_traces(request.model))),
        model(task->trace_model()),
        solvers(smt::make_z3_factory(env, task->context(), {})),
        domain(env, task->context(), *solvers, analysis::ExplicitDomain::most_successors),
        values_of([this](analysis::StateId state) { return domain.values(state); }) {
    coverage.emplace(model, request.coverage);  // mistakes in goals are told at once
    domain.list_free_values({of_few_values(model.data), model.view.rests});
    choose_tracked(request);
    // Where everything is tracked, an end of the graph is one of a trace.
    if (request.most_traces != 0 && !request.tracked) {
      generate(env, request, request.most_traces);
      if (!graph->has_enough_ends() || generator->is_bounded()) return;
    }
    generate(env, request, 0);
  }

  /// `ends`: so many ends of traces are enough; 0: all are wanted.
  void generate(Env& env, const TraceRequest& request, std::uint64_t ends) {
    generator.reset();
    graph.emplace(env, *model.system, domain, model.view, values_of);
    build(env, request, ends);
    if (env.limits.reason() == StopReason::interrupted) last_words.emplace(*task);
    generator.emplace(last_words ? last_words->env : env, *graph,
                      last_words ? *last_words->solvers : *solvers, values_of,
                      TraceGenerator::Options{request.most_traces, tracked});
    const Limits::Share share(env.limits, most_of_the_time(env.limits));
    generator->run();
  }

  static std::vector<ir::Var> of_few_values(const std::vector<ir::Var>& data) {
    std::vector<ir::Var> result;
    for (const ir::Var var : data)
      if (var->type.is_bool() || var->type.is_enum()) result.push_back(var);
    return result;
  }

  static LoadRequest for_traces(LoadRequest request) {
    request.purpose = Purpose::traces;
    return request;
  }

  void choose_tracked(const TraceRequest& request) {
    const analysis::VariableSet data(model.data);
    for (const ir::Var var : state_variables(*model.system))
      if (!request.tracked || !data.contains(var)) tracked.push_back(var);
    if (request.tracked)
      for (const ir::Var var : tracked_data(*request.tracked, model.data)) tracked.push_back(var);
  }

  void build(Env& env, const TraceRequest& request, std::uint64_t ends) {
    analysis::Precision precision(analysis::Granularity::global);
    for (const ir::Var var : tracked) precision.add_variable(model.system->initial_control(), var);
    const Limits::Share share(env.limits, most_of_the_time(env.limits));
    if (request.progress)
      graph->watch(
          [this, progress = GraphProgress(request.progress)]() mutable { progress.look(*graph); });
    // A step that only the graph has is not one that the bound leaves out.
    using TooLong = TraceGraph::Bounds::TooLong;
    graph->build(precision, {0, request.longest, analysis::Targets::all, request.dead_ends, ends,
                             request.tracked ? TooLong::shown : TooLong::ends});
    graph->cut(request.dead_ends);
  }

  void describe(Env& env, const TraceRequest& request);
  void search(Env& env, const TraceRequest& request);
  void minimize(const Limits& limits);
  /// Leaves out all traces but these, by their places in the set.
  void keep(const std::vector<std::size_t>& places);
  std::size_t size_with(std::span<const analysis::ConcreteTrace> found);
  void leave_out_beginnings();
  void tell_reached();
  void tell_growth(const Env& env) const;
  ReachedStates reached_states() const { return {*graph, values_of, tracked, model.view.rests}; }
  /// Generated traces come first.
  analysis::ConcreteTrace trace(std::size_t i) {
    const std::size_t generated = generator->ends().size();
    return i < generated ? generator->trace(i) : coverage->found()[i - generated];
  }
  output::ToldTrace tell(std::size_t i) {
    const std::size_t generated = generator->ends().size();
    return i < generated ? teller->tell(i) : teller->tell(coverage->found()[i - generated]);
  }

  std::string why_coverage_open() const;

  /// Who is interrupted still looks for traces in what there is, for as long as nobody minds.
  struct LastWords {
    explicit LastWords(Task& task) : solvers(smt::make_z3_factory(env, task.context(), {})) {
      env.limits.start({.timeout_seconds = 0.5, .memory_megabytes = {}});
    }
    Env env = {};
    std::unique_ptr<smt::SolverFactory> solvers;
  };

  std::unique_ptr<Task> task;
  TraceModel model;
  std::unique_ptr<smt::SolverFactory> solvers;
  analysis::ExplicitDomain domain;
  TraceGraph::ValuesOf values_of;
  std::optional<TraceGraph> graph;
  std::vector<ir::Var> tracked;
  std::optional<LastWords> last_words;
  std::optional<TraceGenerator> generator;
  std::optional<GoalCoverage> coverage;
  std::optional<TraceTeller> teller;
  std::vector<std::size_t> shown;  ///< by all traces: which one shows it
  std::vector<std::size_t> kept;   ///< by places in the set: which of all traces it is
  output::TraceSet set;
};

void GeneratedTraces::Parts::describe(Env& env, const TraceRequest& request) {
  const bool asks_for_flow =
      request.coverage.wants(Criterion::all_defs) || request.coverage.wants(Criterion::all_uses);
  if (asks_for_flow && model.machines != nullptr && request.model.warns)
    env.log.note("arges: warning: all-defs and all-uses are not told of communicating machines");
  set.model = request.model.path;
  set.subject = {model.system.get(), model.chart,  model.program, model.machines,
                 model.view.rests,   model.inputs, model.types};
  teller.emplace(model, *graph, *generator, set.subject);
  set.trace = [this](std::size_t i) { return trace(kept[i]); };
  set.teller = [this](std::size_t i) { return tell(kept[i]); };
  coverage->record(env.limits, *graph, *generator);
  search(env, request);
  set.size = coverage->num_traces();
  kept.resize(set.size);
  std::iota(kept.begin(), kept.end(), std::size_t{0});
  set.criteria = std::move(*coverage).results();
  leave_out_beginnings();
  if (request.size == TraceRequest::Size::few) minimize(env.limits);
  if (!graph->is_stopped())
    set.partly_tracked = partly_tracked(*graph, values_of, tracked, model.view);
  tell_reached();
  tell_growth(env);
  set.statistics = env.statistics.entries();
}

std::size_t GeneratedTraces::Parts::size_with(std::span<const analysis::ConcreteTrace> found) {
  const std::vector<std::size_t> shown_then = shown_by(*graph, *generator, found);
  std::size_t result = 0;
  for (std::size_t i = 0; i < shown_then.size(); ++i)
    if (shown_then[i] == i) ++result;
  return result;
}

void GeneratedTraces::Parts::leave_out_beginnings() {
  shown = shown_by(*graph, *generator, coverage->found());
  std::vector<std::size_t> others;
  for (std::size_t i = 0; i < shown.size(); ++i)
    if (shown[i] == i) others.push_back(i);
  keep(others);
}

/// What the traces of the set get to, and the beginnings that they show.
void GeneratedTraces::Parts::tell_reached() {
  std::vector<bool> is_kept(shown.size());
  for (const std::size_t i : kept) is_kept[i] = true;
  std::vector<std::size_t> generated;
  std::vector<analysis::ConcreteTrace> others;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    if (!is_kept[shown[i]]) continue;
    if (i < generator->ends().size())
      generated.push_back(i);
    else
      others.push_back(coverage->found()[i - generator->ends().size()]);
  }
  std::vector<analysis::Unreached> missed = generator->unreached();
  for (const analysis::Unreached& one : generator->missed_by(generated)) missed.push_back(one);
  const Reach reach = reached_states().with(missed, others);
  if (reach.unreached.empty()) set.why_coverage_open = why_coverage_open();
  set.full_coverage = reach.unreached.empty() && set.why_coverage_open.empty();
  set.unreached = reached_states().tell(set.subject, reach.unreached);
  set.reached_for_goals = reached_states().tell(set.subject, reach.by_others);
}

/// Who sees no end is told what may be to blame, and what helps.
void GeneratedTraces::Parts::tell_growth(const Env& env) const {
  if (!graph->is_stopped() || graph->has_enough_ends()) return;
  std::vector<ir::Var> data;
  for (const ir::Var var : model.data)
    if (std::find(tracked.begin(), tracked.end(), var) != tracked.end()) data.push_back(var);
  const auto growth = largest_growth(*graph, values_of, data);
  if (!growth) return;
  env.log.note("there may be no end of states: '{}' took {} values or more until then",
               growth->variable->name, growth->values);
  env.log.note("  hint: leave it out by --vars or --abstract, or set --max-length or --max-traces");
}

/// What may be somewhere else, though no state is known to be missed.
std::string GeneratedTraces::Parts::why_coverage_open() const {
  if (!generator->why_incomplete().empty()) return generator->why_incomplete();
  if (!set.partly_tracked.empty()) return "tracked only in part";
  for (analysis::NodeId node = 0; node < graph->size(); ++node)
    if (const auto escape = model.escapes.find(graph->node(node).control);
        escape != model.escapes.end() && !graph->is_too_long(node))
      return escape->second;  // nobody knows what comes where a run leaves the model
  return "";
}

/// Who wants no more traces than there are is not told what more of them would meet.
void GeneratedTraces::Parts::search(Env& env, const TraceRequest& request) {
  const bool has_all = !generator->is_bounded();
  if (request.search_seconds > 0 && has_all)
    coverage->search(
        env, *task,
        {request.search_seconds, request.most_traces, request.longest,
         [this](std::span<const analysis::ConcreteTrace> found) { return size_with(found); }});
  if (request.search_seconds > 0 && !has_all) coverage->leave_open(generator->why_incomplete());
  set.why_incomplete =
      generator->why_incomplete().empty() ? coverage->why_cut() : generator->why_incomplete();
}

void GeneratedTraces::Parts::minimize(const Limits& limits) {
  std::vector<std::vector<std::size_t>> traces_of;  // by goals
  for (const output::CriterionResult& criterion : set.criteria)
    for (const GoalResult& goal : criterion.goals) traces_of.push_back(goal.traces);
  keep(few_traces(limits, set.size, traces_of));
}

void GeneratedTraces::Parts::keep(const std::vector<std::size_t>& places) {
  if (places.size() == set.size) return;
  std::map<std::size_t, std::size_t> place;
  std::vector<std::size_t> fewer;
  for (std::size_t i = 0; i < places.size(); ++i) {
    place[places[i]] = i;
    fewer.push_back(kept[places[i]]);
  }
  for (output::CriterionResult& criterion : set.criteria)
    for (GoalResult& goal : criterion.goals) {
      if (!goal.traces.empty() && !place.contains(goal.traces.front())) goal.action.reset();
      std::erase_if(goal.traces, [&](std::size_t trace) { return !place.contains(trace); });
      for (std::size_t& trace : goal.traces) trace = place.at(trace);
    }
  kept = std::move(fewer);
  set.size = kept.size();
}

GeneratedTraces::GeneratedTraces(Env& env, const TraceRequest& request)
    : parts_(std::make_unique<Parts>(env, request)) {
  parts_->describe(env, request);
}

GeneratedTraces::~GeneratedTraces() = default;

const output::TraceSet& GeneratedTraces::set() const { return parts_->set; }

}  // namespace arges::engine
