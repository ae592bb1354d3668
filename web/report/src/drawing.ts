// Boxes and lines with positions: what a layout makes of a graph, and what the canvas shows.
import dagre from "@dagrejs/dagre";
import { hierarchy, tree } from "d3-hierarchy";
import type { Graph, GraphEdge } from "./data";
import type { TreeNode } from "./graph_history";

export interface Box {
  /** Number of the node in its graph, or row of the history. */
  id: number;
  x: number;
  y: number;
  width: number;
  height: number;
  lines: string[];
  kind: "plain" | "initial" | "target" | "accepting" | "chain" | "group" | "note";
  isCovered: boolean;
}

export interface Line {
  from: number;
  to: number;
  label: string;
  points: { x: number; y: number }[];
  /** Where its label is. */
  at: { x: number; y: number } | null;
  covers: boolean;
  /** Number of the edge in its graph; -1 if it has none. */
  edge: number;
}

export interface Drawing {
  boxes: Box[];
  lines: Line[];
  width: number;
  height: number;
}

const charWidth = 7.3;
const lineHeight = 17;
const padding = 8;
const longestLine = 36;
/** What a loop takes of the side of its box. */
const loopHeight = 24;

const cut = (text: string): string => (text.length <= longestLine ? text : `${text.slice(0, longestLine - 1)}…`);

function sizeOf(lines: string[]): { width: number; height: number } {
  const longest = Math.max(3, ...lines.map((line) => line.length));
  return { width: longest * charWidth + 2 * padding, height: Math.max(1, lines.length) * lineHeight + 2 * padding };
}

interface Point {
  x: number;
  y: number;
}

/** The part of a line behind the last place where it leaves a box; all of it if it does not. */
function cutAt(box: Box | undefined, points: Point[]): Point[] {
  if (!box) return points;
  const isIn = (point: Point): boolean => point.x > box.x && point.x < box.x + box.width && point.y > box.y && point.y < box.y + box.height;
  const last = points.findLastIndex(isIn);
  const inside = points[last];
  const outside = points[last + 1];
  if (!inside || !outside) return points;
  // Halving is enough: this is drawn with a pen of a pixel.
  let [low, high] = [0, 1];
  for (let i = 0; i < 20; ++i) {
    const middle = (low + high) / 2;
    const at = { x: inside.x + (outside.x - inside.x) * middle, y: inside.y + (outside.y - inside.y) * middle };
    if (isIn(at)) low = middle;
    else high = middle;
  }
  return [{ x: inside.x + (outside.x - inside.x) * high, y: inside.y + (outside.y - inside.y) * high }, ...points.slice(last + 1)];
}

/** Half-way between the first and the last point of the middle part of a line. */
function middleOf(points: Point[]): Point | null {
  const i = Math.max(1, Math.floor(points.length / 2));
  const [from, to] = [points[i - 1], points[i]];
  return from && to ? { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 } : null;
}

/** At the right side of a box, with its label beside it. */
function selfLoop(box: Box | undefined, label: string, { edge, node, place }: { edge: number; node: number; place: number }): Line[] {
  if (!box) return [];
  const [right, y] = [box.x + box.width, box.y + 16 + loopHeight * place];
  const points = [{ x: right, y: y - 9 }, { x: right + 20, y: y - 9 }, { x: right + 20, y: y + 9 }, { x: right, y: y + 9 }];
  return [{ from: node, to: node, label, points, at: { x: right + 26 + (label.length * charWidth) / 2, y }, covers: false, edge }];
}

/** In layers, with states inside states; for graphs of some hundreds of nodes. Of a part of a graph the numbers in the whole one are given. */
export function layered(graph: Graph, numbers: { nodes: readonly number[]; edges: readonly number[] }): Drawing {
  const nodeOf = (id: number): number => numbers.nodes[id] ?? id;
  const drawn = new dagre.graphlib.Graph({ multigraph: true, compound: true });
  drawn.setGraph({ rankdir: "TB", nodesep: 30, ranksep: 45, edgesep: 14, marginx: 20, marginy: 20 });
  drawn.setDefaultEdgeLabel(() => ({}));
  const groups = new Set(graph.nodes.flatMap((node) => (node.parent === undefined ? [] : [node.parent])));
  const ownLoops = new Map<number, number>();
  for (const edge of graph.edges) if (edge.from === edge.to) ownLoops.set(edge.from, (ownLoops.get(edge.from) ?? 0) + 1);
  graph.nodes.forEach((node, id) => {
    const lines = [cut(node.label), ...(node.detail ? node.detail.split("\n").slice(0, 4).map(cut) : [])];
    const size = sizeOf(lines);
    drawn.setNode(String(id), { lines, width: size.width, height: Math.max(size.height, 8 + loopHeight * (ownLoops.get(id) ?? 0)) });
  });
  graph.nodes.forEach((node, id) => {
    if (node.parent !== undefined) drawn.setParent(String(id), String(node.parent));
  });
  // Edges of a group lead to a state in it, as layers are of single states only, and are cut at its frame. What begins and ends at
  // the same group is written below its name.
  const insides = graph.nodes.map((): number[] => []);
  graph.nodes.forEach((node, id) => {
    if (node.parent !== undefined) insides[node.parent]?.push(id);
  });
  const inner = (id: number): number => {
    const inside = insides[id] ?? [];
    const first = inside.find((child) => graph.nodes[child]?.kind === "initial") ?? inside.find((child) => groups.has(child)) ?? inside[0];
    return first === undefined ? id : inner(first);
  };
  const isOwn = (edge: GraphEdge): boolean => edge.from === edge.to && groups.has(edge.from);
  const notes = new Map<number, string[]>();
  for (const edge of graph.edges)
    if (isOwn(edge)) notes.set(edge.from, [...(notes.get(edge.from) ?? []), `↺ ${cut(edge.label.split("\n")[0] ?? "")}`]);
  for (const [group, lines] of notes) {
    drawn.setNode(`note ${group}`, { lines, ...sizeOf(lines) });
    drawn.setParent(`note ${group}`, String(group));
  }
  graph.edges.forEach((edge, number) => {
    if (isOwn(edge)) return;
    const label = cut(edge.label.split("\n")[0] ?? "");
    const size = label === "" ? { width: 0, height: 0 } : { width: label.length * charWidth, height: lineHeight };
    drawn.setEdge(String(inner(edge.from)), String(inner(edge.to)), { ...size, labelpos: "c" }, String(number));
  });
  dagre.layout(drawn);
  const boxes = graph.nodes.map((node, id): Box => {
    const at = drawn.node(String(id)) as unknown as { x: number; y: number; width: number; height: number; lines: string[] };
    return {
      id: nodeOf(id),
      x: at.x - at.width / 2,
      y: at.y - at.height / 2,
      width: at.width,
      height: at.height,
      lines: at.lines,
      kind: groups.has(id) ? "group" : (node.kind ?? "plain"),
      isCovered: false,
    };
  });
  for (const group of notes.keys()) {
    const at = drawn.node(`note ${group}`) as unknown as { x: number; y: number; width: number; height: number; lines: string[] };
    boxes.push({ id: nodeOf(group), x: at.x - at.width / 2, y: at.y - at.height / 2, width: at.width, height: at.height, lines: at.lines, kind: "note", isCovered: false });
  }
  const loops = new Map<number, number>(); // drawn so far, by nodes
  const lines = graph.edges.flatMap((edge, number): Line[] => {
    if (isOwn(edge)) return [];
    const made = drawn.edge(String(inner(edge.from)), String(inner(edge.to)), String(number)) as unknown as {
      points: { x: number; y: number }[];
      x?: number;
      y?: number;
    };
    if (edge.from === edge.to) {
      const place = loops.get(edge.from) ?? 0;
      loops.set(edge.from, place + 1);
      return selfLoop(boxes[edge.from], cut(edge.label.split("\n")[0] ?? ""), { edge: numbers.edges[number] ?? number, node: nodeOf(edge.from), place });
    }
    const fromFrame = groups.has(edge.from) ? cutAt(boxes[edge.from], made.points) : made.points;
    const points = groups.has(edge.to) ? cutAt(boxes[edge.to], [...fromFrame].reverse()).reverse() : fromFrame;
    return [{
      from: nodeOf(edge.from),
      to: nodeOf(edge.to),
      label: cut(edge.label.split("\n")[0] ?? ""),
      points,
      at: points.length < made.points.length ? middleOf(points) : made.x === undefined || made.y === undefined ? null : { x: made.x, y: made.y },
      covers: edge.covers ?? false,
      edge: numbers.edges[number] ?? number,
    }];
  });
  const size = drawn.graph() as { width?: number; height?: number };
  return { boxes, lines, width: size.width ?? 0, height: size.height ?? 0 };
}

/** A tree from top to bottom, in linear time: abstract reachability graphs have many thousands of nodes. */
export function treeDrawing(root: TreeNode, textOf: (node: TreeNode) => string[], kindOf: (node: TreeNode) => Box["kind"]): Drawing {
  const width = 190;
  const height = 4 * lineHeight + 2 * padding;
  const placed = tree<TreeNode>().nodeSize([width + 16, height + 40])(hierarchy(root, (node) => node.children));
  const boxes: Box[] = [];
  const lines: Line[] = [];
  let left = Infinity;
  let right = -Infinity;
  let bottom = 0;
  placed.each((node) => {
    left = Math.min(left, node.x);
    right = Math.max(right, node.x);
    bottom = Math.max(bottom, node.y);
  });
  placed.each((node) => {
    if (node.data.top < 0) return;
    const x = node.x - left + 20;
    const y = node.y - height;
    boxes.push({ id: node.data.top, x, y, width, height, lines: textOf(node.data).map((line) => (line.length <= 24 ? line : `${line.slice(0, 23)}…`)), kind: kindOf(node.data), isCovered: false });
    if (node.parent && node.parent.data.top >= 0) {
      const from = { x: node.parent.x - left + 20 + width / 2, y: node.parent.y };
      const middle = { x: from.x, y: from.y + 20 };
      const turn = { x: x + width / 2, y: from.y + 20 };
      lines.push({ from: node.parent.data.top, to: node.data.top, label: "", points: [from, middle, turn, { x: turn.x, y }], at: null, covers: false, edge: -1 });
    }
  });
  return { boxes, lines, width: right - left + width + 40, height: bottom + 40 };
}

/** Marks what is covered. */
export function markCovered(drawing: Drawing, covers: ReadonlyMap<number, number>): void {
  for (const box of drawing.boxes) box.isCovered = covers.has(box.id);
}

/** A bow from a covered node to the one that covers it, which passes by what is between them. */
function bow(from: Box, to: Box): Point[] {
  const isRight = to.x >= from.x;
  const start = { x: isRight ? from.x + from.width : from.x, y: from.y + from.height / 2 };
  const end = { x: to.x + to.width / 2, y: to.y + (to.y >= from.y ? 0 : to.height) };
  const middle = { x: start.x + (isRight ? 1 : -1) * (60 + Math.abs(end.x - start.x) / 3), y: (start.y + end.y) / 2 };
  const points: Point[] = [];
  for (let i = 0; i <= 24; ++i) {
    const t = i / 24;
    const [a, b, c] = [(1 - t) * (1 - t), 2 * t * (1 - t), t * t];
    points.push({ x: a * start.x + b * middle.x + c * end.x, y: a * start.y + b * middle.y + c * end.y });
  }
  return points;
}

/** Arrows to what covers, of a tree's drawing. Where there are many, only those that begin or end at the selected node: more can't be read. */
export function coverLines(drawing: Drawing, covers: ReadonlyMap<number, number>, selected: number | null): Line[] {
  const fewCovers = 8;
  const byId = new Map(drawing.boxes.map((box) => [box.id, box]));
  const lines: Line[] = [];
  for (const [row, by] of covers) {
    const from = byId.get(row);
    const to = byId.get(by);
    const isOfSelected = row === selected || by === selected;
    if (!from || !to || (covers.size > fewCovers && !isOfSelected)) continue;
    const points = bow(from, to);
    lines.push({ from: row, to: by, label: isOfSelected ? "covered by" : "", points, at: points[12] ?? null, covers: true, edge: -1 });
  }
  return lines;
}
