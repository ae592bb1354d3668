// What is selected. Everything on the page follows these signals, so that the path, the source and the drawings stay together.
import { batch, computed, effect, signal } from "@preact/signals";
import type { Goal, Named, Report, Result, Run, Step } from "./data";

export const report = signal<Report | null>(null);
export const resultIndex = signal(0);
export const traceIndex = signal(0);
export const stepIndex = signal(0);
export const iterationIndex = signal(0);
export const tab = signal("");

export const result = computed<Result | null>(() => report.value?.results[resultIndex.value] ?? null);
export const traces = computed(() => report.value?.traces ?? null);

/** The run on the left: of a set of traces, the selected one. */
export const run = computed<Run | null>(() => {
  const set = traces.value;
  if (!set) return result.value?.run ?? null;
  return { meaning: "example", steps: stepsOf(traceIndex.value), loop_start: null };
});
export const steps = computed(() => run.value?.steps ?? []);
export const step = computed(() => steps.value[stepIndex.value] ?? null);

/** What is known at the selected step, by name. */
export const values = computed<Named[]>(() => {
  let known = new Map<string, string>();
  for (const one of steps.value.slice(0, stepIndex.value + 1)) {
    if (one.scope) known = new Map(one.scope);
    for (const name of one.gone) known.delete(name);
    for (const [name, value] of one.changed) known.set(name, value);
  }
  return [...known];
});
export const iterations = computed(() => result.value?.history?.iterations ?? []);
export const iteration = computed(() => iterations.value[iterationIndex.value] ?? null);

/** Of a reachability graph the chosen row; null: the one of the selected step. */
export const chosenRow = signal<number | null>(null);

/** The steps of a trace. */
export function stepsOf(trace: number): Step[] {
  const set = traces.value;
  return (set?.list[trace]?.steps ?? []).flatMap((number) => set?.steps[number] ?? []);
}

const clamp = (value: number, size: number): number => Math.max(0, Math.min(size - 1, value));

export function selectStep(index: number): void {
  chosenRow.value = null;
  stepIndex.value = clamp(index, steps.value.length);
}

export function selectIteration(index: number): void {
  chosenRow.value = null;
  iterationIndex.value = clamp(index, iterations.value.length);
}

/** The run is that of the last iteration. */
export const isLastIteration = computed(() => iterationIndex.value === iterations.value.length - 1);

/** The row of the selected step, where the graph is that of the run. */
export const rowOfStep = computed<number | null>(() => {
  const at = step.value?.node;
  return at === undefined || !isLastIteration.value ? null : (iteration.value?.path[at] ?? null);
});

export function selectTrace(index: number): void {
  if (!traces.value) return;
  batch(() => {
    traceIndex.value = clamp(index, traces.value?.list.length ?? 0);
    selectStep(0);
  });
}

/** The step by which a trace covers a goal; 0 if nobody says. */
function coveringStep(goal: Goal, trace: number): number {
  if (trace === goal.traces[0] && goal.step !== undefined && goal.step !== null) return goal.step;
  return Math.max(0, stepsOf(trace).findIndex((one) => one.where.split(", ").includes(goal.name) || one.where === goal.name));
}

/** Goes to where a trace covers a goal: its first one, or another. */
export function selectGoal(goal: Goal, trace = goal.traces[0]): void {
  if (trace === undefined) return;
  batch(() => {
    selectTrace(trace);
    selectStep(coveringStep(goal, trace));
  });
}

/** Of another result its first step and its last iteration are shown. */
export function selectResult(index: number): void {
  resultIndex.value = clamp(index, report.value?.results.length ?? 0);
  selectStep(0);
  iterationIndex.value = Math.max(0, iterations.value.length - 1);
}

/** Where nobody says which result, the first that is violated is shown, or else the first that is open. */
function mostUrgent(): number {
  const verdicts = (report.value?.results ?? []).map((one) => one.verdict);
  return Math.max(0, verdicts.includes("false") ? verdicts.indexOf("false") : verdicts.indexOf("unknown"));
}

/** Reads a link to a part of the report: `#result=2&step=5&tab=source`. */
export function followLink(hash: string): void {
  const wanted = new URLSearchParams(hash.replace(/^#/, ""));
  const number = (name: string): number | null => {
    const text = wanted.get(name);
    return text !== null && /^\d+$/.test(text) ? Number(text) : null;
  };
  const wantedResult = number("result");
  selectResult(wantedResult === null ? mostUrgent() : wantedResult - 1);
  const trace = number("trace");
  if (trace !== null) selectTrace(trace - 1);
  const at = number("step");
  if (at !== null) selectStep(at);
  const round = number("iteration");
  if (round !== null) selectIteration(round - 1);
  tab.value = wanted.get("tab") ?? "";
}

/** Keeps the address a link to what is shown. */
export function keepLink(): void {
  effect(() => {
    const link = new URLSearchParams({
      result: String(resultIndex.value + 1),
      step: String(stepIndex.value),
      iteration: String(iterationIndex.value + 1),
    });
    if (traces.value) link.set("trace", String(traceIndex.value + 1));
    if (tab.value !== "") link.set("tab", tab.value);
    history.replaceState(null, "", `#${link.toString()}`);
  });
}
