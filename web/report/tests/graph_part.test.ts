import { expect, test } from "vitest";
import type { Graph } from "../src/data";
import { partOf, wholeOf } from "../src/graph_part";
import { edgesOf } from "../src/graph_tab";

/** 0 → 1 → … → 9, of which 5 and 6 are within 10. */
const chain: Graph = {
  nodes: Array.from({ length: 11 }, (_, id) => ({ label: `n${id}`, ...(id === 5 || id === 6 ? { parent: 10 } : {}) })),
  edges: Array.from({ length: 9 }, (_, id) => ({ from: id, to: id + 1, label: `e${id}` })),
};

test("a part is what is nearest", () => {
  const part = partOf(chain, [2], 3);
  expect(part.nodes).toEqual([1, 2, 3]);
  expect(part.edges).toEqual([1, 2]);
  expect(part.graph.edges).toEqual([
    { from: 0, to: 1, label: "e1" },
    { from: 1, to: 2, label: "e2" },
  ]);
});

test("what is hidden is told where it hangs", () => {
  const part = partOf(chain, [2], 3);
  expect([...part.hidden]).toEqual([[1, 1], [3, 1]]);
  expect(part.graph.nodes[2]?.detail).toBe("▸ 1 more");
});

test("a state comes with the states around it", () => {
  const part = partOf(chain, [5], 2);
  expect(part.nodes).toContain(10);
  const inner = part.graph.nodes[part.nodes.indexOf(5)];
  expect(part.nodes[inner?.parent ?? -1]).toBe(10);
});

test("the whole hides nothing", () => {
  const part = wholeOf(chain);
  expect(part.nodes.length).toBe(11);
  expect(part.hidden.size).toBe(0);
});

test("edges without a label are told without one", () => {
  const nodes = [{ label: "a" }, { label: "b" }];
  expect(edgesOf({ nodes, edges: [{ from: 0, to: 1, label: "" }, { from: 0, to: 0, label: "x" }] }, 0)).toBe(" → b; a: x");
});
