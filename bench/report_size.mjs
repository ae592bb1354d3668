// How a report with a large reachability graph is written, opened and used: a real `arges check --report` on a grid of two counters.
//   node bench/report_size.mjs --arges PROGRAM [--nodes 50000] [--keep FILE.html]
// Needs chromium and playwright-core (scripts/report). Prints a line a figure; exit code 1 if the page takes 3 s or more to be drawn, or a
// step of using it takes longer than 500 ms.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { launch, makeReport, openPage, option } from "../tests/report/pages.mjs";

const arges = option("--arges");
if (!arges) {
  console.error("usage: node bench/report_size.mjs --arges PROGRAM [--nodes 50000] [--keep FILE.html]");
  process.exit(2);
}
const wanted = Number(option("--nodes") ?? 50000);
// Most states of the grid are reached from two sides, so that there are two nodes a state.
const side = Math.ceil(Math.sqrt(wanted / 2));
const model = `// Two counters that go up to ${side}, in any order.
main process grid {
    var x : int
    var y : int

    init loc START
    loc GO
    error loc WRONG

    START -> GO {
        x := 0
        y := 0
    }
    GO -> GO {
        assume x < ${side}
        x := x + 1
    }
    GO -> GO {
        assume y < ${side}
        y := y + 1
    }
    GO -> WRONG { assume x > ${side} }
    GO -> WRONG { assume y > ${side} }
}
`;

const folder = mkdtempSync(join(tmpdir(), "arges-report-size-"));
const file = option("--keep") ?? join(folder, "grid.html");
const source = join(folder, "grid.cfa");
writeFileSync(source, model);
const failures = [];
const tell = (name, value, unit) => console.log(`${name.padEnd(44)}${value.toFixed(unit === "s" ? 2 : unit === "ms" ? 0 : 1).padStart(9)} ${unit}`);
const command = ["check", source, "--engine", "cegar", "--domain", "expl", "--search", "bfs"];

const started = performance.now();
makeReport(arges, file, command, 600);
tell("check with --report", (performance.now() - started) / 1000, "s");
tell("size of the page", statSync(file).size / 1e6, "MB");
const data = JSON.parse(readFileSync(file, "utf8").match(/id="report-data">(.*?)<\/script>/s)[1]);
const { graph, iterations } = data.results[0].history;
const last = iterations.at(-1).number;
const nodes = graph.born.filter((born, row) => born <= last && graph.died[row] === 0).length;
console.log(`${"nodes of the last graph".padEnd(44)}${String(nodes).padStart(9)}`);

const browser = await launch();
if (!browser) {
  console.log("no browser: not opened");
  process.exit(77);
}
/** The longest time between two frames while something is done. */
async function longestFrame(page, action) {
  await page.evaluate(() => {
    window.longest = 0;
    let before = performance.now();
    window.watching = true;
    const frame = () => {
      const now = performance.now();
      window.longest = Math.max(window.longest, now - before);
      before = now;
      if (window.watching) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  await action();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  return page.evaluate(() => {
    window.watching = false;
    return window.longest;
  });
}
/** Counts the time that the page's thread runs, whatever else the machine does. */
let cpu;
async function countCpu(page) {
  cpu = await page.context().newCDPSession(page);
  await cpu.send("Performance.setTimeDomain", { timeDomain: "threadTicks" });
  await cpu.send("Performance.enable");
}
try {
  const before = performance.now();
  const page = await openPage(browser, file, { hash: "tab=arg", complain: (what) => failures.push(what), prepare: countCpu });
  await page.waitForSelector("canvas.drawing");
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const seconds = (performance.now() - before) / 1000;
  tell("until the graph is drawn", seconds, "s");
  const { metrics } = await cpu.send("Performance.getMetrics");
  tell("the same, CPU of the page's thread", metrics.find(({ name }) => name === "TaskDuration").value, "s");
  tell("load of the machine", loadavg()[0], "");
  if (seconds >= 3) failures.push(`the page took ${seconds.toFixed(2)} s`);

  const canvas = page.locator("canvas.drawing");
  const uses = {
    "zoom by the wheel": async () => {
      await canvas.hover();
      for (let i = 0; i < 10; ++i) await page.mouse.wheel(0, i < 5 ? 200 : -200);
    },
    "drag": async () => {
      await page.mouse.move(700, 400);
      await page.mouse.down();
      for (let i = 0; i < 10; ++i) await page.mouse.move(700 + 20 * i, 400 + 10 * i);
      await page.mouse.up();
    },
    "keys along edges": async () => {
      await canvas.focus();
      for (let i = 0; i < 10; ++i) await page.keyboard.press("ArrowDown");
    },
    "open what is below a node": () => page.keyboard.press("Enter"),
    "iteration slider": async () => {
      await page.keyboard.press("[");
      await page.keyboard.press("]");
    },
    "search": () => page.getByRole("searchbox", { name: "search nodes of the graph" }).fill("x = 77"),
    "another tab and back": async () => {
      await page.getByRole("tab", { name: "Source" }).click();
      await page.getByRole("tab", { name: "Reachability graph" }).click();
    },
  };
  for (const [name, use] of Object.entries(uses)) {
    const longest = await longestFrame(page, use);
    tell(`${name}: longest frame`, longest, "ms");
    if (longest > 500) failures.push(`${name}: a frame of ${longest.toFixed(0)} ms`);
  }
  const all = performance.now();
  await page.getByRole("searchbox", { name: "search nodes of the graph" }).fill("");
  await page.getByLabel("all nodes").check();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  tell("all nodes at once", (performance.now() - all) / 1000, "s");
  tell("zoom with all nodes: longest frame", await longestFrame(page, uses["zoom by the wheel"]), "ms");
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
for (const failure of failures) console.log(failure);
process.exit(failures.length > 0 ? 1 : 0);
