// Makes a page with a reachability graph of so many nodes, out of the bundle: for measuring what the program has not made.
//   node synthetic.mjs NODES OUT.html
import { readFileSync, writeFileSync } from "node:fs";

const [count, out] = [Number(process.argv[2] ?? 50000), process.argv[3] ?? "synthetic.html"];
let seed = 7;
const random = (below) => {
  seed = (seed * 1103515245 + 12345) % 2147483648;
  return Math.floor((seed / 2147483648) * below);
};

const texts = [""];
for (let i = 1; i <= 400; ++i) texts.push(i <= 100 ? `L${i}` : i <= 300 ? `x = ${i} and y = ${i % 7}` : `step ${i}`);
const graph = { texts, parent: [], control: [], state: [], action: [], born: [], died: [], target: [], covers: [], left_out: "" };
for (let row = 0; row < count; ++row) {
  graph.parent.push(row === 0 ? -1 : random(3) === 0 ? random(row) : row - 1);
  graph.control.push(1 + random(100));
  graph.state.push(101 + random(200));
  graph.action.push(row === 0 ? 0 : 301 + random(100));
  graph.born.push(1 + Math.floor((row * 10) / count));
  graph.died.push(0);
  graph.target.push(0);
  if (row > 0 && random(5) === 0) graph.covers.push([row, random(row), graph.born[row], 0]);
}
const iterations = Array.from({ length: 10 }, (_, i) => ({
  number: i + 1, path: [0, 1, 2].filter((row) => graph.born[row] <= i + 1), outcome: i === 9 ? "proved" : "spurious",
  learnt: [{ text: `x < ${i}`, kind: "predicate", where: "" }], dropped: [], refutation: [{ position: 1, fact: `x < ${i}` }],
}));
const report = {
  format: "arges-report", version: 1, tool: "synthetic", command: "node synthetic.mjs", model: `graph of ${count} nodes`,
  sources: [{ name: "model.cfa", language: "other", text: "main process p {\n}\n" }], graphs: [],
  results: [{
    property: "a large graph", verdict: "true", reason: "", advice: "", certificate: { checked: true, reason: "" }, run: null,
    history: { given: [], iterations, graph }, graphs: {}, precision: [], explanation: "", statistics: [], configuration: [],
  }],
};
const bundle = new URL("../bundle/", import.meta.url);
writeFileSync(out, `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><style>${readFileSync(new URL("report.css", bundle), "utf8")}</style></head><body>` +
  `<div id="page"></div><script type="application/json" id="report-data">${JSON.stringify(report).replaceAll("<", "\\u003c")}</script>` +
  `<script>${readFileSync(new URL("report.js", bundle), "utf8")}</script></body></html>`);
