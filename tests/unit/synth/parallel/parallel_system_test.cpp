#include "synth/parallel/parallel_system.h"

#include <gtest/gtest.h>

#include "automata/ltl/parser.h"
#include "lts/algebra/composition.h"
#include "lts/algebra/operators.h"
#include "support/random_lts.h"
#include "synth/parallel/base_system.h"

namespace arges::synth {
namespace {

using lts::Mts;

/// A formula over the actions of a table.
struct Question {
  std::unique_ptr<automata::Formulas> formulas = std::make_unique<automata::Formulas>();
  std::unique_ptr<LtlOracle> oracle;

  Question(const lts::ActionTablePtr& table, const std::string& text) {
    const SourceText source("formula", text);
    const automata::ParsedFormula parsed =
        automata::parse_formula(*formulas, source, automata::LtlSyntax::spot);
    lts::ActionPropositions actions(formulas->num_propositions());
    for (const automata::Atom& atom : parsed.atoms)
      actions[atom.proposition] = table->intern(atom.text);
    oracle = std::make_unique<LtlOracle>(*formulas, parsed.formula, actions);
  }
};

struct Fixture {
  lts::ActionTablePtr table = std::make_shared<lts::ActionTable>();
  Mts system;
  Question question;
  DecompositionTask task;

  Fixture(const std::string& text, const std::string& formula)
      : system(test::make_lts(table, text)), question(table, formula) {
    task.system = system;
    task.oracle = question.oracle.get();
  }
};

Fixture satisfied() { return {"0 a 1 1 b 0 0 c? 0 1 c 1 1 d? 2 2 b 0", "G(a -> F b) | G F c"}; }

Fixture violated() {
  Fixture result{"0 a 1 1 b 0 0 c? 0 0 d 2 2 a 3 3 c 3 2 b? 0", "G(a -> F b)"};
  result.task.verdict = Verdict::violated;
  const Mts required = lts::must_lts(result.system);
  result.task.counterexample = word_of(*result.task.oracle->violation({&required}));
  result.task.handle = result.table->intern("d");
  return result;
}

TEST(ParallelSystem, SatisfiedPropertiesNeedEveryComponent) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const Fixture fixture = satisfied();
    Random random(seed);
    FreshActions fresh(fixture.table, seed);
    ParallelShape shape;
    shape.components = 2 + seed % 3;
    shape.merged = seed % 3 == 2 ? 1 : 0;
    shape.max_merged_states = 700;
    const ParallelSystem made = make_parallel(fixture.task, shape, fresh, random);
    ASSERT_EQ(made.components.size(), shape.components);
    // The definition itself: all that is allowed without one component violates the property.
    for (std::size_t i = 0; i < made.components.size(); ++i) {
      std::vector<Mts> weaker = made.components;
      weaker[i] = lts::neutral(fixture.table, weaker[i].alphabet());
      EXPECT_TRUE(fixture.task.oracle->violation(pointers(weaker))) << seed;
    }
    EXPECT_FALSE(fixture.task.oracle->violation(pointers(made.components))) << seed;
  }
}

/// The components violate the property, and no longer do if any of them does nothing.
void expect_all_needed(const Fixture& fixture, const ParallelSystem& made) {
  for (std::size_t i = 0; i < made.components.size(); ++i) {
    // A state without any action, so that nothing of it is required.
    lts::MtsBuilder builder(fixture.table);
    builder.add_state();
    builder.add_to_alphabet(made.components[i].alphabet());
    std::vector<Mts> blocked = made.components;
    blocked[i] = builder.build();
    EXPECT_FALSE(fixture.task.oracle->violation(pointers(blocked))) << i;
  }
  EXPECT_TRUE(fixture.task.oracle->violation(pointers(made.components)));
}

TEST(ParallelSystem, ViolationsNeedEveryComponent) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const Fixture fixture = violated();
    Random random(seed);
    FreshActions fresh(fixture.table, seed);
    ParallelShape shape;
    shape.components = 2 + seed % 3;
    shape.merged = seed % 2;
    shape.max_merged_states = 700;
    const ParallelSystem made = make_parallel(fixture.task, shape, fresh, random);
    ASSERT_EQ(made.components.size(), shape.components);
    SCOPED_TRACE(seed);
    expect_all_needed(fixture, made);
  }
}

/// A component, not its context, is split further.
bool has_branches(const Derivation& derivation) {
  for (const Derivation::Node& node : derivation.nodes)
    if (node.parts.size() == 2 && !derivation.nodes[node.parts.front()].parts.empty()) return true;
  return false;
}

TEST(ParallelSystem, TreesNeedEveryComponent) {
  std::size_t branching = 0;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const Fixture fixture = violated();
    Random random(seed);
    FreshActions fresh(fixture.table, seed);
    ParallelShape shape;
    shape.components = 3 + seed % 3;
    shape.decomposition.topology = Topology::tree;
    shape.decomposition.extension = {.min_states = 3, .max_states = 4, .shared_actions = 1};
    const ParallelSystem made = make_parallel(fixture.task, shape, fresh, random);
    ASSERT_EQ(made.components.size(), shape.components);
    EXPECT_EQ(parallel_error(fixture.task, made), "") << seed;
    branching += has_branches(made.derivation) ? 1 : 0;
    SCOPED_TRACE(seed);
    expect_all_needed(fixture, made);
  }
  EXPECT_GT(branching, 2U);
}

TEST(ParallelSystem, LargeTreesKeepAViolation) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const Fixture fixture = violated();
    Random random(seed);
    FreshActions fresh(fixture.table, seed);
    ParallelShape shape;
    shape.components = 25;
    shape.decomposition.topology = Topology::tree;
    const ParallelSystem made = make_parallel(fixture.task, shape, fresh, random);
    EXPECT_EQ(made.components.size(), 25U);
    EXPECT_TRUE(has_branches(made.derivation));
  }
}

TEST(ParallelSystem, ManyComponentsHaveManyStates) {
  const Fixture fixture = satisfied();
  Random random(1);
  FreshActions fresh(fixture.table, 1);
  ParallelShape shape;
  shape.components = 60;
  const ParallelSystem made = make_parallel(fixture.task, shape, fresh, random);
  EXPECT_EQ(made.components.size(), 60U);
  EXPECT_GE(made.states.log2_at_least, 60);
  EXPECT_EQ(made.violations.size(), 60U);
}

TEST(ParallelSystem, ManyComponentsKeepAViolation) {
  const Fixture fixture = violated();
  Random random(2);
  FreshActions fresh(fixture.table, 2);
  ParallelShape shape;
  shape.components = 60;
  const ParallelSystem made = make_parallel(fixture.task, shape, fresh, random);
  EXPECT_EQ(made.components.size(), 60U);
  EXPECT_GE(made.states.log2_at_least, 60);
  EXPECT_LT(made.counterexample->letters.size(), 10'000U);
}

TEST(ParallelSystem, SomeComponentsKnowTheProperty) {
  for (std::size_t local = 1; local <= 3; ++local) {
    const Fixture fixture = violated();
    Random random(local);
    FreshActions fresh(fixture.table, local);
    ParallelShape shape;
    shape.components = 4;
    shape.decomposition.local = local;
    const ParallelSystem made = make_parallel(fixture.task, shape, fresh, random);
    EXPECT_EQ(locality(made, fixture.task.oracle->actions()), local);
  }
}

TEST(ParallelSystem, ChangesAreNoticed) {
  const Fixture fixture = satisfied();
  Random random(3);
  FreshActions fresh(fixture.table, 3);
  const ParallelSystem made = make_parallel(fixture.task, {}, fresh, random);
  ASSERT_EQ(parallel_error(fixture.task, made), "");

  ParallelSystem other = made;
  other.components[0] = lts::neutral(fixture.table, other.components[0].alphabet());
  EXPECT_NE(parallel_error(fixture.task, other), "");
  other = made;
  other.derived[1] = lts::neutral(fixture.table, other.derived[1].alphabet());
  EXPECT_NE(parallel_error(fixture.task, other), "");
  other = made;
  std::swap(other.violations[0], other.violations[1]);
  std::swap(other.violations[2], other.violations[3]);
  EXPECT_NE(parallel_error(fixture.task, other), "");
  other = made;
  other.states.independent[0] += 1;
  EXPECT_NE(parallel_error(fixture.task, other), "");
  DecompositionTask task = fixture.task;
  task.verdict = Verdict::violated;
  task.handle = fixture.table->intern("a");
  EXPECT_NE(parallel_error(task, made), "");
}

TEST(ParallelSystem, SameSeedSameSystem) {
  const auto components = [] {
    const Fixture fixture = satisfied();
    Random random(7);
    FreshActions fresh(fixture.table, 7);
    std::vector<std::vector<lts::Transition>> result;
    for (const Mts& component : make_parallel(fixture.task, {}, fresh, random).components)
      result.emplace_back(component.all_transitions().begin(), component.all_transitions().end());
    return result;
  };
  EXPECT_EQ(components(), components());
}

}  // namespace
}  // namespace arges::synth
