// What is selected. Everything on the page follows these signals, so that the path, the source and the drawings stay together.
import { computed, effect, signal } from "@preact/signals";
import type { Named, Report, Result } from "./data";

export const report = signal<Report | null>(null);
export const resultIndex = signal(0);
export const stepIndex = signal(0);
export const iterationIndex = signal(0);
export const tab = signal("");

export const result = computed<Result | null>(() => report.value?.results[resultIndex.value] ?? null);
export const steps = computed(() => result.value?.run?.steps ?? []);
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

const clamp = (value: number, size: number): number => Math.max(0, Math.min(size - 1, value));

export function selectStep(index: number): void {
  stepIndex.value = clamp(index, steps.value.length);
}

export function selectIteration(index: number): void {
  iterationIndex.value = clamp(index, iterations.value.length);
}

/** Of another result its first step and its last iteration are shown. */
export function selectResult(index: number): void {
  resultIndex.value = clamp(index, report.value?.results.length ?? 0);
  stepIndex.value = 0;
  iterationIndex.value = Math.max(0, iterations.value.length - 1);
}

/** Reads a link to a part of the report: `#result=2&step=5&tab=source`. */
export function followLink(hash: string): void {
  const wanted = new URLSearchParams(hash.replace(/^#/, ""));
  const number = (name: string): number | null => {
    const text = wanted.get(name);
    return text !== null && /^\d+$/.test(text) ? Number(text) : null;
  };
  selectResult((number("result") ?? 1) - 1);
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
    if (tab.value !== "") link.set("tab", tab.value);
    history.replaceState(null, "", `#${link.toString()}`);
  });
}
