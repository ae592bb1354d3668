// Opens reports of several kinds in a real browser, clicks through them, and checks what is shown.
//   node browser.mjs --arges PROGRAM [--shots FOLDER]
// Ends with 77 (skipped) where there is no chromium or no playwright-core (scripts/report installs it).
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const root = new URL("../../", import.meta.url).pathname;
const option = (name) => {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
};
const arges = option("--arges");
const browserPath = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync);
const library = join(root, "web/report/node_modules/playwright-core/index.mjs");
if (!browserPath || !existsSync(library)) {
  console.log("skipped: chromium or playwright-core is not there");
  process.exit(77);
}
const { chromium } = await import(pathToFileURL(library).href);

const folder = mkdtempSync(join(tmpdir(), "arges-report-"));
const shots = option("--shots") ?? join(folder, "shots");
mkdirSync(shots, { recursive: true });
const failures = [];
const expect = (fact, what) => {
  if (!fact) failures.push(what);
};

/** A page of a check; arges may end with 0, 10 or 20. */
function report(name, ...args) {
  const file = join(folder, `${name}.html`);
  try {
    execFileSync(arges, ["check", ...args, "--report", file, "-q"], { cwd: root, stdio: "pipe", timeout: 120000 });
  } catch (error) {
    if (![10, 20].includes(error.status)) throw new Error(`${name}: arges ends with ${error.status}: ${error.stderr}`);
  }
  return file;
}

const browser = await chromium.launch({
  executablePath: browserPath,
  args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});

/** Opens a page, and fails on anything that the browser complains of or asks the network for. */
async function open(name, file, hash = "", size = { width: 1300, height: 850 }) {
  const page = await browser.newPage({ viewport: size });
  page.on("pageerror", (error) => failures.push(`${name}: ${error.message}`));
  page.on("console", (message) => message.type() === "error" && failures.push(`${name}: ${message.text()}`));
  page.on("request", (request) => !request.url().startsWith("file:") && failures.push(`${name}: asks for ${request.url()}`));
  await page.goto(`${pathToFileURL(file).href}#${hash}`);
  await page.waitForSelector("[role=tab]");
  return page;
}
const text = (page, selector) => page.locator(selector).first().innerText();
const tabs = async (page) => page.locator("[role=tab]").allInnerTexts();
const shot = (page, name) => page.screenshot({ path: join(shots, `${name}.png`) });
/** The canvas has something on it that is not the paper. */
const isDrawn = (page) =>
  page.evaluate(
    () =>
      new Promise((done) =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            const canvas = document.querySelector("canvas.drawing");
            const data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
            let others = 0;
            for (let i = 0; i < data.length; i += 4) if (data[i] !== data[0] || data[i + 1] !== data[1] || data[i + 2] !== data[2]) ++others;
            done(others > 200);
          }),
        ),
      ),
  );

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
  expect((await text(page, ".verdict")).includes("false"), "program: the verdict is shown");
  expect((await tabs(page)).slice(0, 2).join() === "Source,Control flow", `program: tabs are ${await tabs(page)}`);
  const count = Number(await page.locator("[role=option]").first().getAttribute("aria-setsize"));
  expect(count > 8, `program: ${count} steps`);
  await page.locator("[role=option]", { hasText: "add(a = 0, b = 3)" }).click();
  expect((await text(page, ".line-current")).includes("x = add(x, n)"), "program: the line of the selected step is marked");
  const seen = await page.locator(".details tr").allInnerTexts();
  expect(seen.some((row) => /^b\s+3/.test(row)) && !seen.some((row) => /^i\s/.test(row)), `program: a function sees its own variables: ${seen}`);
  await page.locator(".steps").press("End");
  expect((await text(page, "[role=option][aria-selected=true]")).includes("violated here"), "program: the last step says that it violates the property");
  expect((await text(page, ".line-current")).includes("reach_error") || (await text(page, ".line-current")).includes("x == 9"), "program: the last step is at the violation");
  const values = await page.locator(".details tr").allInnerTexts();
  expect(values.some((row) => /^x\s+9/.test(row)), `program: x is 9 in the end: ${values}`);
  await page.keyboard.press("k");
  expect((await text(page, ".details h2")).startsWith(`Step ${count - 2}`), "program: k goes back a step");
  await page.locator(".cm-line", { hasText: "x = add(x, n)" }).click();
  expect((await text(page, ".line-current")).includes("x = add"), "program: a click on a line selects a step there");
  await page.locator("#step-search").fill("i = 2");
  await page.keyboard.press("Enter");
  expect((await text(page, "[role=option][aria-selected=true]")).includes("i = 2"), "program: the search finds a step");
  await shot(page, "program-source");
  await page.getByRole("tab", { name: "Control flow" }).click();
  expect(await isDrawn(page), "program: the automaton is drawn");
  await shot(page, "program-automaton");
  await page.close();
}

async function refinement() {
  const file = report("refinement", "examples/ring_buffer.cfa", "--engine", "cegar", "--domain", "expl");
  const page = await open("refinement", file, "tab=arg");
  expect((await text(page, ".verdict")).includes("true"), "refinement: the verdict is shown");
  expect(await isDrawn(page), "refinement: the graph is drawn");
  await shot(page, "refinement-last");
  const last = Number(await page.locator("#iteration").getAttribute("max"));
  expect(last >= 1, `refinement: there are ${last + 1} iterations`);
  const told = async () => `${await text(page, ".slider label")} ${await text(page, "#arg-size")}`;
  const atEnd = await told();
  await page.locator("#iteration").fill("0");
  expect((await told()) !== atEnd && (await told()).startsWith("Iteration 1 "), "refinement: the slider shows another graph");
  expect((await text(page, ".slider span")).includes("no run"), "refinement: the first counterexample is spurious");
  await shot(page, "refinement-first");
  await page.locator("canvas").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  const node = await text(page, ".told");
  expect(node.includes(":") && !node.startsWith("Select"), `refinement: the keyboard reads nodes: ${node}`);
  await page.getByRole("tab", { name: "Precision" }).click();
  expect((await text(page, "[role=tabpanel]")).includes("Learnt in iteration 1"), "refinement: what was learnt is told");
  await page.keyboard.press("]");
  expect((await text(page, "[role=tabpanel]")).includes("Learnt in iteration 2"), "refinement: ] goes to the next iteration");
  await shot(page, "refinement-precision");
  await page.close();
}

async function lasso() {
  const page = await open("lasso", report("lasso", "examples/turnstile.xsts", "--ltl", "F G state = State.Locked"), "tab=automaton");
  expect((await text(page, ".verdict")).includes("false"), `lasso: the verdict is ${await text(page, ".verdict")}`);
  expect((await page.locator(".loop").count()) === 1, "lasso: the start of the loop is marked");
  expect(await isDrawn(page), "lasso: the automaton is drawn");
  await shot(page, "lasso");
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
  await shot(page, "statechart");
  await page.close();
}

async function machines() {
  const file = report("machines", "examples/machines/abstract-sum.sm", "--explain");
  const page = await open("machines", file);
  expect((await tabs(page)).includes("Source"), "machines: there is the model's text");
  await shot(page, "machines");
  await page.close();
}

/** What people need who zoom in, or see colours otherwise. */
async function access() {
  const file = join(folder, "refinement.html");
  const narrow = await open("access", file, "tab=arg", { width: 325, height: 212 }); // 1300 x 850 at 400 %
  const wide = await narrow.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(wide <= 0, `access: at 400 % the page is ${wide} px too wide`);
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
  for (const part of [program, refinement, lasso, statechart, machines, access]) {
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
