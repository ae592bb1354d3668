// What drives a browser through reports: shared by the tests and by bench/report_size.mjs.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

export const root = new URL("../../", import.meta.url).pathname;

export const option = (name) => {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
};

/** A browser; null where there is no chromium or no playwright-core (scripts/report installs it). */
export async function launch() {
  const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync);
  const library = join(root, "web/report/node_modules/playwright-core/index.mjs");
  if (!executablePath || !existsSync(library)) return null;
  const { chromium } = await import(pathToFileURL(library).href);
  return chromium.launch({
    executablePath,
    args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
}

/** Makes a report; arges may end with 0, 10 or 20. */
export function makeReport(arges, file, command, seconds = 120) {
  try {
    execFileSync(arges, [...command, "--report", file, "-q"], { cwd: root, stdio: "pipe", timeout: seconds * 1000, maxBuffer: 1 << 28 });
  } catch (error) {
    if (![10, 20].includes(error.status)) throw new Error(`arges ${command.join(" ")}: ends with ${error.status}: ${error.stderr}`);
  }
  return file;
}

/** Opens a page, which `prepare` may watch, and calls `complain` for anything that the browser complains of, or asks the network for. */
export async function openPage(browser, file, { hash = "", size = { width: 1300, height: 850 }, complain, prepare, ...settings }) {
  const page = await browser.newPage({ viewport: size, ...settings });
  page.on("pageerror", (error) => complain(error.message));
  page.on("console", (message) => message.type() === "error" && complain(message.text()));
  page.on("request", (request) => !request.url().startsWith("file:") && complain(`asks for ${request.url()}`));
  if (prepare) await prepare(page);
  await page.goto(`${pathToFileURL(file).href}#${hash}`);
  return page;
}

/** Whether the canvas has something on it that is not the paper, once it was painted. */
export const isDrawn = (page) =>
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
