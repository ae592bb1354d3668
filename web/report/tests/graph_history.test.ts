import { describe, expect, test } from "vitest";
import type { GraphHistory } from "../src/data";
import { coversOf, fold, rowsOf, treeOf, type TreeNode } from "../src/graph_history";

/** A graph whose rows have these parents, all there in every iteration. */
function graphOf(parent: number[]): GraphHistory {
  const zeros = parent.map(() => 0);
  return { texts: [""], parent, control: zeros, state: zeros, action: zeros, born: parent.map(() => 1), died: zeros, target: zeros, covers: [], left_out: "" };
}

const options = { collapse: false, kept: new Set<number>(), opened: new Set<number>() };
const rowsIn = (node: TreeNode): number[] => [...node.rows, ...node.children.flatMap(rowsIn)];

describe("the graph of an iteration", () => {
  test("has the rows that were born and have not died", () => {
    const graph = { ...graphOf([-1, 0, 0]), born: [1, 1, 2], died: [0, 2, 0] };
    expect(rowsOf(graph, 1)).toEqual([0, 1]);
    expect(rowsOf(graph, 2)).toEqual([0, 2]);
  });

  test("has the covers of its time", () => {
    const graph: GraphHistory = { ...graphOf([-1, 0, 0]), covers: [[1, 0, 1, 2], [2, 1, 2, 0]] };
    expect([...coversOf(graph, 1)]).toEqual([[1, 0]]);
    expect([...coversOf(graph, 3)]).toEqual([[2, 1]]);
  });
});

describe("chains", () => {
  test("are put together from top to bottom", () => {
    const root = treeOf(graphOf([-1, 0, 1, 2, 2]), 1, { ...options, collapse: true });
    expect(root.children.map((node) => node.rows)).toEqual([[0, 1], ]);
    expect(root.children[0]?.children.map((node) => node.rows)).toEqual([[2]]);
  });

  test("end where a row must be seen, at targets and at covers", () => {
    const chain = graphOf([-1, 0, 1, 2]);
    const kept = treeOf(chain, 1, { ...options, collapse: true, kept: new Set([1]) });
    expect(kept.children[0]?.rows).toEqual([0]);
    const target = treeOf({ ...chain, target: [0, 0, 0, 1] }, 1, { ...options, collapse: true });
    expect(target.children[0]?.rows).toEqual([0, 1, 2]);
    const cover = treeOf({ ...chain, covers: [[3, 1, 1, 0]] }, 1, { ...options, collapse: true });
    expect(cover.children[0]?.rows).toEqual([0]);
  });

  test("of many thousand rows take no time that grows with their square", () => {
    const root = treeOf(graphOf(Array.from({ length: 100000 }, (_, row) => row - 1)), 1, { ...options, collapse: true });
    expect(root.children[0]?.rows.length).toBe(100000);
  });
});

describe("a folded tree", () => {
  const wide = graphOf([-1, ...Array.from({ length: 10 }, () => 0), ...Array.from({ length: 10 }, () => 1)]);

  test("hides what there is no room for, and says how much", () => {
    const root = fold(treeOf(wide, 1, options), { ...options, room: 5 });
    expect(rowsIn(root)).toHaveLength(11);
    expect(root.children[0]?.children[0]?.hidden).toBe(10);
  });

  test("shows what must be seen, and what was opened", () => {
    expect(rowsIn(fold(treeOf(wide, 1, options), { room: 5, kept: new Set([15]), opened: new Set() }))).toContain(15);
    expect(rowsIn(fold(treeOf(wide, 1, options), { room: 5, kept: new Set(), opened: new Set([1]) }))).toHaveLength(21);
  });
});
