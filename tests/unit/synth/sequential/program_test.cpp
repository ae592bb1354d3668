#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "synth/sequential/encoder.h"
#include "synth/sequential/interpreter.h"
#include "synth/sequential/interval_proof.h"
#include "synth/sequential/program_text.h"

namespace arges::synth {
namespace {

/// Inputs A, B and C, outputs X, Y and Z, and a random machine over them.
struct Setting {
  Setting(std::uint64_t seed, std::size_t states) : random(seed), machine(nullptr) {
    auto table = std::make_shared<lts::ActionTable>();
    inputs = lts::Alphabet({table->intern("iA"), table->intern("iB"), table->intern("iC")});
    outputs = lts::Alphabet({table->intern("oX"), table->intern("oY"), table->intern("oZ")});
    machine = lts::MealyMachine(table);
    for (std::size_t s = 0; s < states; ++s) machine.add_state();
    for (lts::StateId s = 0; s < states; ++s)
      for (const lts::ActionId input : inputs.actions())
        if (input == inputs.actions().front() || random.percent(50))
          machine.add(s, {input, random.pick(outputs.actions()),
                          input == inputs.actions().front()
                              ? static_cast<lts::StateId>((s + 1) % states)
                              : static_cast<lts::StateId>(random.below(states)),
                          lts::Modality::must});
  }
  Random random;
  lts::Alphabet inputs;
  lts::Alphabet outputs;
  lts::MealyMachine machine;
};

constexpr ProgramClass all_classes[] = {ProgramClass::plain, ProgramClass::arithmetic,
                                        ProgramClass::data_structure};

TEST(Program, ReactsAsItsMachineDoes) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Setting at(seed, 2 + seed % 17);
    const ErrorWish wish{seed % 2, 2, {}, seed % 5};
    const MachinePlan plan = planned(at.machine, at.inputs, at.outputs, wish, at.random);
    EncodingOptions options;
    options.program_class = all_classes[seed % 3];
    options.percent_own = static_cast<unsigned>(seed * 7 % 100);
    const Program program = encoded(plan, at.inputs, options, at.random);
    const IntervalProof proof = prove_by_intervals(program, at.machine);
    EXPECT_EQ(proof.error, "") << seed;
    for (const ErrorAnswer& answer : error_answers(plan))
      EXPECT_EQ(proof.reachable_errors.contains(answer.number), answer.reachable);
    const RandomRuns runs = random_runs(program, at.machine, plan, 10, 60, at.random);
    EXPECT_EQ(runs.error, "") << seed;
    for (std::size_t v = 0; v < program.variables.size(); ++v) {
      EXPECT_LE(proof.least[v], runs.least[v]);
      EXPECT_GE(proof.most[v], runs.most[v]);
    }
  }
}

/// The rules of the program, wherever they are.
void collect(std::vector<ProgramStatement>& statements, std::vector<ProgramStatement*>& result) {
  for (ProgramStatement& statement : statements) {
    result.push_back(&statement);
    collect(statement.body, result);
  }
}

/// Whatever is changed in a program that reacts, either nobody can notice or the proof fails; what
/// runs notice the proof must notice too.
TEST(Program, IsNotProvedOnceItIsChanged) {
  int noticed = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Setting at(seed, 6);
    const MachinePlan plan = planned(at.machine, at.inputs, at.outputs, {0, 0, {}, 0}, at.random);
    EncodingOptions options;
    options.program_class = all_classes[seed % 3];
    options.percent_dead_rules = 0;
    Program program = encoded(plan, at.inputs, options, at.random);
    std::vector<ProgramStatement*> statements;
    for (auto& function : program.functions) collect(function, statements);
    collect(program.rules, statements);
    ProgramStatement& changed = *at.random.pick(statements);
    if (changed.op == ProgramStatement::Op::output)
      changed.letter = at.outputs.actions()[(changed.letter - at.outputs.actions()[0] + 1) % 3];
    else if (changed.op == ProgramStatement::Op::assign &&
             program.variables[changed.subject].kind == Program::Variable::Kind::array)
      changed.value.value =
          (changed.value.value + 1) %
          static_cast<std::int64_t>(program.variables[changed.subject].arrays.size());
    else if (changed.op == ProgramStatement::Op::assign)
      changed.value = {ProgramExpr::Op::constant, -9999, 0, {}};
    else if (changed.op == ProgramStatement::Op::answer)
      changed.op = ProgramStatement::Op::output;
    else
      changed.body.clear();
    const bool proved = prove_by_intervals(program, at.machine).error.empty();
    const bool same = random_runs(program, at.machine, plan, 60, 80, at.random).error.empty();
    if (!same) {
      ++noticed;
      EXPECT_FALSE(proved) << seed;
    }
  }
  EXPECT_GT(noticed, 30);
}

TEST(Program, IsWrittenAsRersDoes) {
  Setting at(3, 5);
  const MachinePlan plan = planned(at.machine, at.inputs, at.outputs, {1, 1, {}, 1}, at.random);
  const Program program = encoded(plan, at.inputs, {}, at.random);
  const std::string c = c_text(program, *at.machine.table());
  for (const char* part :
       {"extern void __VERIFIER_error(int);", "int inputs[] = {", "void errorCheck() {",
        "__VERIFIER_error(0);", "__VERIFIER_error(1);", " cf==1 ", "cf = 0;", "printf(\"%d\\n\", 2",
        "fflush(stdout);", "void calculate_output(int input) {",
        "fprintf(stderr, \"Invalid input: %d\\n\", input);", "scanf(\"%d\", &input);",
        "return -2;"})
    EXPECT_THAT(c, testing::HasSubstr(part));
  const std::string java = java_text(program, *at.machine.table(), "Problem3");
  for (const char* part : {"public class Problem3 {", "Errors.__VERIFIER_error(1);",
                           "input.equals(\"A\")", "System.out.println(\"", "stdin.readLine()"})
    EXPECT_THAT(java, testing::HasSubstr(part));
}

}  // namespace
}  // namespace arges::synth
