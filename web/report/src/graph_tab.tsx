// Drawings of control flow, statecharts, machines, transition systems, automata, products and proofs: graphs that have nothing to do with
// iterations.
import { useEffect, useMemo, useState } from "preact/hooks";
import { CanvasView } from "./canvas_view";
import type { Graph, Step } from "./data";
import { layered } from "./drawing";
import { partOf, wholeOf } from "./graph_part";
import { selectStep, step, stepIndex, steps } from "./store";

/** Of larger graphs a part is drawn, unless one asks for more. */
const manyNodes = 250;
const roomAtFirst = 120;
/** A layout in layers takes too long for more. */
const mostNodes = 2500;

/** Where a run is in a graph: nodes where a step ends, nodes that it comes through, edges that it takes. */
export interface Follower {
  at: (one: Step) => number[];
  through: (one: Step) => number[];
  edges: (one: Step, before: Step | undefined) => number[];
}

/** In the drawing of a model. */
export const inModel: Follower = { at: (one) => one.at, through: (one) => one.through, edges: (one) => one.edges };

/** In the automaton, of which runs have the states. */
export function inAutomaton(graph: Graph): Follower {
  const at = (one: Step | undefined): number[] => (one?.automaton === undefined ? [] : [one.automaton]);
  return {
    at,
    through: at,
    edges: (one, before) =>
      before?.automaton === undefined || one.automaton === undefined
        ? []
        : graph.edges.flatMap((edge, number) => (edge.from === before.automaton && edge.to === one.automaton ? [number] : [])),
  };
}

interface Props {
  graph: Graph;
  label: string;
  /** How the drawing follows the run; without one it does not. */
  follower?: Follower;
}

/** What leads on from a node, in full. */
export const edgesOf = (graph: Graph, from: number): string => {
  const edges = graph.edges.filter((edge) => edge.from === from);
  return edges.length === 0 ? "" : ` → ${edges.slice(0, 6).map((edge) => `${graph.nodes[edge.to]?.label}${edge.label === "" ? "" : `: ${edge.label}`}`).join("; ")}${edges.length > 6 ? "; …" : ""}`;
};

/** Selects the next of the nodes that were found. */
export function goTo(found: ReadonlySet<number>, selected: number | null, select: (id: number) => void): void {
  const all = [...found].sort((a, b) => a - b);
  const next = all.find((id) => selected !== null && id > selected) ?? all[0];
  if (next !== undefined) select(next);
}

/** The part that is drawn: all of a small graph; of a large one what is around nodes, which stays until others are wanted. */
function useDrawing(graph: Graph, wanted: readonly number[], showsAll: boolean) {
  const [centre, setCentre] = useState<readonly number[]>(wanted);
  const part = useMemo(() => {
    if (graph.nodes.length <= manyNodes || showsAll) return wholeOf(graph);
    const first = graph.nodes.findIndex((node) => node.kind === "initial");
    return partOf(graph, centre.length > 0 ? centre : [Math.max(0, first)], roomAtFirst);
  }, [graph, centre, showsAll]);
  const missing = wanted.some((id) => !part.nodes.includes(id));
  useEffect(() => {
    if (missing) setCentre(wanted);
  }, [missing, wanted.join()]);
  return { part, drawing: useMemo(() => layered(part.graph, part), [part]), recentre: (id: number) => setCentre([id]) };
}

/** Which nodes and edges the whole run comes through. */
function useWay(graph: Graph, follower: Follower | undefined) {
  return useMemo(() => {
    const nodes = new Set<number>();
    const edges = new Set<number>();
    if (!follower) return { nodes, edges };
    steps.value.forEach((one, index) => {
      for (const node of [...follower.at(one), ...follower.through(one)]) nodes.add(node);
      for (const edge of follower.edges(one, steps.value[index - 1])) edges.add(edge);
    });
    return { nodes, edges };
  }, [graph, follower, steps.value]);
}

export function GraphTab({ graph, label, follower }: Props) {
  const [chosen, setChosen] = useState<number | null>(null);
  const [wanted, setWanted] = useState("");
  const [showsAll, setShowsAll] = useState(false);
  const way = useWay(graph, follower);
  const now = step.value;
  const here = useMemo(() => (follower && now ? follower.at(now) : []), [follower, now]);
  const taken = useMemo(() => (follower && now ? follower.edges(now, steps.value[stepIndex.value - 1]) : []), [follower, now, stepIndex.value]);
  useEffect(() => setChosen((before) => (before !== null && here.includes(before) ? before : null)), [stepIndex.value]);
  const selected = chosen ?? here[0] ?? null;
  const focus = useMemo(() => (chosen === null ? here : [chosen]), [chosen, here]);
  const { part, drawing, recentre } = useDrawing(graph, focus, showsAll);
  const found = useMemo(() => {
    const needle = wanted.trim().toLowerCase();
    return new Set(
      needle === "" ? [] : graph.nodes.flatMap((node, id) => (`${node.label} ${node.detail ?? ""}`.toLowerCase().includes(needle) ? [id] : [])),
    );
  }, [graph, wanted]);
  const select = (id: number): void => {
    setChosen(id);
    if (!follower || (here.includes(id) && selected !== id)) return;
    const comesTo = (one: Step): boolean => follower.at(one).includes(id);
    const at = steps.value.findIndex((one, index) => index > stepIndex.value && comesTo(one));
    const any = at >= 0 ? at : steps.value.findIndex(comesTo);
    if (any >= 0) selectStep(any);
  };
  const marks = useMemo(
    () => ({ path: way.nodes, edges: way.edges, found, selected, here: new Set(here), taken: new Set(taken) }),
    [way, found, selected, here, taken],
  );
  const node = selected === null ? undefined : graph.nodes[selected];
  const isPart = part.nodes.length < graph.nodes.length;
  return (
    <div class="graph">
      <div class="bar">
        <input type="search" placeholder="search nodes" aria-label={`search nodes of ${label}`} value={wanted} onInput={(event) => setWanted(event.currentTarget.value)} onKeyDown={(event) => event.key === "Enter" && goTo(found, selected, setChosen)} />
        {wanted !== "" && <span aria-live="polite">{found.size} found</span>}
        {graph.nodes.length > manyNodes && graph.nodes.length <= mostNodes && (
          <label>
            <input type="checkbox" checked={showsAll} onChange={(event) => setShowsAll(event.currentTarget.checked)} /> all nodes
          </label>
        )}
        <span class="size">
          {isPart ? `${part.nodes.length} of ` : ""}
          {graph.nodes.length} nodes, {graph.edges.length} edges
        </span>
      </div>
      {graph.left_out && <p class="note">⚠ {graph.left_out}</p>}
      <CanvasView drawing={drawing} marks={marks} label={label} onSelect={select} onActivate={isPart ? recentre : undefined} />
      <p class="told" aria-live="polite">
        {taken.length > 0 && (
          <span class="taken">
            {follower === inModel ? "Taken: " : taken.length > 1 ? "By one of: " : "By: "}
            {taken
              .slice(0, 8)
              .map((edge) => graph.edges[edge])
              .map((edge) => (edge ? `${graph.nodes[edge.from]?.label} → ${graph.nodes[edge.to]?.label}${edge.label === "" ? "" : ` (${edge.label})`}` : ""))
              .join("; ")}
            {". "}
          </span>
        )}
        {node ? `${node.label}${node.detail ? `: ${node.detail}` : ""}${edgesOf(graph, selected ?? -1)}` : "Select a node to read it here."}
        {isPart && " Drawn in part: a double click or Enter shows what is around a node."}
      </p>
    </div>
  );
}
