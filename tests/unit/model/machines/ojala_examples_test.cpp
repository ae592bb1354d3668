// The running example of Ojala 2008 (Examples 3.1 to 5.7) with its exact values. The second
// assignment is var4 - var3, as the -11 of Table 3.2 shows; the printed + is a slip.
#include <gtest/gtest.h>

#include "frontend/machines/sm_parser.h"
#include "model/machines/interval_refinement.h"

namespace arges::model::machines {
namespace {

constexpr const char* example_3_1 = R"(
class C {
  int var1 = 1, var2 = -2, var3 = 5, var4, var5, var6;
  initial state s1 { -> s2 { var4 = (var1 + var2) - var3; } }
  state s2 { -> s3 { var5 = var4 - var3; } }
  state s3 { -> s4 { var6 = var1 + var3; } }
  state s4 { -> s5 { assert var5 < var6; } }
  final state s5;
}
object o : C;
)";

/// Example 3.1 with all variables in the abstract type Sign.
class OjalaExample : public ::testing::Test {
 protected:
  void SetUp() override { counterexample_ = AbstractSearch(abstract_, question_, limits_).run(); }

  /// The values of an object's variables, as in Tables 3.1 and 3.2.
  static std::vector<Value> row(const Configuration& at) { return at.objects[0].values; }
  canal::AnalysisTrace trace() const {
    return canal::transform(models_, question_, *counterexample_);
  }
  canal::RelevantLocations relevant(const canal::AnalysisTrace& trace) const {
    return canal::propagate_relevant_locations(
        models_, trace, canal::initial_relevant_locations(models_, trace), {});
  }
  /// The variables, numbered from 1, that are relevant before a step.
  static std::set<VarId> relevant_before(const canal::RelevantLocations& all, std::uint32_t step) {
    std::set<VarId> result;
    for (const canal::RelevantLocation& one : all)
      if (one.step == step) result.insert(one.index + 1);
    return result;
  }

  frontend::MachineSystem system_ = frontend::parse_machines(
      std::make_shared<const SourceText>("example.sm", example_3_1), nullptr);
  const Model& model_ = system_.model;
  Question question_{Question::Kind::faults, {Fault::assertion}};
  Limits limits_;
  ConcreteEvaluator concrete_evaluator_{model_};
  Execution concrete_{model_, concrete_evaluator_};
  Abstraction abstraction_{model_, Partition::sign()};
  AbstractEvaluator abstract_evaluator_{model_, abstraction_};
  Execution abstract_{model_, abstract_evaluator_};
  canal::Models models_{model_, concrete_, abstract_};
  std::optional<Counterexample> counterexample_;
};

constexpr Value neg = least_int;  // cells are known by their least numbers
constexpr Value zero = 0;
constexpr Value pos = 1;

TEST_F(OjalaExample, Example_3_1_HasAnAbstractCounterexample) {
  ASSERT_TRUE(counterexample_);
  ASSERT_EQ(counterexample_->steps.size(), 4U);
  // Table 3.1
  const std::vector<std::vector<Value>> expected = {
      {pos, neg, pos, zero, zero, zero},
      {pos, neg, pos, pos, zero, zero},
      {pos, neg, pos, pos, pos, zero},
      {pos, neg, pos, pos, pos, pos},
  };
  Configuration at = abstract_.initial();
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(row(at), expected[i]) << "before event " << i + 1;
    EXPECT_EQ(counterexample_->steps[i].event.transition, i);
    FixedChooser chooser(counterexample_->steps[i].resolution);
    const Execution::Outcome outcome =
        abstract_.execute(at, counterexample_->steps[i].event, chooser);
    EXPECT_EQ(outcome.fault, i == 3 ? Fault::assertion : Fault::nothing);
    at = outcome.configuration;
  }
}

TEST_F(OjalaExample, Example_3_1_HasTheConcreteValuesOfTable_3_2) {
  const std::vector<std::vector<Value>> expected = {
      {1, -2, 5, 0, 0, 0}, {1, -2, 5, -6, 0, 0}, {1, -2, 5, -6, -11, 0}, {1, -2, 5, -6, -11, 6}};
  Configuration at = concrete_.initial();
  const Resolution nothing;
  FixedChooser chooser(nothing);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(row(at), expected[i]);
    at = concrete_.execute(at, counterexample_->steps[i].event, chooser).configuration;
  }
}

TEST_F(OjalaExample, Example_4_1_IsSpurious) {
  EXPECT_EQ(canal::is_counterexample_feasible(concrete_, question_, *counterexample_).answer,
            canal::Feasibility::Answer::spurious);
}

TEST_F(OjalaExample, Example_5_1_AnalysisTrace) {
  // The paper's example leaves out the steps that go to another state, which TF_TRANS has.
  const canal::AnalysisTrace analysis = trace();
  ASSERT_EQ(analysis.length(), 7U);
  for (std::uint32_t i = 1; i <= 7; ++i) {
    EXPECT_EQ(analysis.step(i).before.concrete.number, i);
    EXPECT_EQ(analysis.step(i).before.abstract.number, i);
    EXPECT_EQ(analysis.step(i).action.kind,
              i % 2 == 1 ? canal::Action::Kind::effect : canal::Action::Kind::go);
  }
  EXPECT_EQ(analysis.step(7).action.effect->kind, Effect::Kind::assert_);
}

TEST_F(OjalaExample, Examples_5_3_And_5_5_InitialRelevantLocations) {
  const canal::AnalysisTrace analysis = trace();
  const canal::RelevantLocations expected = {
      {7, canal::RelevantLocation::Kind::variable, 0, 4}};  // var5, before the assertion
  EXPECT_EQ(canal::initial_relevant_locations(models_, analysis), expected);
}

TEST_F(OjalaExample, Examples_5_2_And_5_6_RelevantLocations) {
  const canal::AnalysisTrace analysis = trace();
  const canal::RelevantLocations all = relevant(analysis);
  // The underlined values of Tables 5.1 and 5.2.
  EXPECT_EQ(relevant_before(all, 1), (std::set<VarId>{1, 2, 3}));
  EXPECT_EQ(relevant_before(all, 3), (std::set<VarId>{3, 4}));
  EXPECT_EQ(relevant_before(all, 5), (std::set<VarId>{5}));
  EXPECT_EQ(relevant_before(all, 7), (std::set<VarId>{5}));
}

TEST_F(OjalaExample, Example_5_7_Refinement) {
  const canal::AnalysisTrace analysis = trace();
  const canal::Refinement refinement =
      canal::find_refinement(models_, analysis, relevant(analysis), {});
  const std::set<Value> numbers = {-2, -1, 1};
  const std::map<Location, std::set<Value>> expected = {{{0, 0}, numbers}, {{0, 1}, numbers}};
  EXPECT_EQ(refinement.numbers, expected);
  EXPECT_EQ(model_.text(refinement.expression), "(var1 + var2)");
  abstraction_.separate({Slot::Kind::variable, 0, 0}, {numbers.begin(), numbers.end()});
  EXPECT_EQ(abstraction_.of(Slot{Slot::Kind::variable, 0, 0}).to_string(),
            "..-3 | -2 | -1 | 0 | 1 | 2..");
}

TEST_F(OjalaExample, Example_5_7_TheRefinedModelProvesTheProperty) {
  Env env;
  IntervalRefinement::Settings settings;
  settings.initial = Partition::sign();
  std::size_t spurious = 0;
  settings.observer = [&](const Spurious&) { ++spurious; };
  IntervalRefinement refinement(env, model_, question_, settings);
  EXPECT_EQ(refinement.run().kind, IntervalRefinement::Answer::Kind::holds);
  EXPECT_EQ(spurious, 1U);
}

TEST_F(OjalaExample, TablesOfTheAnalysisTraceAreThoseOfTheExecutions) {
  // Tables 5.1 and 5.2: before the assignments and the assertion, which are steps 1, 3, 5 and 7.
  const std::vector<std::vector<Value>> abstract = {{pos, neg, pos, zero, zero, zero},
                                                    {pos, neg, pos, pos, zero, zero},
                                                    {pos, neg, pos, pos, pos, zero},
                                                    {pos, neg, pos, pos, pos, pos}};
  const std::vector<std::vector<Value>> concrete = {
      {1, -2, 5, 0, 0, 0}, {1, -2, 5, -6, 0, 0}, {1, -2, 5, -6, -11, 0}, {1, -2, 5, -6, -11, 6}};
  const canal::AnalysisTrace analysis = trace();
  for (std::uint32_t i = 0; i < 4; ++i) {
    EXPECT_EQ(row(analysis.step(2 * i + 1).before.abstract), abstract[i]);
    EXPECT_EQ(row(analysis.step(2 * i + 1).before.concrete), concrete[i]);
  }
}

frontend::MachineSystem system_of(const char* text) {
  return frontend::parse_machines(std::make_shared<const SourceText>("example.sm", text), nullptr);
}

// The models of Examples 2.1 to 2.3: one class with one variable, an external signal without
// parameters. Triggers of external signals take none here, so that Figure 2.2, where sig has one,
// is a model of its own below.
constexpr const char* example_2_3 = R"(
external signal sig;
class c {
  int var;
  initial state s1 { on sig -> s2 { var = var + 1; assert 2 != (5 + var); } }
  state s2 { }
}
object o : c;
)";

TEST(OjalaModel, Example_2_1_AnExpressionIsATreeWithUniqueIdentifiers) {
  const frontend::MachineSystem system = system_of(example_2_3);
  const Model& model = system.model;
  const ExprId e1 = model.classes[0].transitions[0].effects[1].value;
  const Expression& x1 = model.expression(e1);  // (2 != (5 + var))
  EXPECT_EQ(x1.kind, Expression::Kind::infix);
  EXPECT_TRUE(x1.type.is_bool());
  EXPECT_EQ(x1.op, Operator::not_equal);
  ASSERT_EQ(x1.operands.size(), 2U);
  const Expression& x2 = model.expression(x1.operands[0]);
  EXPECT_EQ(x2.kind, Expression::Kind::literal);
  EXPECT_TRUE(x2.type.is_int());
  EXPECT_EQ(x2.value, 2);
  const Expression& x3 = model.expression(x1.operands[1]);
  EXPECT_EQ(x3.kind, Expression::Kind::infix);
  EXPECT_TRUE(x3.type.is_int());
  EXPECT_EQ(x3.op, Operator::add);
  ASSERT_EQ(x3.operands.size(), 2U);
  EXPECT_EQ(model.expression(x3.operands[0]).value, 5);
  const Expression& x5 = model.expression(x3.operands[1]);
  EXPECT_EQ(x5.kind, Expression::Kind::name);
  EXPECT_EQ(x5.path, std::vector<VarId>{0});
  const std::set<ExprId> identifiers{e1, x1.operands[0], x1.operands[1], x3.operands[0],
                                     x3.operands[1]};
  EXPECT_EQ(identifiers.size(), 5U);
}

TEST(OjalaModel, Example_2_2_AStateMachine) {
  // Figure 2.2: t1 takes the signal's parameter into var and adds one.
  const frontend::MachineSystem system = system_of(R"(
    signal sig(int number);
    class c {
      int var;
      initial state s1 { on sig(var) -> s2 { var = var + 1; } }
      state s2 { }
    }
    object o : c;)");
  const Class& machine = system.model.classes[0];
  ASSERT_EQ(machine.states.size(), 2U);
  EXPECT_EQ(machine.states[machine.initial].name, "s1");
  ASSERT_EQ(machine.transitions.size(), 1U);
  const Transition& t1 = machine.transitions[0];
  EXPECT_EQ(machine.states[t1.source].name, "s1");
  EXPECT_EQ(machine.states[t1.target].name, "s2");
  ASSERT_TRUE(t1.trigger);
  EXPECT_EQ(system.model.signals[t1.trigger->signal].name, "sig");
  EXPECT_EQ(t1.trigger->parameters, std::vector<VarId>{0});
  EXPECT_EQ(t1.guard, none);
  ASSERT_EQ(t1.effects.size(), 1U);
  EXPECT_EQ(t1.effects[0].kind, Effect::Kind::assign);
  EXPECT_EQ(system.model.text(t1.effects[0].target), "var");
  EXPECT_EQ(system.model.text(t1.effects[0].value), "(var + 1)");
}

TEST(OjalaModel, Example_2_3_AModelAndItsInitialConfiguration) {
  const frontend::MachineSystem system = system_of(example_2_3);
  const Model& model = system.model;
  ASSERT_EQ(model.signals.size(), 1U);
  EXPECT_EQ(model.signals[0].origin, Signal::Origin::external);
  ASSERT_EQ(model.classes.size(), 1U);
  ASSERT_EQ(model.objects.size(), 1U);
  ASSERT_EQ(model.classes[0].variables.size(), 1U);  // Locations = {(o, var)}
  const ConcreteEvaluator evaluator(model);
  const Execution execution(model, evaluator);
  const Configuration initial = execution.initial();
  EXPECT_EQ(initial.number, 1U);
  ASSERT_EQ(initial.objects.size(), 1U);
  EXPECT_EQ(model.classes[0].states[initial.objects[0].state].name, "s1");
  EXPECT_EQ(initial.objects[0].values, std::vector<Value>{0});
  EXPECT_TRUE(initial.objects[0].input.empty());
  EXPECT_TRUE(initial.objects[0].deferred.empty());
}

TEST(OjalaModel, Example_5_4_TheReferenceIsRelevantAndNotWhatItLeadsTo) {
  // o1.var1 is o2 in the concrete configuration and o3 in the abstract one; var2 is 1 in o2, -1 in
  // o3, in both.
  const frontend::MachineSystem system = system_of(R"(
    class c {
      c var1;
      int var2;
      initial state s { -> s { assert var1.var2 > 0; } }
    }
    object o1 : c { var1 = o2; }
    object o2 : c { var2 = 1; }
    object o3 : c { var2 = -1; })");
  const Model& model = system.model;
  const ConcreteEvaluator concrete_evaluator(model);
  const Execution concrete(model, concrete_evaluator);
  const Abstraction abstraction(model, Partition::sign());
  const AbstractEvaluator abstract_evaluator(model, abstraction);
  const Execution abstract(model, abstract_evaluator);
  const canal::Models models{model, concrete, abstract};
  const Resolution nothing;
  const Effect& assertion = model.classes[0].transitions[0].effects[0];
  canal::AnalysisStep step{{concrete.initial(), abstract.initial()},
                           0,
                           {canal::Action::Kind::effect, nullptr, &assertion},
                           &nothing};
  step.before.abstract.objects[0].values[0] = 2;  // o3
  const canal::Point point(models, step);
  const ExprId name = model.expression(assertion.value).operands[0];
  EXPECT_EQ(point.concrete(name).value, Range::of(1));
  EXPECT_EQ(point.abstract(name).value, (Range{least_int, -1}));
  EXPECT_FALSE(point.corresponds(name));
  EXPECT_EQ(point.safe_resolve(model.expression(name)), (Location{0, 0}));
  EXPECT_EQ(point.locations(name), (std::set<Location>{{0, 0}}));
  EXPECT_EQ(point.relevant(assertion.value), (std::set<Location>{{0, 0}}));
}

TEST_F(OjalaExample, SectionThreeOneOne_AnOperatorHasAllResultsThatSomeNumbersHave) {
  const Results results = apply(Operator::add, {1, largest_int}, {least_int, -1});
  ASSERT_EQ(results.numbers.size(), 1U);
  for (const Range& cell : {Range{least_int, -1}, Range{0, 0}, Range{1, largest_int}})
    EXPECT_TRUE(results.meets(cell));
  EXPECT_TRUE(results.faults.empty());
}

TEST_F(OjalaExample, SectionFiveThree_IntervalsAdd) {
  // [2, 2] + [-4, 1] is in [-4, 1], [2, 2] or [3, 2^31 - 1].
  Partition partition;
  for (const Value start : {-4, 2, 3}) partition.cut(start);
  const Results results = apply(Operator::add, {2, 2}, {-4, 1});
  std::vector<std::string> cells;
  for (const Range& cell : partition.cells(results.numbers[0].range, 10))
    cells.push_back(to_string(cell));
  EXPECT_EQ(cells, (std::vector<std::string>{"-4..1", "2", "≥ 3"}));
}

}  // namespace
}  // namespace arges::model::machines
