// A part of a graph that can be laid out while somebody waits: what is around some nodes.
import type { Graph } from "./data";

export interface Part {
  graph: Graph;
  /** The numbers that its nodes and edges have in the whole graph. */
  nodes: number[];
  edges: number[];
  /** By nodes of the whole graph: how many neighbours are not in the part. */
  hidden: Map<number, number>;
}

/** Neighbours of every node, along edges in both directions and, of states with states inside, those. */
function neighboursOf(graph: Graph): number[][] {
  const neighbours = graph.nodes.map((): number[] => []);
  for (const edge of graph.edges) {
    neighbours[edge.from]?.push(edge.to);
    neighbours[edge.to]?.push(edge.from);
  }
  graph.nodes.forEach((node, id) => {
    if (node.parent !== undefined) neighbours[node.parent]?.push(id);
  });
  return neighbours;
}

/** At most so many nodes, nearest first, and the states around them. */
export function partOf(graph: Graph, around: readonly number[], room: number): Part {
  const neighbours = neighboursOf(graph);
  const inside = new Set<number>();
  const queue = around.filter((id) => id < graph.nodes.length);
  for (let i = 0; i < queue.length && inside.size < room; ++i) {
    const id = queue[i] as number;
    if (inside.has(id)) continue;
    inside.add(id);
    queue.push(...(neighbours[id] ?? []));
  }
  for (const id of [...inside]) for (let at = graph.nodes[id]?.parent; at !== undefined && !inside.has(at); at = graph.nodes[at]?.parent) inside.add(at);
  const nodes = [...inside].sort((a, b) => a - b);
  const numbers = new Map(nodes.map((id, number) => [id, number]));
  const edges = graph.edges.flatMap((edge, number) => (inside.has(edge.from) && inside.has(edge.to) ? [number] : []));
  const hidden = new Map<number, number>();
  for (const id of nodes) {
    const missing = new Set((neighbours[id] ?? []).filter((other) => !inside.has(other))).size;
    if (missing > 0) hidden.set(id, missing);
  }
  return {
    nodes,
    edges,
    hidden,
    graph: {
      nodes: nodes.map((id) => {
        const { parent, ...node } = graph.nodes[id] as Graph["nodes"][number];
        const around = parent === undefined ? undefined : numbers.get(parent);
        const more = hidden.get(id);
        const detail = [node.detail, more === undefined ? undefined : `▸ ${more} more`].filter(Boolean).join("\n");
        return { ...node, ...(detail === "" ? {} : { detail }), ...(around === undefined ? {} : { parent: around }) };
      }),
      edges: edges.map((number) => {
        const edge = graph.edges[number] as Graph["edges"][number];
        return { ...edge, from: numbers.get(edge.from) as number, to: numbers.get(edge.to) as number };
      }),
    },
  };
}

/** The part that is all of it. */
export function wholeOf(graph: Graph): Part {
  return { graph, nodes: graph.nodes.map((_, id) => id), edges: graph.edges.map((_, id) => id), hidden: new Map() };
}
