#include "engine/coverage/recorder.h"

#include "base/invariant.h"
#include "engine/coverage/fixture.h"

namespace arges::engine {
namespace {

class RecorderTest : public CoverageTest {
 protected:
  /// Names of goals that the given trace of the model meets, sorted.
  std::vector<std::string> met(const CoverageRequest& coverage, std::size_t trace) {
    TraceRequest request;
    request.model = request_;
    const GeneratedTraces traces(env_, request);
    EXPECT_LT(trace, traces.set().size);
    // Another loading of the same text has the same actions by other names.
    analysis::ConcreteTrace run = traces.set().trace(trace);
    const auto rename = [&](const ir::Valuation& state) {
      ir::Valuation result;
      const auto from = analysis_variables(*traces.set().subject.system);
      const auto to = analysis_variables(*model_.system);
      for (std::size_t i = 0; i < from.size(); ++i) result.set(to[i], state.get(from[i]));
      return result;
    };
    run.initial = rename(run.initial);
    for (auto& step : run.steps) {
      step.action = model_.system->find_action(step.action->id);
      step.state = rename(step.state);
    }
    table_ = make_goals(model_, coverage);
    std::vector<std::string> result;
    for (const GoalId id : make_coverage_recorder(model_, table_)->record(run))
      result.push_back(table_.goals[id].name);
    std::sort(result.begin(), result.end());
    return result;
  }
  static std::vector<ir::Var> analysis_variables(const analysis::System& system) {
    std::vector<ir::Var> result = system.variables();
    result.insert(result.end(), system.auxiliary_variables().begin(),
                  system.auxiliary_variables().end());
    return result;
  }
};

using Names = std::vector<std::string>;

TEST_F(RecorderTest, ConfigurationsBecomeGoalsAsTheyAreSeen) {
  load_chart(R"(<state id="A"><transition event="go" target="P"/></state>
  <parallel id="P"><state id="B"/><state id="C"/></parallel>)");
  EXPECT_TRUE(goal_names({{Criterion::configurations}}).empty());
  EXPECT_EQ(met({{Criterion::configurations}}, 0), (Names{"A", "B, C"}));
  EXPECT_EQ(met({{Criterion::states}}, 0), (Names{"A", "B", "C", "P"}));
}

TEST_F(RecorderTest, GuardsAreReadWhereAReactionBegins) {
  // Both react to the first event, and the guard is true only after the other's assignment.
  load_chart(R"(<datamodel><data id="n" expr="0"/></datamodel><parallel id="P">
  <state id="R"><state id="A"><transition event="go" target="B">
    <assign location="n" expr="1"/></transition></state><state id="B"/></state>
  <state id="S"><state id="C"><transition event="go" cond="n == 1" target="D"/></state>
    <state id="D"/></state></parallel>)");
  const std::string guard = model_.chart->layout().system().machines[0].transitions.at(1).name;
  EXPECT_EQ(met({{Criterion::decisions}}, 0),
            (Names{"guard of " + guard + ": false", "guard of " + guard + ": true"}));
}

TEST_F(RecorderTest, ValuesCountAtTheEndsOfSteps) {
  load("test.cfa", R"(main process p {
  var x : bool
  init loc A
  loc B
  A -> B { x := false  x := true  x := false }
})");
  EXPECT_EQ(met({.goals = {"x", "not x"}}, 0), Names{"not x"})
      << "within a step and before the first one it is true only by chance";
}

TEST_F(RecorderTest, TracesThatAreNoRunsAreRefused) {
  load("test.cfa", R"(main process p {
  var x : int
  init loc A
  loc B
  A -> B { x := 1 }
})");
  table_ = make_goals(model_, {{Criterion::transitions}});
  analysis::ConcreteTrace run;
  run.initial.set(model_.system->variables()[0], ir::Value::small(0));
  run.steps.push_back({model_.system->find_action(0), {}, run.initial});
  EXPECT_THROW(make_coverage_recorder(model_, table_)->record(run), InternalError);
}

/// Each action by itself is right, but the model does not have its sections in this order.
TEST_F(RecorderTest, TheModelItselfIsAskedTooOfOtherModels) {
  load("test.xsts", "var x : integer = 0\ntrans { x := 0; }\ninit {}\nenv {}\nprop { true }\n");
  table_ = make_goals(model_, {{Criterion::transitions}});
  analysis::ConcreteTrace run;
  run.initial.set(model_.system->variables()[0], ir::Value::small(0));
  const ir::Decision first = ir::Decision::take(0);
  const auto step = [&](const std::string& label) {
    std::uint32_t id = 0;
    while (model_.system->find_action(id)->label != label) ++id;
    const bool chooses = model_.system->find_action(id)->statement.kind() == ir::StmtKind::choice;
    run.steps.push_back({model_.system->find_action(id),
                         chooses ? std::vector{first} : std::vector<ir::Decision>{}, run.initial});
  };
  step("init");
  EXPECT_NO_THROW(make_coverage_recorder(model_, table_)->record(run));
  step("trans");
  EXPECT_THROW(make_coverage_recorder(model_, table_)->record(run), InternalError);
}

}  // namespace
}  // namespace arges::engine
