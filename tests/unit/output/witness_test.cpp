#include "output/witness.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "output/fake_results.h"

namespace arges::output {
namespace {

using Json = nlohmann::ordered_json;

Witness read(const std::string& text) {
  return Witness(std::make_shared<const SourceText>("w.json", text));
}

/// The message and hint of the InputError that reading the first evidence of a witness throws.
std::string complaint(const std::string& text, const analysis::System& system) {
  try {
    const Witness witness = read(text);
    (void)witness.evidence(0, system);
  } catch (const InputError& error) {
    return error.diagnostics().front().render();
  }
  return "no complaint";
}

std::string written(const PropertyResult& result) { return write_witness({"m.cfa", {result}}); }

/// The witness with one place changed.
std::string changed(const PropertyResult& result, const std::string& pointer, const Json& value) {
  Json json = Json::parse(written(result));
  json[Json::json_pointer(pointer)] = value;
  return json.dump();
}

TEST(WitnessTest, TraceIsReadBack) {
  const test::FakeSystem system;
  const Witness witness = read(written(test::violated(system)));
  ASSERT_EQ(witness.results().size(), 1U);
  EXPECT_EQ(witness.results()[0].property, "n <= 0");
  EXPECT_EQ(witness.results()[0].answer, analysis::Answer::violated);
  const auto trace = std::get<analysis::ConcreteTrace>(witness.evidence(0, system));
  const auto original = test::violating_run(system);
  ASSERT_EQ(trace.steps.size(), original.steps.size());
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    EXPECT_EQ(trace.steps[i].action, original.steps[i].action);
    ASSERT_EQ(trace.steps[i].decisions.size(), original.steps[i].decisions.size());
    for (std::size_t k = 0; k < trace.steps[i].decisions.size(); ++k) {
      EXPECT_EQ(trace.steps[i].decisions[k].kind, original.steps[i].decisions[k].kind);
      EXPECT_EQ(trace.steps[i].decisions[k].value, original.steps[i].decisions[k].value);
      EXPECT_EQ(trace.steps[i].decisions[k].type, original.steps[i].decisions[k].type);
    }
    for (const ir::Var var : system.variables())
      EXPECT_EQ(trace.steps[i].state.get(var), original.steps[i].state.get(var)) << var->name;
  }
  for (const ir::Var var : system.variables())
    EXPECT_EQ(trace.initial.get(var), original.initial.get(var)) << var->name;
}

TEST(WitnessTest, ProofIsReadBackWithItsAuxiliaryVariables) {
  const test::FakeSystem system;
  const PropertyResult result = test::proved(system);
  const Witness witness = read(written(result));
  EXPECT_EQ(witness.results()[0].answer, analysis::Answer::holds);
  const auto proof = std::get<analysis::Certificate>(witness.evidence(0, system));
  const auto& written = std::get<analysis::Certificate>(*result.proof);
  EXPECT_EQ(proof.roots, written.roots);
  ASSERT_EQ(proof.nodes.size(), written.nodes.size());
  for (std::size_t i = 0; i < proof.nodes.size(); ++i) {
    const auto& [control, state, covered_by, successors] = written.nodes[i];
    EXPECT_EQ(proof.nodes[i].control, control);
    EXPECT_EQ(proof.nodes[i].state, state);
    EXPECT_EQ(proof.nodes[i].covered_by, covered_by);
    ASSERT_EQ(proof.nodes[i].successors.size(), successors.size());
    for (std::size_t k = 0; k < successors.size(); ++k) {
      EXPECT_EQ(proof.nodes[i].successors[k].action, successors[k].action);
      EXPECT_EQ(proof.nodes[i].successors[k].node, successors[k].node);
    }
  }
}

TEST(WitnessTest, ProofByInductionIsReadBack) {
  const test::FakeSystem system;
  ir::Context& context = system.context();
  using Basis = analysis::InductionCertificate::Basis;
  for (const Basis basis : {Basis::induction, Basis::exhaustion}) {
    PropertyResult result = test::proved(system);
    const ir::Expr counting = ir::eq(context.var(system.counter()), context.int_literal(2));
    result.proof =
        analysis::InductionCertificate{basis, 4, {{0, context.true_expr()}, {1, counting}}};
    const Witness witness = read(written(result));
    const Evidence evidence = witness.evidence(0, system);
    const auto& proof = std::get<analysis::InductionCertificate>(evidence);
    EXPECT_EQ(proof.basis, basis);
    EXPECT_EQ(proof.k, 4U);
    ASSERT_EQ(proof.points.size(), 2U);
    EXPECT_EQ(proof.points[1].control, 1U);
    EXPECT_EQ(proof.points[1].invariant, counting);
    EXPECT_EQ(witness.contradiction(0, {&system}, evidence), "");
  }
}

TEST(WitnessTest, ValuesOfEveryKindAreReadBack) {
  const test::FakeSystem system;
  PropertyResult result = test::violated(system);
  ir::Valuation& state = result.verdict.counterexample->initial;
  state.set(system.n(), system.context().values().integer(mpz_class("-123456789012345678901234")));
  state.set(system.bits(), ir::Value::small(255));
  const Witness witness = read(written(result));
  const auto trace = std::get<analysis::ConcreteTrace>(witness.evidence(0, system));
  for (const ir::Var var : system.variables())
    EXPECT_EQ(trace.initial.get(var), state.get(var)) << var->name;
}

TEST(WitnessTest, UnknownHasAReasonAndNoEvidence) {
  const test::FakeSystem system;
  const Witness witness = read(written(test::unknown("timeout")));
  EXPECT_EQ(witness.results()[0].answer, analysis::Answer::unknown);
  EXPECT_EQ(witness.results()[0].reason, "timeout");
  EXPECT_THROW((void)witness.evidence(0, system), InputError);
}

TEST(WitnessTest, NamesThatContradictTheEvidenceAreFound) {
  const test::FakeSystem system;
  const auto contradiction = [&](const std::string& text) {
    const Witness witness = read(text);
    return witness.contradiction(0, {&system}, witness.evidence(0, system));
  };
  EXPECT_EQ(contradiction(written(test::violated(system))), "");
  EXPECT_EQ(contradiction(written(test::proved(system))), "");
  EXPECT_EQ(
      contradiction(changed(test::proved(system), "/results/0/proof/nodes/0/control_name", 7)),
      "\"control_name\" number 0 is 7, but should be \"start\"");
  EXPECT_EQ(
      contradiction(changed(test::violated(system), "/results/0/trace/steps/1/label", "init")),
      "\"label\" number 1 is \"init\", but should be \"step\"");
  EXPECT_EQ(contradiction(changed(test::violated(system),
                                  "/results/0/counterexample/steps/1/location", "start")),
            "its counterexample is not the one its trace shows");
}

TEST(WitnessTest, WhatIsNoWitnessIsRefusedWithAPlace) {
  const test::FakeSystem system;
  EXPECT_THAT(complaint("{\"format\":\n  oops", system), testing::HasSubstr("w.json:2:3: error:"));
  EXPECT_THAT(complaint("", system), testing::HasSubstr("w.json:1:1: error: this is not JSON"));
  EXPECT_THAT(complaint("[]", system), testing::HasSubstr("should be an object"));
  EXPECT_THAT(complaint("{}", system), testing::HasSubstr("\"format\": \"arges-witness\""));
  EXPECT_THAT(complaint(std::string(1000000, '['), system), testing::HasSubstr("not JSON"));
  EXPECT_THAT(complaint(changed(test::proved(system), "/version", 99), system),
              testing::HasSubstr("version 99 of the format is not known"));
}

TEST(WitnessTest, WhatDoesNotFitTheModelIsNamed) {
  const test::FakeSystem system;
  const PropertyResult bad = test::violated(system);
  const auto trace_with = [&](const std::string& place, const Json& value) {
    return complaint(changed(bad, "/results/0/trace/" + place, value), system);
  };
  EXPECT_THAT(trace_with("initial/colour", 1),
              testing::AllOf(testing::HasSubstr("the model has no variable 'colour'"),
                             testing::HasSubstr("did you mean 'color'?")));
  EXPECT_THAT(trace_with("steps/1/action", 17),
              testing::HasSubstr("results[0].trace.steps[1].action: the model has no action 17"));
  EXPECT_THAT(trace_with("steps/0/state/n", true),
              testing::HasSubstr("should be a value of type int"));
  EXPECT_THAT(trace_with("initial/color", "Color.BLUE"), testing::HasSubstr("Color.BLUE"));
  EXPECT_THAT(trace_with("initial/color", "n"), testing::HasSubstr("should have the type Color"));
  EXPECT_THAT(trace_with("initial/n", "n"), testing::HasSubstr("'n' is no constant"));
  EXPECT_THAT(trace_with("steps/1/decisions/0/type", "colour"), testing::HasSubstr("colour"));
  EXPECT_THAT(trace_with("steps", 3), testing::HasSubstr("should be an array"));

  const PropertyResult good = test::proved(system);
  const auto proof_with = [&](const std::string& place, const Json& value) {
    return complaint(changed(good, "/results/0/proof/" + place, value), system);
  };
  EXPECT_THAT(proof_with("nodes/1/state", "n ="), testing::HasSubstr("nodes[1].state: "));
  EXPECT_THAT(proof_with("nodes/1/state", "n + 1"),
              testing::HasSubstr("should have the type bool"));
  EXPECT_THAT(proof_with("nodes/1/control", 4), testing::HasSubstr("no control point 4"));
  EXPECT_THAT(proof_with("roots/0", -1), testing::HasSubstr("should be a number from 0"));
}

}  // namespace
}  // namespace arges::output
