// The two executions of state machines, which share no code, do the same; and an abstract model can
// do whatever the concrete one does.
#include <deque>
#include <set>

#include <gtest/gtest.h>

#include "frontend/machines/sm_parser.h"
#include "ir/interpreter.h"
#include "ir/reference_evaluator.h"
#include "model/machines/interval_refinement.h"
#include "model/machines/lowering.h"
#include "model/machines/random_machines.h"

namespace arges::model::machines {
namespace {

constexpr std::size_t most_configurations = 120;

frontend::MachineSystem parse(const std::string& text) {
  return frontend::parse_machines(std::make_shared<const SourceText>("random.sm", text), nullptr);
}

/// Configurations of a concrete model, breadth first, some of them.
class Walk {
 public:
  explicit Walk(const Model& model) : model_(model) {}

  template <typename Visit>
  void run(const Visit& visit) {
    std::deque<Configuration> waiting{execution_.initial()};
    std::set<std::vector<std::uint64_t>> known{key_of(waiting.front())};
    while (!waiting.empty()) {
      const Configuration at = std::move(waiting.front());
      waiting.pop_front();
      for (const Event& event : execution_.events()) {
        const Resolution nothing;
        FixedChooser chooser(nothing);
        const Enabled enabled = execution_.enabled(at, event, chooser);
        std::optional<Execution::Outcome> outcome;
        if (enabled != Enabled::no) outcome = execution_.execute(at, event, chooser);
        visit(at, event, outcome);
        if (!outcome || outcome->fault != Fault::nothing || known.size() >= most_configurations)
          continue;
        if (known.insert(key_of(outcome->configuration)).second)
          waiting.push_back(std::move(outcome->configuration));
      }
    }
  }
  const Execution& execution() const { return execution_; }

 private:
  const Model& model_;
  ConcreteEvaluator evaluator_{model_};
  Execution execution_{model_, evaluator_};
};

constexpr unsigned seeds = 400;

void compare_with_lowering(unsigned seed, std::size_t& compared) {
  const std::string text = RandomMachines(seed).text();
  const frontend::MachineSystem system = parse(text);
  ir::Context context;
  const Lowering lowering(context, system.model);
  Question deadlock{Question::Kind::deadlock};
  const auto graph = lowering.make_system(nullptr);
  std::map<std::uint32_t, const analysis::Action*> actions;
  for (const analysis::Action* action : graph.system->actions(graph.system->initial_control()))
    if (action->role == analysis::ActionRole::step) actions[action->origin] = action;
  const ir::Expr stuck = lowering.forbidden(deadlock);
  Walk walk(system.model);
  walk.run([&](const Configuration& at, const Event& event,
               const std::optional<Execution::Outcome>& outcome) {
    const auto origin = static_cast<std::uint32_t>(
        std::find(lowering.events().begin(), lowering.events().end(), event) -
        lowering.events().begin());
    const ir::Valuation state = lowering.layout().encode(at, Fault::nothing);
    ir::Interpreter interpreter(state, {});
    const auto error = interpreter.execute(actions[origin]->statement);
    ASSERT_EQ(!error, outcome.has_value())
        << to_string(system.model, event) << (error ? ": " + error->message : "") << "\n"
        << text;
    if (!outcome) return;
    ++compared;
    const ir::Valuation after = interpreter.state();
    ASSERT_EQ(after.get(lowering.layout().fault()),
              ir::Value::small(static_cast<std::int64_t>(outcome->fault)))
        << to_string(system.model, event) << "\n"
        << text;
    if (outcome->fault == Fault::nothing) {
      const ir::Valuation expected =
          lowering.layout().encode(outcome->configuration, Fault::nothing);
      for (const ir::Var var : lowering.layout().variables())
        ASSERT_EQ(after.get(var), expected.get(var))
            << var->name << " after " << to_string(system.model, event) << "\n"
            << text;
    }
    const Resolution nothing;
    FixedChooser chooser(nothing);
    ASSERT_EQ(ir::reference_evaluate(stuck, state)->is_true(),
              walk.execution().deadlocked(at, chooser))
        << text;
  });
}

/// Whether a concrete configuration is one that an abstract one stands for.
bool is_within(const Model& model, const Evaluator& evaluator, const Configuration& concrete,
               const Configuration& abstract) {
  const auto within = [&](const std::vector<Value>& numbers, const std::vector<Value>& cells,
                          Slot::Kind kind, std::uint32_t owner) {
    for (std::uint32_t i = 0; i < numbers.size(); ++i)
      if (!evaluator.range(cells[i], {kind, owner, i}).contains(numbers[i])) return false;
    return true;
  };
  for (ObjectId o = 0; o < model.objects.size(); ++o) {
    const ObjectState& c = concrete.objects[o];
    const ObjectState& a = abstract.objects[o];
    if (c.state != a.state ||
        !within(c.values, a.values, Slot::Kind::variable, model.objects[o].type))
      return false;
    for (const auto& [in_c, in_a] :
         {std::pair{&c.input, &a.input}, std::pair{&c.deferred, &a.deferred}}) {
      if (in_c->size() != in_a->size()) return false;
      for (std::size_t i = 0; i < in_c->size(); ++i)
        if ((*in_c)[i].signal != (*in_a)[i].signal ||
            !within((*in_c)[i].arguments, (*in_a)[i].arguments, Slot::Kind::parameter,
                    (*in_c)[i].signal))
          return false;
    }
  }
  return true;
}

/// The abstract configuration of a concrete one.
Configuration abstracted(const Model& model, const AbstractEvaluator& evaluator, Configuration at) {
  const Resolution nothing;
  FixedChooser chooser(nothing);
  for (ObjectId o = 0; o < model.objects.size(); ++o) {
    ObjectState& object = at.objects[o];
    for (VarId v = 0; v < object.values.size(); ++v)
      object.values[v] =
          evaluator.store(Range::of(object.values[v]),
                          {Slot::Kind::variable, model.objects[o].type, v}, none, chooser);
    for (auto* queue : {&object.input, &object.deferred})
      for (Message& message : *queue)
        for (std::uint32_t i = 0; i < message.arguments.size(); ++i)
          message.arguments[i] =
              evaluator.store(Range::of(message.arguments[i]),
                              {Slot::Kind::parameter, message.signal, i}, none, chooser);
  }
  return at;
}

void compare_with_abstraction(unsigned seed, std::size_t& compared) {
  const std::string text = RandomMachines(seed).text();
  const frontend::MachineSystem system = parse(text);
  const Model& model = system.model;
  Abstraction abstraction(model, seed % 3 == 0 ? Partition() : Partition::sign());
  if (seed % 2 == 0) {
    abstraction.separate({Slot::Kind::variable, 0, 0}, {2, 5});
    abstraction.separate({Slot::Kind::variable, 1, 1}, {-1});
    abstraction.update();
  }
  const AbstractEvaluator evaluator(model, abstraction);
  const Execution abstract(model, evaluator);
  Walk walk(model);
  walk.run([&](const Configuration& at, const Event& event,
               const std::optional<Execution::Outcome>& outcome) {
    if (!outcome) return;
    ++compared;
    const Configuration from = abstracted(model, evaluator, at);
    EnumeratingChooser chooser;
    bool is_there = false;
    do {
      if (abstract.enabled(from, event, chooser) == Enabled::no) continue;
      const Execution::Outcome image = abstract.execute(from, event, chooser);
      is_there = image.fault == outcome->fault &&
                 (image.fault != Fault::nothing ||
                  is_within(model, evaluator, outcome->configuration, image.configuration));
    } while (!is_there && chooser.next());
    ASSERT_TRUE(is_there) << to_string(model, event) << " with " << to_string(outcome->fault)
                          << "\n"
                          << text;
  });
}

/// Seeds until something differs; so many events must have been compared.
template <typename Compare>
void compare_all(const Compare& compare) {
  std::size_t compared = 0;
  for (unsigned seed = 1; seed <= seeds && !::testing::Test::HasFatalFailure(); ++seed) {
    SCOPED_TRACE(seed);
    compare(seed, compared);
  }
  EXPECT_GT(compared, 10 * seeds);
  ::testing::Test::RecordProperty("compared", std::to_string(compared));
}

TEST(MachineExecutions, LoweringDoesTheSame) { compare_all(compare_with_lowering); }

TEST(MachineExecutions, AbstractModelsDoAllThatConcreteOnesDo) {
  compare_all(compare_with_abstraction);
}

}  // namespace
}  // namespace arges::model::machines
