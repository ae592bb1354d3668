// Opens reports of several kinds in a real browser, clicks through them, and checks what is shown.
//   node browser.mjs --arges PROGRAM [--shots FOLDER]
// Ends with 77 (skipped) where there is no chromium or no playwright-core (scripts/report installs it).
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDrawn, launch, makeReport, openPage, option } from "./pages.mjs";

const arges = option("--arges");
const browser = await launch();
if (!browser) {
  console.log("skipped: chromium or playwright-core is not there");
  process.exit(77);
}

const folder = mkdtempSync(join(tmpdir(), "arges-report-"));
const shots = option("--shots") ?? join(folder, "shots");
mkdirSync(shots, { recursive: true });
const failures = [];
const expect = (fact, what) => {
  if (!fact) failures.push(what);
};

/** A page of a check, or of another command. */
const report = (name, ...args) => makeReport(arges, join(folder, `${name}.html`), ["check", ...args]);

async function open(name, file, hash = "", size = undefined) {
  const page = await openPage(browser, file, { hash, size, complain: (what) => failures.push(`${name}: ${what}`) });
  await page.waitForSelector("[role=tab]");
  return page;
}
const text = (page, selector) => page.locator(selector).first().innerText();
/** Whether there comes to be a text there, as parts of a page follow each other. */
async function shows(page, selector, wanted) {
  const found = page.locator(selector).first().filter({ hasText: wanted });
  return found.waitFor({ timeout: 5000 }).then(
    () => true,
    () => false,
  );
}
const tabs = async (page) => page.locator("[role=tab]").allInnerTexts();
const shot = (page, name) => page.screenshot({ path: join(shots, `${name}.png`) });
/** What is told of the selected node and of the edges that the step takes. */
const told = (page) => text(page, ".told");

async function program() {
  writeFileSync(
    join(folder, "sum.c"),
    `extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int add(int a, int b) { return a + b; }
int main(void) {
  int x = 0, n = __VERIFIER_nondet_int();
  for (int i = 0; i < 3; i++)
    x = add(x, n);
  if (x == 9)
    reach_error();
  return 0;
}
`,
  );
  const page = await open("program", report("program", join(folder, "sum.c")));
  expect(await shows(page, ".verdict", "false"), "program: the verdict is shown");
  expect((await tabs(page)).slice(0, 2).join() === "Source,Control flow", `program: tabs are ${await tabs(page)}`);
  const count = Number(await page.locator("[role=option]").first().getAttribute("aria-setsize"));
  expect(count > 8, `program: ${count} steps`);
  await page.locator("[role=option]", { hasText: "add(a = 0, b = 3)" }).click();
  expect(await shows(page, ".line-current", "x = add(x, n)"), "program: the line of the selected step is marked");
  const seen = await page.locator(".details tr").allInnerTexts();
  expect(seen.some((row) => /^b\s+3/.test(row)) && !seen.some((row) => /^i\s/.test(row)), `program: a function sees its own variables: ${seen}`);
  await page.locator(".steps").press("End");
  expect(await shows(page, "[role=option][aria-selected=true]", "violated here"), "program: the last step says that it violates the property");
  expect(await shows(page, ".line-current", /reach_error|x == 9/), "program: the last step is at the violation");
  const values = await page.locator(".details tr").allInnerTexts();
  expect(values.some((row) => /^x\s+9/.test(row)), `program: x is 9 in the end: ${values}`);
  await page.keyboard.press("k");
  expect((await text(page, ".details h2")).startsWith(`Step ${count - 2}`), "program: k goes back a step");
  await page.locator(".cm-line", { hasText: "x = add(x, n)" }).click();
  expect(await shows(page, ".line-current", "x = add"), "program: a click on a line selects a step there");
  await page.locator("#step-search").fill("i = 2");
  await page.keyboard.press("Enter");
  expect(await shows(page, "[role=option][aria-selected=true]", "i = 2"), "program: the search finds a step");
  await shot(page, "program-source");
  await page.getByRole("tab", { name: "Control flow" }).click();
  expect(await isDrawn(page), "program: the automaton is drawn");
  await shot(page, "program-automaton");
  await page.close();
}

async function refinement() {
  const file = report("refinement", "examples/ring_buffer.cfa", "--engine", "cegar", "--domain", "expl");
  const page = await open("refinement", file, "tab=arg");
  expect(await shows(page, ".verdict", "true"), "refinement: the verdict is shown");
  expect(await isDrawn(page), "refinement: the graph is drawn");
  await shot(page, "refinement-last");
  const last = Number(await page.locator("#iteration").getAttribute("max"));
  expect(last >= 1, `refinement: there are ${last + 1} iterations`);
  const told = async () => `${await text(page, ".slider label")} ${await text(page, "#arg-size")}`;
  const atEnd = await told();
  await page.locator("#iteration").fill("0");
  expect((await told()) !== atEnd && (await told()).startsWith("Iteration 1 "), "refinement: the slider shows another graph");
  expect(await shows(page, ".slider span", "no run"), "refinement: the first counterexample is spurious");
  await shot(page, "refinement-first");
  await page.locator("canvas").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  const node = await text(page, ".told");
  expect(node.includes(":") && !node.startsWith("Select"), `refinement: the keyboard reads nodes: ${node}`);
  await page.getByRole("tab", { name: "Precision" }).click();
  expect(await shows(page, "[role=tabpanel]", "Learnt in iteration 1"), "refinement: what was learnt is told");
  await page.keyboard.press("]");
  expect(await shows(page, "[role=tabpanel]", "Learnt in iteration 2"), "refinement: ] goes to the next iteration");
  await shot(page, "refinement-precision");
  await page.close();
}

/** The graph and the run of a violation that a refinement found follow each other. */
async function violation() {
  const file = report("violation", join(folder, "sum.c"), "--engine", "cegar", "--domain", "pred-cart");
  const page = await open("violation", file, "tab=arg");
  expect(await shows(page, ".verdict", "false"), "violation: the verdict is shown");
  await page.locator(".steps").press("End");
  const atEnd = await told(page);
  expect(!atEnd.startsWith("Select"), `violation: the node of the last step is told: ${atEnd}`);
  await page.keyboard.press("Home");
  const atStart = await told(page);
  expect(atStart !== atEnd && !atStart.startsWith("Select"), `violation: the graph follows the step: ${atStart}`);
  await page.getByRole("button", { name: "end of the counterexample" }).click();
  const steps = Number(await page.locator("[role=option]").first().getAttribute("aria-setsize"));
  const selected = Number((await text(page, ".details h2")).match(/\d+/)[0]);
  expect(selected > steps / 2, `violation: the step follows the graph: ${selected} of ${steps}`);
  await shot(page, "violation-graph");
  await page.getByRole("tab", { name: "Precision" }).click();
  await page.locator("#iteration").fill("0");
  const why = page.locator(".facts button.link").first();
  if ((await why.count()) > 0) {
    await shot(page, "violation-precision");
    await why.click();
    expect((await page.locator("#tab-arg").getAttribute("aria-selected")) === "true" && !(await told(page)).startsWith("Select"), "violation: a fact leads to its node");
  } else expect(await shows(page, "[role=tabpanel]", "Learnt"), "violation: the precision tells of the first iteration");
  await page.close();
}

async function lasso() {
  const page = await open("lasso", report("lasso", "examples/turnstile.xsts", "--ltl", "F G state = State.Locked"), "tab=automaton");
  expect(await shows(page, ".verdict", "false"), `lasso: the verdict is ${await text(page, ".verdict")}`);
  expect((await page.locator(".loop").count()) === 1, "lasso: the start of the loop is marked");
  expect(await isDrawn(page), "lasso: the automaton is drawn");
  const states = new Set();
  const steps = Number(await page.locator("[role=option]").first().getAttribute("aria-setsize"));
  await page.locator(".steps").press("Home");
  for (let i = 0; i < steps; ++i) {
    states.add(await told(page));
    await page.keyboard.press("j");
  }
  expect(states.size > 1, `lasso: the automaton follows the steps: ${[...states].join(" | ")}`);
  await shot(page, "lasso");
  await page.close();
}

async function product() {
  writeFileSync(
    join(folder, "loop.c"),
    `extern int __VERIFIER_nondet_int(void);
int main(void) {
  int busy = 0;
  while (1) {
    if (__VERIFIER_nondet_int()) busy = 1;
    else busy = 0;
  }
}
`,
  );
  const page = await open("product", report("product", join(folder, "loop.c"), "--ltl", "G F main::busy = 0"), "tab=product");
  const all = await tabs(page);
  expect(all.includes("Product") && all.includes("Automaton"), `product: tabs are ${all}`);
  await page.locator(".steps").press("End");
  expect((await told(page)).includes("of the automaton"), `product: its states are named: ${await told(page)}`);
  expect(await isDrawn(page), "product: it is drawn");
  await shot(page, "product");
  await page.close();
}

async function statechart() {
  const page = await open("statechart", report("statechart", "examples/door.scxml", "--check", "dead-transitions,unreachable-states"));
  expect((await tabs(page))[0] === "Statechart", "statechart: its drawing comes first");
  expect(await isDrawn(page), "statechart: it is drawn");
  const properties = await page.locator("header select option").count();
  expect(properties > 2, `statechart: ${properties} properties can be chosen`);
  await page.locator("header select").selectOption("1");
  expect(page.url().includes("result=2"), "statechart: the address is a link to the property");
  await page.locator(".steps").press("End");
  expect(/Taken: .* → /.test(await told(page)), `statechart: what fired is told: ${await told(page)}`);
  await shot(page, "statechart");
  await page.getByRole("tab", { name: "Source" }).click();
  expect(await shows(page, ".line-current", "<transition"), `statechart: the line is that of what fired: ${await text(page, ".line-current")}`);
  await page.close();
}

/** A lasso whose last reaction ends behind the beginning of its loop; what is violated is shown first. */
async function statechartLasso() {
  const chart = "examples/tutorials/crossing.scxml";
  const page = await open("statechart lasso", report("statechart-lasso", chart, "--ltl", "G !(green & up)", "--ltl", "F G !green", "--fair", "G F up"));
  expect(await shows(page, ".verdict", "false"), `statechart lasso: what is violated comes first: ${await text(page, ".verdict")}`);
  expect((await page.locator(".loop").count()) === 1, "statechart lasso: the start of the loop is marked");
  await page.locator(".steps").press("End");
  expect((await told(page)).includes("Taken: up → lowering"), `statechart lasso: what the last step fires is told: ${await told(page)}`);
  await page.close();
}

async function machines() {
  const page = await open("machines", report("machines", "examples/machines/abstract-sum.sm", "--explain"));
  expect((await tabs(page)).slice(0, 2).join() === "Machines,Source", `machines: tabs are ${await tabs(page)}`);
  expect(await isDrawn(page), "machines: they are drawn");
  await shot(page, "machines");
  await page.getByRole("tab", { name: "Explanation" }).click();
  expect((await text(page, "[role=tabpanel]")).length > 100, "machines: the explanation is told");
  await shot(page, "machines-explanation");
  await page.close();

  const broken = await open("machines", report("machines-broken", "examples/machines/producer-consumer-broken.sm"));
  expect((await text(broken, ".verdict")).includes("false"), "machines: the verdict is shown");
  await broken.locator(".steps").press("End");
  await broken.keyboard.press("k");
  expect(/Taken: .* → /.test(await told(broken)), `machines: the transition is told: ${await told(broken)}`);
  await shot(broken, "machines-broken");
  await broken.close();

  const proved = await open("machines", report("machines-proved", "examples/machines/elevator.sm", "--engine", "explicit"), "tab=proof-table");
  expect((await text(proved, "[role=tabpanel]")).includes("configurations that no event leaves"), "machines: the proof is told");
  expect((await proved.locator(".grid tbody tr").count()) > 10, "machines: the configurations are told");
  await shot(proved, "machines-proof");
  await proved.close();
}

async function traces() {
  const file = makeReport(arges, join(folder, "traces.html"), ["traces", "examples/door.scxml", "--abstract"]);
  const page = await open("traces", file);
  const all = await tabs(page);
  expect(["Statechart", "Source", "Coverage"].every((name) => all.includes(name)), `traces: tabs are ${all}`);
  const count = Number(await page.locator(".trace").first().getAttribute("aria-setsize"));
  expect(count > 1, `traces: there are ${count} traces`);
  const first = await page.locator(".steps [role=option]").allInnerTexts();
  await page.locator(".trace").nth(1).click();
  const second = await page.locator(".steps [role=option]").allInnerTexts();
  expect(first.join() !== second.join() && page.url().includes("trace=2"), "traces: another trace has other steps");
  await page.keyboard.press("K");
  expect((await page.locator(".steps [role=option]").allInnerTexts()).join() === first.join(), "traces: K goes back to the first");
  await page.locator(".steps").press("End");
  expect(/Taken: .* → /.test(await told(page)), `traces: what fired is told: ${await told(page)}`);
  await shot(page, "traces");
  await page.getByRole("tab", { name: "Coverage" }).click();
  await shot(page, "traces-coverage");
  // A goal leads to the step that covers it.
  const goals = page.locator(".goal.covered");
  const transition = goals.filter({ hasText: "transitions" }).last();
  const name = await transition.locator("button.link").first().innerText();
  await transition.locator("button.link").first().click();
  await page.getByRole("tab", { name: "Statechart" }).click();
  expect((await told(page)).includes("Taken: "), `traces: the goal ${name} leads to a step that fires something: ${await told(page)}`);
  await shot(page, "traces-goal");
  await page.getByRole("tab", { name: "Coverage" }).click();
  await page.getByRole("searchbox", { name: "search goals" }).fill("no such goal");
  expect((await goals.count()) === 0, "traces: the search leaves out goals");
  await page.close();
}

async function systems() {
  const file = report("systems", "examples/lts/clients.dot", "--ltl", "G(ask1 -> F grant1)", "--ctl", "AG(ask1 -> EF grant1)");
  const page = await open("systems", file);
  expect((await tabs(page))[0] === "Systems", `systems: tabs are ${await tabs(page)}`);
  expect(await shows(page, ".verdict", "false"), "systems: the verdict is shown");
  expect((await page.locator(".loop").count()) === 1, "systems: the start of the loop is marked");
  expect(await isDrawn(page), "systems: they are drawn");
  await page.locator(".steps").press("End");
  expect((await told(page)).includes("(forget2)"), `systems: the transition is told: ${await told(page)}`);
  await shot(page, "systems");
  await page.locator("header select").selectOption("1");
  expect(await shows(page, ".verdict", "true"), "systems: the other formula holds");
  await page.close();
}

/** Where scripts are off a page says so, and what was found. */
async function withoutScripts() {
  const page = await openPage(browser, join(folder, "refinement.html"), { javaScriptEnabled: false, complain: (what) => failures.push(`without scripts: ${what}`) });
  const body = await page.locator("noscript").first().innerText();
  expect(body.includes("need a browser with JavaScript") && body.includes(": true"), `without scripts: the page says ${body}`);
  await page.screenshot({ path: join(shots, "without-scripts.png") });
  await page.close();
}

/** What people need who zoom in, or see colours otherwise. */
async function access() {
  const file = join(folder, "refinement.html");
  const narrow = await open("access", file, "tab=arg", { width: 325, height: 212 }); // 1300 x 850 at 400 %
  const wide = await narrow.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(wide <= 0, `access: at 400 % the page is ${wide} px too wide`);
  await narrow.locator(".help summary").click();
  const help = await narrow.locator(".help dl").boundingBox();
  expect(help.x >= 0 && help.x + help.width <= 325, `access: at 400 % the keys stand from ${help.x} px on`);
  await narrow.screenshot({ path: join(shots, "zoomed.png"), fullPage: true });
  await narrow.close();
  const dark = await open("access", file, "tab=arg");
  await dark.getByRole("button", { name: "dark" }).click();
  const paper = await dark.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(paper === "rgb(22, 24, 26)", `access: dark paper is ${paper}`);
  await shot(dark, "dark");
  // By keyboard alone from the top to a tab and into the drawing.
  for (let i = 0; i < 30 && (await dark.evaluate(() => document.activeElement.getAttribute("role"))) !== "tab"; ++i) await dark.keyboard.press("Tab");
  await dark.keyboard.press("End");
  expect((await dark.evaluate(() => document.activeElement.id)) === "tab-configuration", "access: End goes to the last tab");
  await dark.close();
}

try {
  for (const part of [program, refinement, violation, lasso, product, statechart, statechartLasso, machines, traces, systems, withoutScripts, access]) {
    try {
      await part();
    } catch (error) {
      failures.push(`${part.name}: ${error.message}`);
    }
  }
} finally {
  await browser.close();
  if (!option("--shots")) rmSync(folder, { recursive: true, force: true });
}
for (const failure of failures) console.log(failure);
process.exit(failures.length > 0 ? 1 : 0);
