import { beforeEach, expect, test } from "vitest";
import { readReport, type Step } from "../src/data";
import { basesOf, constantColumns, trackedFacts } from "../src/facts_tabs";
import { followLink, iterationIndex, report, resultIndex, selectStep, stepIndex, tab, values } from "../src/store";

const step = (changed: [string, string][], gone: string[] = []): Step => ({ cause: "c", where: "w", place: null, at: [], through: [],
  edges: [], changed, gone, results: [], outputs: [], notes: [] });

const text = JSON.stringify({
  format: "arges-report", version: 1, tool: "", command: "", model: "m", sources: [], graphs: [],
  results: [1, 2].map((number) => ({
    property: `p${number}`, verdict: "false", reason: "", advice: "", certificate: { checked: true, reason: "" },
    run: { meaning: "counterexample", steps: [step([["x", "0"], ["y", "1"]]), step([["x", "1"]], ["y"]), step([["y", "2"]])], loop_start: null },
    history: {
      given: [{ text: "z", kind: "variable", where: "" }],
      iterations: [
        { number: 1, path: [], outcome: "spurious", learnt: [{ text: "x", kind: "variable", where: "" }], dropped: [], refutation: [] },
        { number: 2, path: [], outcome: "violated", learnt: [{ text: "x < 1", kind: "predicate", where: "" }], dropped: ["x"], refutation: [] },
      ],
      graph: {},
    },
    graphs: {}, precision: [], explanation: "", statistics: [], configuration: [],
  })),
});

beforeEach(() => {
  report.value = readReport(text);
  followLink("");
});

test("values are what the steps so far say", () => {
  expect(values.value).toEqual([["x", "0"], ["y", "1"]]);
  selectStep(1);
  expect(values.value).toEqual([["x", "1"]]);
  selectStep(2);
  expect(values.value).toEqual([["x", "1"], ["y", "2"]]);
});

test("another function sees other variables", () => {
  const one = readReport(text);
  one.results[0]!.run!.steps[1]!.scope = [["n", "3"]];
  report.value = one;
  selectStep(1);
  expect(values.value).toEqual([["n", "3"], ["x", "1"]]);
});

test("a link leads to a result, a step, an iteration and a tab", () => {
  followLink("#result=2&step=1&iteration=1&tab=arg");
  expect([resultIndex.value, stepIndex.value, iterationIndex.value, tab.value]).toEqual([1, 1, 0, "arg"]);
});

test("a link to what is not there leads to what is nearest", () => {
  followLink("#result=9&step=99&iteration=0");
  expect([resultIndex.value, stepIndex.value, iterationIndex.value]).toEqual([1, 2, 0]);
  followLink("#step=x");
  expect([resultIndex.value, stepIndex.value, iterationIndex.value]).toEqual([0, 0, 1]);
});

test("without a link what is violated comes first, then what is open", () => {
  const shownFirst = (...verdicts: ("true" | "false" | "unknown")[]): number => {
    const one = readReport(text);
    one.results = verdicts.map((verdict) => ({ ...one.results[0]!, verdict }));
    report.value = one;
    followLink("");
    return resultIndex.value;
  };
  expect([shownFirst("true", "unknown", "false", "false"), shownFirst("true", "unknown"), shownFirst("true", "true")]).toEqual([2, 1, 0]);
});

test("facts are tracked until they are dropped", () => {
  expect(trackedFacts(0).map(({ fact }) => fact.text)).toEqual(["z", "x"]);
  expect(trackedFacts(1).map(({ fact, since }) => [fact.text, since])).toEqual([["z", 0], ["x < 1", 2]]);
});

test("another file is refused", () => {
  expect(() => readReport('{"format":"other"}')).toThrow("no report");
  expect(() => readReport('{"format":"arges-report","version":2}')).toThrow("version");
});

test("a fact that was learnt has those of the refutation that say it or its negation, or speak of the variable", () => {
  const one = {
    number: 1, path: [], outcome: "spurious" as const, learnt: [], dropped: [],
    refutation: [{ position: 1, fact: "x /= 9" }, { position: 2, fact: "y < x or z = 1" }, { position: 3, fact: "false" }],
  };
  expect(basesOf({ text: "x = 9", kind: "predicate", where: "" }, one)).toEqual([1]);
  expect(basesOf({ text: "x", kind: "variable", where: "" }, one)).toEqual([1, 2]);
  expect(basesOf({ text: "w", kind: "variable", where: "" }, one)).toEqual([]);
});

test("columns of a proof that say the same in all rows are known", () => {
  const proof = { summary: "", columns: ["a", "b"], rows: [["1", "0"], ["1", "1"], ["1", "2"]], left_out: "" };
  expect(constantColumns(proof)).toEqual([0]);
  expect(constantColumns({ ...proof, rows: proof.rows.slice(1) })).toEqual([]);
});
