// Drawings of control flow, statecharts, automata, products and proofs: graphs that have nothing to do with iterations.
import { useEffect, useMemo, useState } from "preact/hooks";
import { CanvasView } from "./canvas_view";
import type { Graph } from "./data";
import { layered } from "./drawing";
import { selectStep, step, stepIndex, steps } from "./store";

/** A layout in layers takes too long for more. */
const mostNodes = 2500;

interface Props {
  graph: Graph;
  label: string;
  /** Whether the nodes are where steps end. */
  follows: boolean;
}

/** What leads on from a node, in full. */
const edgesOf = (graph: Graph, from: number): string => {
  const edges = graph.edges.filter((edge) => edge.from === from);
  return edges.length === 0 ? "" : ` → ${edges.slice(0, 6).map((edge) => `${graph.nodes[edge.to]?.label}: ${edge.label}`).join("; ")}${edges.length > 6 ? "; …" : ""}`;
};

/** Selects the next of the nodes that were found. */
export function goTo(found: ReadonlySet<number>, selected: number | null, select: (id: number) => void): void {
  const all = [...found].sort((a, b) => a - b);
  const next = all.find((id) => selected !== null && id > selected) ?? all[0];
  if (next !== undefined) select(next);
}

export function GraphTab({ graph, label, follows }: Props) {
  const [chosen, setChosen] = useState<number | null>(null);
  const [wanted, setWanted] = useState("");
  const drawing = useMemo(() => (graph.nodes.length <= mostNodes ? layered(graph) : null), [graph]);
  const path = useMemo(() => {
    const nodes = new Set<number>();
    const edges = new Set<number>();
    if (!follows) return { nodes, edges };
    const pairs = new Set<string>();
    steps.value.forEach((one) => one.at.forEach((node) => nodes.add(node)));
    // Of a statechart nobody says which transitions fired.
    const way = steps.value.flatMap((one) => one.through);
    way.forEach((to, i) => {
      nodes.add(to);
      pairs.add(`${way[i - 1]} ${to}`);
    });
    graph.edges.forEach((edge, number) => {
      if (pairs.has(`${edge.from} ${edge.to}`)) edges.add(number);
    });
    return { nodes, edges };
  }, [graph, steps.value]);
  const found = useMemo(() => {
    const needle = wanted.trim().toLowerCase();
    return new Set(
      needle === "" ? [] : graph.nodes.flatMap((node, id) => (`${node.label} ${node.detail ?? ""}`.toLowerCase().includes(needle) ? [id] : [])),
    );
  }, [graph, wanted]);
  const here = follows ? (step.value?.at ?? []) : [];
  useEffect(() => setChosen(null), [stepIndex.value]);
  const selected = chosen ?? here[0] ?? null;
  const select = (id: number): void => {
    setChosen(id);
    if (!follows || here.includes(id)) return;
    const at = steps.value.findIndex((one, index) => one.at.includes(id) && index >= stepIndex.value);
    const any = at >= 0 ? at : steps.value.findIndex((one) => one.at.includes(id));
    if (any >= 0) selectStep(any);
  };
  const marks = useMemo(() => ({ path: path.nodes, edges: path.edges, found, selected, here: new Set(here) }), [path, found, selected, here]);
  const node = selected === null ? undefined : graph.nodes[selected];
  if (!drawing)
    return (
      <p class="empty">
        This graph has {graph.nodes.length} nodes, too many for a drawing in layers (at most {mostNodes}); <code>arges convert --to dot</code> writes it to a file.
      </p>
    );
  return (
    <div class="graph">
      <div class="bar">
        <input type="search" placeholder="search nodes" aria-label={`search nodes of ${label}`} value={wanted} onInput={(event) => setWanted(event.currentTarget.value)} onKeyDown={(event) => event.key === "Enter" && goTo(found, selected, setChosen)} />
        {wanted !== "" && <span aria-live="polite">{found.size} found</span>}
        <span>
          {graph.nodes.length} nodes, {graph.edges.length} edges
        </span>
      </div>
      <CanvasView drawing={drawing} marks={marks} label={label} onSelect={select} />
      <p class="told" aria-live="polite">
        {node ? `${node.label}${node.detail ? `: ${node.detail}` : ""}${edgesOf(graph, selected ?? -1)}` : "Select a node to read it here."}
      </p>
    </div>
  );
}
