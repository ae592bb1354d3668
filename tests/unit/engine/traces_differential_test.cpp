// Traces of random small models, and what they are said to cover, against oracles that see every
// state one by one.
#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "analysis/domain/explicit/explicit_domain.h"
#include "analysis/system/state_variables.h"
#include "analysis/tracegen/trace_generator.h"
#include "engine/coverage/chart_goals.h"
#include "engine/coverage/goal_search.h"
#include "engine/coverage/recorder.h"
#include "engine/traces.h"
#include "model/statechart/replayer.h"
#include "smt/z3/factory.h"
#include "support/exhaustive_chart.h"
#include "support/exhaustive_search.h"
#include "support/random_model.h"
#include "support/random_statechart.h"
#include "support/task_of.h"

namespace arges::engine {
namespace {

using model::statechart::Lowering;
using model::statechart::Observers;
using Shape = test::RandomStatechart::Shape;

/// A random statechart as a Task; no text has become it.
class RandomChartTask : public Task {
 public:
  RandomChartTask(Shape shape, std::uint32_t seed) : Task(ModelKind::scxml) {
    auto system = test::RandomStatechart(context_, seed).make(shape);
    if (!system) return;
    system_ = *std::move(system);
    place_actions();
    Observers observers;
    observers.transitions = Observers::Watch::on;
    observers.branches = Observers::Watch::on;
    observers.entries = Observers::Watch::on;
    observers.reads = Observers::Watch::on;
    chart_ = std::make_unique<Lowering>(context_, system_, observers);
  }

  bool makes_sense() const { return chart_ != nullptr; }
  /// Whether what happens within a step may be told in several ways.
  bool has_hidden_choices() const { return has_hidden_choices_; }
  const Lowering& lowering() const { return *chart_; }

  TraceModel trace_model() override {
    Lowering::Graph graph =
        chart_->make_system({}, Lowering::CheckPoints::stable, Lowering::Problems::escape);
    TraceModel result;
    result.system = std::move(graph.system);
    result.escapes = std::move(graph.escapes);
    result.replayer = std::make_unique<model::statechart::StatechartReplayer>(
        *chart_, ir::Expr(), Lowering::CheckPoints::stable);
    result.view = statechart_view(*chart_, *result.system);
    result.data = data_of(system_);
    result.chart = chart_.get();
    return result;
  }

 private:
  ir::Expr condition_of(const std::string&) override { return {}; }

  /// Gives every action a position of its own, as actions are known by theirs.
  void place_actions() {
    using Semantics = model::statechart::Semantics;
    for (auto& machine : system_.machines) {
      if (machine.semantics.regions == Semantics::Regions::any_order ||
          machine.semantics.conflict == Semantics::Conflict::any)
        has_hidden_choices_ = true;
      for (auto& node : machine.nodes) {
        place(node.entry);
        place(node.exit);
        if (node.initial) place(node.initial->effect);
        for (auto& branch : node.branches) {
          branch.location = {&text_, next_++};
          place(branch.effect);
        }
      }
      for (auto& transition : machine.transitions) place(transition.effect);
    }
  }
  void place(model::statechart::Block& block) {
    for (auto& action : block) {
      action.location = {&text_, next_++};
      if (action.kind == model::statechart::Action::Kind::choose) has_hidden_choices_ = true;
      for (auto& branch : action.branches) {
        branch.location = {&text_, next_++};
        place(branch.body);
      }
      place(action.body);
    }
  }

  SourceText text_{"random", std::string(1000, '\n')};
  std::uint32_t next_ = 0;
  bool has_hidden_choices_ = false;
  model::statechart::System system_;
  std::unique_ptr<Lowering> chart_;
};

/// What `arges traces` does with a model, in parts that can be looked at.
class Generation {
 public:
  Generation(Env& env, Task& task, std::vector<Criterion> criteria)
      : env_(env),
        task_(task),
        model(task.trace_model()),
        solvers_(smt::make_z3_factory(env, task.context(), {})),
        domain_(env, task.context(), *solvers_, 300),
        values_of_([this](analysis::StateId state) { return domain_.values(state); }),
        graph(env, *model.system, domain_, model.view, values_of_) {
    const std::vector<ir::Var> all = state_variables(*model.system);
    analysis::Precision precision(analysis::Granularity::global);
    for (const ir::Var var : all) precision.add_variable(model.system->initial_control(), var);
    graph.build(precision, {most_nodes});
    if (is_too_large()) return;
    graph.cut(analysis::TraceGraph::DeadEnds::cut);
    analysis::TraceGenerator generator(env, graph, *solvers_, values_of_, {0, all});
    generator.run();
    full_coverage = generator.full_coverage();
    table = make_goals(model, {std::move(criteria)});
    is_covered.resize(table.goals.size());
    recorder_ = make_coverage_recorder(model, table);
    for (std::size_t i = 0; i < generator.ends().size(); ++i) add(generator.trace(i));
  }

  /// Few states may be far apart: models that take long are left to others.
  bool is_too_large() const { return !graph.is_complete(); }

  /// Looks for goals that are not covered; false: something stays unknown. A run may fail to show
  /// what it was found for only if something within steps is hidden.
  enum class Hidden : std::uint8_t { nothing, something };
  bool search(double seconds, Hidden hidden) {
    is_covered.resize(table.goals.size());
    is_infeasible.assign(table.goals.size(), false);
    GoalSearch goals(env_, task_, model, table);
    for (;;) {
      std::vector<bool> wanted = is_covered;
      wanted.flip();
      if (std::find(wanted.begin(), wanted.end(), true) == wanted.end()) return true;
      GoalSearch::Answer answer = goals.find(wanted, seconds);
      if (!answer.run) {
        if (answer.is_proved) is_infeasible = wanted;
        why_unknown = answer.reason;
        return answer.is_proved;
      }
      const std::vector<bool> before = is_covered;
      add(*std::move(answer.run));
      if (is_covered == before) {
        EXPECT_EQ(hidden, Hidden::something) << "not met: " << names(wanted);
        return false;
      }
    }
  }

  std::string names(const std::vector<bool>& goals) const {
    std::string result;
    for (GoalId goal = 0; goal < goals.size(); ++goal)
      if (goals[goal]) result += "\n  " + name(goal);
    return result;
  }
  std::string name(GoalId goal) const { return table.goals[goal].name; }

 private:
  static constexpr std::uint64_t most_nodes = 2000;

  Env& env_;
  Task& task_;

 public:
  TraceModel model;

 private:
  void add(analysis::ConcreteTrace trace) {
    const auto wrong = model.replayer->follow(trace);
    EXPECT_FALSE(wrong) << wrong->message;
    if (!wrong)
      for (const GoalId goal : recorder_->record(trace)) {
        if (goal >= is_covered.size()) is_covered.resize(goal + 1);
        is_covered[goal] = true;
      }
    traces.push_back(std::move(trace));
  }

  std::unique_ptr<smt::SolverFactory> solvers_;
  analysis::ExplicitDomain domain_;
  analysis::TraceGraph::ValuesOf values_of_;
  std::unique_ptr<CoverageRecorder> recorder_;

 public:
  analysis::TraceGraph graph;
  bool full_coverage = false;
  std::vector<analysis::ConcreteTrace> traces;
  GoalTable table;
  std::string why_unknown;          ///< of the search that ended last
  std::vector<bool> is_covered;     ///< by goals
  std::vector<bool> is_infeasible;  ///< by goals
};

class ChartTracesTest : public testing::TestWithParam<Shape> {};

/// The told states of a set of traces, as the oracle writes them.
std::set<std::string> told_states(const Generation& set) {
  std::set<std::string> result;
  const output::RunSubject subject{set.model.system.get(), set.model.chart};
  for (const analysis::ConcreteTrace& trace : set.traces)
    for (const output::ToldStep& step : output::tell(subject, trace)) {
      std::string text = fmt::format("{}", fmt::join(step.configuration, " "));
      for (const ir::Var var : set.model.data)
        text += fmt::format(" {}={}", var->name, step.state.get(var).word());
      result.insert(text);
    }
  return result;
}

TEST_P(ChartTracesTest, TracesAndCoverageAreThoseOfTheInterpreter) {
  const char* more = std::getenv("ARGES_TRACES");  // for long hunts
  const std::uint32_t wanted_models = more == nullptr ? 4 : std::atoi(more);
  std::uint32_t models = 0;
  std::uint32_t decided = 0;
  std::size_t infeasible = 0;
  for (std::uint32_t seed = 1; models < wanted_models && seed < 100 * wanted_models; ++seed) {
    RandomChartTask task(GetParam(), seed);
    if (!task.makes_sense()) continue;
    test::ExhaustiveChart oracle(task.lowering(), 250);
    if (oracle.num_inputs() > 40 || !oracle.explore() || oracle.at_rest.size() < 3) continue;
    SCOPED_TRACE(fmt::format("seed {}", seed));
    Env env;
    env.limits.start({});
    std::vector<Criterion> criteria{Criterion::states, Criterion::transitions,
                                    Criterion::transition_pairs, Criterion::decisions};
    // Which assignment came first may be hidden, and then nothing can be expected of data flow.
    if (!task.has_hidden_choices())
      criteria.insert(criteria.end(), {Criterion::all_defs, Criterion::all_uses});
    Generation set(env, task, criteria);
    if (set.is_too_large()) continue;
    ++models;
    EXPECT_TRUE(set.full_coverage);
    const std::set<std::string> told = told_states(set);
    for (const std::string& state : oracle.at_rest)
      EXPECT_TRUE(told.contains(state)) << "not on a trace: " << state;
    if (!set.search(8, task.has_hidden_choices() ? Generation::Hidden::something
                                                 : Generation::Hidden::nothing))
      continue;
    ++decided;
    for (std::uint32_t walk = 0; walk < 20; ++walk) oracle.walk(walk, 300);
    const auto& machines = task.lowering().layout().system().machines;
    std::map<Mark::Kind, decltype(oracle.fired)> seen{{Mark::Kind::fired, oracle.fired},
                                                      {Mark::Kind::entered, oracle.entered}};
    for (const auto& [m, choice, branch] : oracle.branched)
      seen[Mark::Kind::branched].emplace(m, branch_number(machines[m], choice, branch));
    for (const auto& [mark, effects] : set.table.marks) {
      for (const GoalId goal : effects.meets) {
        EXPECT_EQ(set.is_covered[goal], seen[mark.kind].contains({mark.machine, mark.number}))
            << set.name(goal);
        EXPECT_NE(set.is_covered[goal], set.is_infeasible[goal]) << set.name(goal);
      }
    }
    std::set<std::string> occurring;
    const auto name = [&](std::uint32_t m, std::uint32_t t) {
      return machines[m].qualified(machines[m].transitions[t].name);
    };
    for (const auto& [m, first, second] : oracle.pairs)
      occurring.insert(fmt::format("{}, then {}", name(m, first), name(m, second)));
    for (const auto& [m, t, value] : oracle.decisions)
      occurring.insert(fmt::format("guard of {}: {}", name(m, t), value));
    for (GoalId goal = 0; goal < set.table.goals.size(); ++goal) {
      infeasible += set.is_infeasible[goal] ? 1 : 0;
      EXPECT_FALSE(set.is_infeasible[goal] && occurring.contains(set.name(goal)))
          << "said to be infeasible: " << set.name(goal);
    }
  }
  EXPECT_GE(models, 2U);
  EXPECT_GE(decided, 2U);
  EXPECT_GT(infeasible, 0U);
  if (more != nullptr) fmt::print("{} models, {} decided\n", models, decided);
}

/// Three machines whose loops share a counter: of one loop it is a part of states, of another not.
TEST(ChartTraces, EveryStateIsOnATraceIfEverythingIsTracked) {
  RandomChartTask task(Shape::synchronous, 240);
  test::ExhaustiveChart oracle(task.lowering(), 250);
  ASSERT_TRUE(oracle.explore());
  Env env;
  env.limits.start({});
  const Generation set(env, task, {});
  EXPECT_TRUE(set.graph.is_complete());
  EXPECT_TRUE(set.full_coverage);
  const std::set<std::string> told = told_states(set);
  for (const std::string& state : oracle.at_rest)
    EXPECT_TRUE(told.contains(state)) << "not on a trace: " << state;
}

std::string shape_name(const testing::TestParamInfo<Shape>& shape) {
  static const char* names[] = {"Events",      "OtherEvents", "TwoMachines", "Cycles",
                                "Synchronous", "Cascade",     "Turns",       "Scheduled"};
  return names[static_cast<std::size_t>(shape.param)];
}

// Random systems that take turns have too many states.
INSTANTIATE_TEST_SUITE_P(Shapes, ChartTracesTest,
                         testing::Values(Shape::events, Shape::other_events, Shape::two_machines,
                                         Shape::cycles, Shape::synchronous, Shape::cascade),
                         shape_name);

/// The actions of a System that some run takes, and those that follow one another in some run.
struct ExhaustiveActions {
  explicit ExhaustiveActions(const analysis::System& system) {
    using Search = test::ExhaustiveSearch;
    const std::vector<ir::Var> variables = state_variables(system);
    std::map<std::vector<std::uint64_t>, std::size_t> known;
    std::vector<std::pair<analysis::Control, ir::Valuation>> states;
    std::vector<std::set<std::uint32_t>> into;
    const auto visit = [&](analysis::Control control, const ir::Valuation& state) {
      std::vector<std::uint64_t> key{control};
      for (const ir::Var var : variables) key.push_back(state.get(var).word());
      const auto [found, fresh] = known.try_emplace(std::move(key), states.size());
      if (fresh) states.emplace_back(control, state);
      into.resize(states.size());
      return found->second;
    };
    for (const ir::Valuation& start : Search(system).initial_states())
      visit(system.initial_control(), start);
    std::vector<std::set<std::uint32_t>> out;
    for (std::size_t i = 0; i < states.size(); ++i) {
      if (states.size() > most_states) return;
      const auto [control, state] = states[i];
      out.emplace_back();
      for (const analysis::Action* action : system.actions(control))
        for (const ir::Valuation& end : Search::after(action->statement, state)) {
          taken.insert(action->id);
          out.back().insert(action->id);
          into[visit(action->target, end)].insert(action->id);
        }
    }
    for (std::size_t i = 0; i < states.size(); ++i)
      for (const std::uint32_t first : into[i])
        for (const std::uint32_t second : out[i]) pairs.emplace(first, second);
    is_complete = true;
  }

  static constexpr std::size_t most_states = 500;
  bool is_complete = false;  ///< there are no more states than that

  std::set<std::uint32_t> taken;
  std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
};

class SystemTracesTest : public testing::TestWithParam<ModelKind> {};

TEST_P(SystemTracesTest, ActionsAndPairsAreCoveredIfTheyCanBe) {
  std::size_t covered = 0;
  std::size_t infeasible = 0;
  std::size_t models = 0;
  std::size_t decided = 0;
  for (std::uint64_t seed = 1; models < 4 && seed < 200; ++seed) {
    test::RandomModel random(seed);
    const bool is_cfa = GetParam() == ModelKind::cfa;
    const std::string text = is_cfa ? random.cfa() : random.xsts();
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, text));
    Env env;
    env.limits.start({});
    LoadRequest request = test::request_for(is_cfa ? "random.cfa" : "random.xsts", text);
    request.purpose = Purpose::traces;
    const std::unique_ptr<Task> task = load(env, request);
    const ExhaustiveActions oracle(*task->trace_model().system);
    if (!oracle.is_complete || oracle.taken.size() < 4) continue;
    const std::vector<Criterion> criteria{Criterion::transitions, Criterion::transition_pairs,
                                          Criterion::decisions, Criterion::all_uses};
    Generation set(env, *task, criteria);
    if (set.is_too_large()) continue;
    ++models;
    if (!set.search(8, Generation::Hidden::nothing)) continue;
    ++decided;
    const auto expect = [&](GoalId goal, bool occurs) {
      EXPECT_EQ(set.is_covered[goal], occurs) << set.name(goal);
      EXPECT_EQ(set.is_infeasible[goal], !occurs) << set.name(goal);
      (occurs ? covered : infeasible) += 1;
    };
    for (const auto& [mark, effects] : set.table.marks) {
      if (mark.kind != Mark::Kind::taken) continue;
      for (const GoalId goal : effects.meets) expect(goal, oracle.taken.contains(mark.number));
      for (const MarkEffects::Access& read : effects.reads)
        for (const auto& [first, other] : set.table.marks)
          for (const MarkEffects::Access& write : other.writes)
            if (first.kind == Mark::Kind::taken && write.memory == read.memory &&
                write.value == read.value)
              for (const GoalId goal : read.goals)
                expect(goal, oracle.pairs.contains({first.number, mark.number}));
    }
  }
  EXPECT_GE(decided, 2U);
  EXPECT_GT(covered, 10U);
  // The few actions of a random XSTS are all possible.
  EXPECT_TRUE(infeasible > 0 || GetParam() == ModelKind::xsts);
}

std::string kind_name(const testing::TestParamInfo<ModelKind>& kind) {
  return kind.param == ModelKind::cfa ? "Cfa" : "Xsts";
}

INSTANTIATE_TEST_SUITE_P(Kinds, SystemTracesTest, testing::Values(ModelKind::cfa, ModelKind::xsts),
                         kind_name);

}  // namespace
}  // namespace arges::engine
