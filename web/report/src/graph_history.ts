// The abstract reachability graph of one iteration, out of the columns that have all of them.
import type { GraphHistory } from "./data";

/** A node of a drawn tree: a row of the history, or a chain of them. */
export interface TreeNode {
  /** The first of its rows; -1 of the root. */
  top: number;
  rows: number[];
  children: TreeNode[];
  /** Rows below it that are not shown. */
  hidden: number;
}

const isThere = (born: number, died: number, iteration: number): boolean =>
  born <= iteration && (died === 0 || iteration < died);

/** The rows that the graph of an iteration has, parents before children. */
export function rowsOf(graph: GraphHistory, iteration: number): number[] {
  const rows: number[] = [];
  for (let row = 0; row < graph.parent.length; ++row)
    if (isThere(graph.born[row] ?? 0, graph.died[row] ?? 0, iteration)) rows.push(row);
  return rows;
}

/** Covering edges of an iteration: row → row that covers it. */
export function coversOf(graph: GraphHistory, iteration: number): Map<number, number> {
  const covers = new Map<number, number>();
  for (const [row, by, born, died] of graph.covers)
    if (isThere(born, died, iteration)) covers.set(row, by);
  return covers;
}

/** The forest of an iteration under one root without rows. Where chains are collapsed, nodes with one child that nothing covers and
 *  that are not kept are put together; `kept` are rows that should stay visible. */
export function treeOf(
  graph: GraphHistory,
  iteration: number,
  options: { collapse: boolean; kept: ReadonlySet<number>; opened: ReadonlySet<number> },
): TreeNode {
  const root: TreeNode = { top: -1, rows: [], children: [], hidden: 0 };
  const made = new Map<number, TreeNode>();
  const rows = rowsOf(graph, iteration);
  for (const row of rows) {
    const node: TreeNode = { top: row, rows: [row], children: [], hidden: 0 };
    made.set(row, node);
    const parent = graph.parent[row] ?? -1;
    (made.get(parent) ?? root).children.push(node);
  }
  if (!options.collapse) return root;
  const covers = coversOf(graph, iteration);
  const fixed = new Set<number>(options.kept);
  for (const [row, by] of covers) fixed.add(row).add(by);
  const isLink = (row: number): boolean => row >= 0 && !fixed.has(row) && graph.target[row] !== 1 && !options.opened.has(row);
  // Children come after their parents, so what hangs below is put together already; chains grow from their last row.
  for (const row of rows.reverse()) {
    const node = made.get(row);
    const child = node?.children[0];
    if (!node || !child || node.children.length !== 1 || child.children.length > 1) continue;
    if (!isLink(row) || !isLink(child.top)) continue;
    child.rows.push(row);
    node.rows = child.rows;
    node.children = child.children;
  }
  for (const row of rows) {
    const node = made.get(row);
    if (node && node.rows.length > 1 && node.rows.at(-1) === row) node.rows.reverse();
  }
  return root;
}

/** How many rows each tree has, itself included. */
function sizesOf(root: TreeNode): Map<TreeNode, number> {
  const order: TreeNode[] = [root];
  for (let i = 0; i < order.length; ++i) order.push(...(order[i]?.children ?? []));
  const sizes = new Map<TreeNode, number>();
  for (const node of order.reverse()) sizes.set(node, node.children.reduce((sum, child) => sum + (sizes.get(child) ?? 0), node.rows.length));
  return sizes;
}

/** What of a tree is drawn at first: the parts near its root, as many as `room` says, what leads to rows that must be seen, and what
 *  was opened. The rest is hidden below the nodes it hangs at. Changes the tree. */
export function fold(root: TreeNode, options: { room: number; kept: ReadonlySet<number>; opened: ReadonlySet<number> }): TreeNode {
  const sizes = sizesOf(root);
  const leadsToKept = new Set<TreeNode>();
  const mark = (node: TreeNode): boolean => {
    // Without recursion, as chains are long.
    const stack: { node: TreeNode; next: number }[] = [{ node, next: 0 }];
    while (stack.length > 0) {
      const top = stack[stack.length - 1] as { node: TreeNode; next: number };
      const child = top.node.children[top.next++];
      if (child) {
        stack.push({ node: child, next: 0 });
        continue;
      }
      stack.pop();
      const isKept = leadsToKept.has(top.node) || top.node.rows.some((row) => options.kept.has(row));
      const parent = stack[stack.length - 1]?.node;
      if (isKept) {
        leadsToKept.add(top.node);
        if (parent) leadsToKept.add(parent);
      }
    }
    return leadsToKept.has(node);
  };
  mark(root);
  let room = options.room;
  for (let level: TreeNode[] = [root]; level.length > 0; ) {
    const next: TreeNode[] = [];
    for (const node of level) {
      const isOpen = room > 0 || node.rows.some((row) => options.opened.has(row)) || node.top < 0;
      const shown = isOpen ? node.children : node.children.filter((child) => leadsToKept.has(child));
      node.hidden = node.children.filter((child) => !shown.includes(child)).reduce((sum, child) => sum + (sizes.get(child) ?? 0), 0);
      node.children = shown;
      room -= shown.length;
      next.push(...shown);
    }
    level = next;
  }
  return root;
}
