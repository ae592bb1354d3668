// Opens the site in a real browser, from files: search, links, colours, the menu of small screens, the keyboard, print.
//   node browser.mjs --site FOLDER [--shots FOLDER]
// Ends with 77 (skipped) where there is no site, no chromium or no playwright-core (scripts/report installs it).
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const root = new URL("../../", import.meta.url).pathname;
const option = (name) => {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
};
const site = option("--site");
const shots = option("--shots");
const browserPath = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync);
const library = join(root, "web/report/node_modules/playwright-core/index.mjs");
if (!browserPath || !existsSync(library) || !existsSync(join(site, "index.html"))) {
  console.log("skipped: the site, chromium or playwright-core is not there");
  process.exit(77);
}
const { chromium } = await import(pathToFileURL(library).href);
if (shots) mkdirSync(shots, { recursive: true });

const failures = [];
const expect = (fact, what) => {
  if (!fact) failures.push(what);
};
const browser = await chromium.launch({ executablePath: browserPath, args: ["--headless", "--no-sandbox", "--disable-gpu"] });

/** Opens a page; what the browser complains of, or asks the network for, is a failure. */
async function open(name, settings = {}) {
  const page = await browser.newPage({ viewport: { width: 1300, height: 850 }, ...settings });
  page.on("pageerror", (error) => failures.push(`${name}: ${error.message}`));
  page.on("console", (message) => message.type() === "error" && failures.push(`${name}: ${message.text()}`));
  page.on("request", (request) => !request.url().startsWith("file:") && failures.push(`${name}: asks for ${request.url()}`));
  await page.goto(pathToFileURL(join(site, name)).href);
  return page;
}
const shot = async (page, name) => shots && page.screenshot({ path: join(shots, `${name}.png`) });
const results = (page) => page.locator("#results a").allInnerTexts();
const fits = (page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth + 1);

// Searching: an option is found by its name, a part of a word will do, and Enter goes there.
let page = await open("index.html");
await page.keyboard.press("/");
await page.keyboard.type("--max-enum");
await page.waitForSelector("#results a");
expect((await results(page))[0].includes("max-enum"), "an option is not the first result for its name");
await shot(page, "search");
await page.keyboard.press("Enter");
await page.waitForURL(/reference\/check\.html#--max-enum/);
expect(await page.locator(":target").first().isVisible(), "a result does not lead to its heading");
await page.keyboard.press("/");
await page.keyboard.type("counterexam");
await page.waitForSelector("#results a");
await page.keyboard.press("ArrowDown");
expect(await page.evaluate(() => document.activeElement.closest("#results") !== null), "arrows do not go to the results");
await page.keyboard.press("Escape");
expect(await page.locator("#results").isHidden(), "Escape does not close the results");
await page.close();

// Colours: as the system has them, or as chosen, also on the next page.
page = await open("tutorials/c.html", { colorScheme: "dark" });
const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
expect((await theme()) === "dark", "the system's dark colours are not taken");
await shot(page, "dark");
await page.locator("#theme").click();
expect((await theme()) === "light", "the button does not change the colours");
const first = page.url();
await page.locator("footer a[rel=next]").click();
await page.waitForURL((url) => url.href !== first); // its scripts have run then, as "load" has come
expect((await theme()) === "light", "the choice of colours is lost on the next page");
await page.close();

// A phone: nothing is wider than the screen, the menu opens and closes.
page = await open("reference/check.html", { viewport: { width: 360, height: 740 } });
expect(await fits(page), "the page is wider than a phone");
expect(await page.locator("#sidebar").isHidden(), "the menu covers the page of a phone");
await page.locator("#menu").click();
expect(await page.locator("#sidebar").isVisible(), "the menu does not open");
await shot(page, "phone");
await page.locator("#sidebar a", { hasText: "Soundness" }).click();
await page.waitForURL(/soundness\.html/);
expect(await fits(page), "a page with tables is wider than a phone");
await page.close();

// The keyboard: the first stop leads past the navigation; wide blocks of code can be scrolled.
page = await open("tutorials/machines.html");
await page.keyboard.press("Tab");
expect((await page.evaluate(() => document.activeElement.className)) === "skip", "the first stop is not the way to the text");
await page.keyboard.press("Enter");
expect((await page.evaluate(() => location.hash)) === "#content", "the way to the text leads elsewhere");
expect((await page.locator("pre[tabindex='0']").count()) > 0, "wide code can't be scrolled by the keyboard");
await page.emulateMedia({ media: "print" });
expect(await page.locator("#sidebar").isHidden(), "the navigation is printed");
await page.close();

// Contrast of text, code and quiet text in both colours: at least 4.5 : 1 (WCAG 2.1, AA).
for (const colorScheme of ["light", "dark"]) {
  page = await open("tutorials/c.html", { colorScheme });
  const weak = await page.evaluate(() => {
    const numbers = (color) => color.match(/[\d.]+/g).map(Number);
    const part = (value) => (value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
    const luminance = (color) => {
      const [red, green, blue] = numbers(color).map(part);
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const ground = (element) => {
      for (let at = element; at; at = at.parentElement) {
        const color = getComputedStyle(at).backgroundColor;
        if (numbers(color)[3] !== 0) return color;
      }
      return "rgb(255, 255, 255)";
    };
    const found = new Set();
    for (const element of document.querySelectorAll("article *, header *, nav *, aside *")) {
      if (![...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim())) continue;
      if (element.matches(".anchor, .hidden, .skip")) continue;
      const [low, high] = [luminance(getComputedStyle(element).color), luminance(ground(element))].sort((a, b) => a - b);
      const ratio = (high + 0.05) / (low + 0.05);
      if (ratio < 4.5) found.add(`${element.tagName}.${element.className} ${ratio.toFixed(2)}`);
    }
    return [...found];
  });
  expect(!weak.length, `too little contrast, ${colorScheme}: ${weak.join(", ")}`);
  await page.close();
}

await browser.close();
console.log(failures.length ? failures.join("\n") : "the site works");
process.exit(failures.length ? 1 : 0);
