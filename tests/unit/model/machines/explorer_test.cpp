// What is found near the start, and what configurations are as values of variables.
#include "model/machines/explorer.h"

#include <gtest/gtest.h>

#include "analysis/polyhedra/partitioned_polyhedra.h"
#include "base/env.h"
#include "frontend/machines/sm_parser.h"
#include "model/machines/lowering.h"
#include "model/machines/random_machines.h"

namespace arges::model::machines {
namespace {

constexpr unsigned seeds = 80;

frontend::MachineSystem parse(const std::string& text) {
  return frontend::parse_machines(std::make_shared<const SourceText>("random.sm", text), nullptr);
}

/// Executes the events of a run; fails where one is not enabled.
Configuration follow(const Execution& execution, const Layout& layout, const Explorer::Run& run) {
  const Resolution nothing;
  FixedChooser chooser(nothing);
  Configuration at = execution.initial();
  for (const Event& event : run) {
    EXPECT_NE(execution.enabled(at, event, chooser), Enabled::no);
    Execution::Outcome outcome = execution.execute(at, event, chooser);
    at = std::move(outcome.configuration);
    if (outcome.fault != Fault::nothing) break;
    EXPECT_EQ(key_of(layout.decode(layout.encode(at, Fault::nothing))), key_of(at));
  }
  return at;
}

TEST(Explorer, RunsEndWithWhatWasAskedFor) {
  std::size_t found = 0;
  for (unsigned seed = 0; seed < seeds; ++seed) {
    const frontend::MachineSystem system = parse(RandomMachines(seed).text());
    ir::Context context;
    const Lowering lowering(context, system.model);
    std::vector<Question> questions;
    for (const Event& event : lowering.events())
      questions.push_back({Question::Kind::fires, {}, none, {event}});
    std::vector<const Question*> asked;
    for (const Question& question : questions) asked.push_back(&question);
    Env env;
    const auto runs = Explorer(system.model, env.limits).find(asked);
    const ConcreteEvaluator evaluator(system.model);
    const Execution execution(system.model, evaluator);
    for (const auto& [position, run] : runs) {
      ASSERT_FALSE(run.empty());
      EXPECT_EQ(run.back(), lowering.events()[position]) << "seed " << seed;
      follow(execution, lowering.layout(), run);
      ++found;
    }
  }
  EXPECT_GT(found, seeds);
}

/// A source that counts what it sends, and a sink that expects that, from another number on.
std::string source_and_sink(const std::string& expected) {
  return "signal data(int n);\n"
         "class Source { Sink sink; int next; queue 1; initial state S {\n"
         "  [sink.ready] { send data(next) to sink; next = next + 1; sink.ready = false; } } }\n"
         "class Sink { int expected; bool ready = true; queue 1; initial state S {\n"
         "  on data(int n) { assert n == expected; expected = expected + 1; ready = true; } } }\n"
         "object source : Source { sink = sink; }\n"
         "object sink : Sink { expected = " +
         expected + "; }\n";
}

analysis::PartitionedPolyhedra::Answer answer_on(const std::string& text) {
  const frontend::MachineSystem system = parse(text);
  ir::Context context;
  const Lowering lowering(context, system.model);
  const Question question{Question::Kind::faults, {Fault::assertion, Fault::queue_full}};
  const auto graph = lowering.make_system(&question);
  std::vector<ir::Var> counters;
  for (ObjectId o = 0; o < system.model.objects.size(); ++o) {
    const auto& variables = system.model.class_of(o).variables;
    for (VarId v = 0; v < variables.size(); ++v)
      if (variables[v].type.is_int()) counters.push_back(lowering.layout().variable(o, v));
    for (const auto& slot : lowering.layout().input(o).slots)
      counters.insert(counters.end(), slot.numbers.begin(), slot.numbers.end());
  }
  Env env;
  return analysis::PartitionedPolyhedra(env, *graph.system, counters, 100).run();
}

TEST(PartitionedPolyhedra, RelateCountersOfBothSides) {
  using Answer = analysis::PartitionedPolyhedra::Answer;
  EXPECT_EQ(answer_on(source_and_sink("0")), Answer::holds);
  EXPECT_EQ(answer_on(source_and_sink("1")), Answer::reached);
}

}  // namespace
}  // namespace arges::model::machines
