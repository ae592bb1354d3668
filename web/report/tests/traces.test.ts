import { beforeEach, expect, test } from "vitest";
import { readReport, type Goal, type Step } from "../src/data";
import { followLink, report, selectGoal, selectTrace, stepIndex, steps, traceIndex } from "../src/store";

const step = (where: string): Step => ({ cause: "c", where, place: null, at: [], through: [], edges: [], changed: [], gone: [], results: [], outputs: [], notes: [] });
const goal = (name: string, traces: number[], at?: number): Goal => ({ name, place: null, status: "covered", traces, reason: "", ...(at === undefined ? {} : { step: at }) });

const text = JSON.stringify({
  format: "arges-report", version: 1, tool: "", command: "", model: "m", sources: [], graphs: [],
  results: [{ property: "2 traces", verdict: "none", reason: "", advice: "", certificate: { checked: true, reason: "" }, run: null, history: null, graphs: {}, proof: null, precision: [], explanation: "", statistics: [], configuration: [] }],
  traces: {
    complete: "yes", why_incomplete: "", left_out: "", unreached: [], reached_for_goals: [], criteria: [],
    steps: [step("A"), step("B"), step("C"), step("D, E")],
    list: [{ brief: "", goals: 1, alone: 1, steps: [0, 1, 2] }, { brief: "", goals: 1, alone: 1, steps: [0, 3] }],
  },
});

beforeEach(() => {
  report.value = readReport(text);
  followLink("");
  selectTrace(0);
});

test("traces share the steps that they begin with", () => {
  expect(steps.value.map((one) => one.where)).toEqual(["A", "B", "C"]);
  selectTrace(1);
  expect(steps.value.map((one) => one.where)).toEqual(["A", "D, E"]);
});

test("a goal leads to the step that covers it", () => {
  selectGoal(goal("g", [0, 1], 2));
  expect([traceIndex.value, stepIndex.value]).toEqual([0, 2]);
});

test("in another trace it leads to where its name is", () => {
  selectGoal(goal("E", [0, 1], 2), 1);
  expect([traceIndex.value, stepIndex.value]).toEqual([1, 1]);
});

test("a goal that no trace covers leads nowhere", () => {
  selectTrace(1);
  selectGoal(goal("g", []));
  expect(traceIndex.value).toBe(1);
});

test("a link names the trace before the step", () => {
  followLink("#trace=2&step=1");
  expect([traceIndex.value, stepIndex.value]).toEqual([1, 1]);
});
