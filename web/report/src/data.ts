// What the program tells the page: src/output/report writes it, docs/report.md describes it.

/** A position in one of the report's sources. */
export interface Place {
  source: number;
  line: number;
  column: number;
}

export interface Source {
  name: string;
  language: "c" | "xml" | "other";
  text: string;
}

/** A value under its name, in the model's words. */
export type Named = [name: string, value: string];

export interface Step {
  cause: string;
  where: string;
  place: Place | null;
  /** The nodes of the drawn model where the step ends. */
  at: number[];
  /** Those that it comes through, in their order. */
  through: number[];
  /** The edges that it takes: of a statechart what fired. */
  edges: number[];
  /** Where it ends in the counterexample of the last iteration: a position in its path. */
  node?: number;
  /** The state of the automaton behind it. */
  automaton?: number;
  changed: Named[];
  /** Names that have no value any more. */
  gone: string[];
  /** Where another function's variables are seen from here on: all that are. */
  scope?: Named[];
  /** What functions return. */
  results: string[];
  outputs: string[];
  notes: string[];
}

export interface Run {
  meaning: "counterexample" | "example";
  steps: Step[];
  /** The steps behind this one repeat. */
  loop_start: number | null;
}

export interface GraphNode {
  label: string;
  detail?: string;
  kind?: "initial" | "target" | "accepting";
  /** A state around this one. */
  parent?: number;
  place?: Place;
}

export interface GraphEdge {
  from: number;
  to: number;
  label: string;
  place?: Place;
  /** Not a step: the one node stands for the other. */
  covers?: boolean;
}

export interface Graph {
  nodes: GraphNode[];
  edges: GraphEdge[];
  /** Why not all of it is here, if so. */
  left_out?: string;
}

/** Something that is tracked from an iteration on, and where. */
export interface Fact {
  text: string;
  kind: "variable" | "predicate";
  where: string;
}

export interface Iteration {
  number: number;
  /** Rows of the counterexample's nodes in `GraphHistory`, from a root on. */
  path: number[];
  outcome: "spurious" | "violated" | "proved" | "stopped";
  learnt: Fact[];
  dropped: string[];
  /** Facts along the counterexample: why it is no run. */
  refutation: { position: number; fact: string }[];
}

/** The abstract reachability graphs of all iterations. A node is a row; it is there from iteration `born` to `died`, which is the
 *  first without it (0: never). Columns, as there may be many rows. */
export interface GraphHistory {
  texts: string[];
  parent: number[];
  control: number[];
  state: number[];
  action: number[];
  born: number[];
  died: number[];
  target: number[];
  covers: [row: number, by: number, born: number, died: number][];
  /** Why not everything was kept, if so. */
  left_out: string;
}

export interface History {
  /** What was tracked from the start. */
  given: Fact[];
  iterations: Iteration[];
  graph: GraphHistory;
}

/** What a proof says. */
export interface Proof {
  summary: string;
  columns: string[];
  rows: string[][];
  /** Which rows are here, if not all are. */
  left_out: string;
}

export interface Result {
  property: string;
  /** None: traces have no verdict. */
  verdict: "true" | "false" | "unknown" | "none";
  reason: string;
  advice: string;
  certificate: { checked: boolean; reason: string };
  run: Run | null;
  history: History | null;
  /** Numbers of graphs of the report. */
  graphs: { chart?: number; machines?: number; systems?: number; program?: number; product?: number; automaton?: number; proof?: number };
  proof: Proof | null;
  precision: string[];
  explanation: string;
  statistics: Named[];
  configuration: Named[];
}

export interface Goal {
  name: string;
  place: Place | null;
  status: "covered" | "infeasible" | "unknown";
  /** From 0. */
  traces: number[];
  /** Of the first of them: the step that covers it. */
  step?: number | null;
  reason: string;
}

export interface Criterion {
  name: string;
  goals: Goal[];
}

export interface TraceEntry {
  brief: string;
  /** How many goals it covers, and how many of them no other trace does. */
  goals: number;
  alone: number;
  /** Numbers of steps in `Traces.steps`; traces share what they begin with. */
  steps: number[];
}

export interface UnreachedState {
  state: string;
  /** Variables that are not tracked. */
  blame: string[];
}

/** A set of traces with what they cover. */
export interface Traces {
  /** Whether they get everywhere. */
  complete: "yes" | "no" | "unknown";
  why_incomplete: string;
  left_out: string;
  steps: Step[];
  list: TraceEntry[];
  criteria: Criterion[];
  unreached: UnreachedState[];
  reached_for_goals: UnreachedState[];
}

export interface Report {
  format: "arges-report";
  version: 1;
  tool: string;
  command: string;
  model: string;
  sources: Source[];
  graphs: Graph[];
  results: Result[];
  traces?: Traces;
}

/** The report that the page has, or what is wrong with it. */
export function readReport(text: string): Report {
  const report = JSON.parse(text) as Report;
  if (report.format !== "arges-report") throw new Error("this page has no report of arges");
  if (report.version !== 1) throw new Error(`this page reads version 1 of reports, not ${String(report.version)}`);
  return report;
}
