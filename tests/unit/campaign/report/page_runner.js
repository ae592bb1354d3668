// Runs the script of a page (standard input) on just as much of a document as it needs, uses it as a
// reader would, and prints what is then to be seen: a line a row, a text or a drawn path.
"use strict";
const page = require("fs").readFileSync(0, "utf8");
const part = pattern => pattern.exec(page)[1];

class Node {
  constructor(name) {
    Object.assign(this, {name, attributes: {}, content: [], listeners: {}, hidden: false, value: ""});
    this.classList = {toggle() {}};
  }
  append(...nodes) { this.content.push(...nodes); }
  replaceChildren(...nodes) { this.content = nodes; }
  setAttribute(key, value) {
    this.attributes[key] = String(value);
    if (key === "hidden") this.hidden = true;
  }
  addEventListener(kind, listener) { this.listeners[kind] = listener; }
  getBoundingClientRect() { return {left: 0, top: 0, width: 600}; }
  focus() {}
  get firstChild() { return this.content[0]; }
  get textContent() { return this.content.map(node => typeof node === "string" ? node : node.textContent).join(""); }
  set textContent(text) { this.content = [text]; }
  all(name) {
    return this.content.filter(node => typeof node !== "string")
      .flatMap(node => [...(node.name === name ? [node] : []), ...node.all(name)]);
  }
}

const places = {data: new Node("script")};
places.data.textContent = part(/id="data">([^<]*)</);
global.document = {
  createElement: name => new Node(name),
  createElementNS: (_, name) => new Node(name),
  getElementById(id) {
    if (!page.includes(`id="${id}"`)) return null;
    return places[id] ??= new Node("div");
  },
};
const resized = [];
global.ResizeObserver = class {
  constructor(action) { resized.push(action); }
  observe() {}
};
global.setTimeout = action => action();
(0, eval)(part(/<script>\n([^]*)<\/script>/));
resized.forEach(action => action([{contentRect: {width: 600}}]));

function print(node) {
  if (typeof node === "string" || node.hidden) return;
  if (node.name === "tr") console.log(node.content.map(cell => cell.textContent).join(" | "));
  else if (node.name === "path") console.log(`path ${(node.attributes.d.match(/[ML]/g) ?? []).length}`);
  else if (["p", "h3", "span"].includes(node.name)) console.log(node.textContent);
  else node.content.forEach(print);
}
function show(title, id) {
  console.log(`== ${title}`);
  if (places[id]) print(places[id]);
}
function choose(box, value) {
  box.value = value;
  box.onchange();
}
function press(plot, key) {
  plot.listeners.keydown({key, preventDefault() {}});
}

show("quantiles", "quantile-plot");
if (places["pair-plot"]) {
  const [first, second] = places["pair-plot"].all("select");
  const scatter = places["pair-plot"].all("svg").find(svg => svg.listeners.keydown);
  for (const key of ["ArrowRight", "End"]) press(scatter, key);
  show("pair", "pair-plot");
  choose(first, 1);
  choose(second, 0);
  places["pair-plot"].all("button").find(button => button.attributes["aria-label"]?.startsWith("only")).onclick();
  show("pair the other way, and a field", "pair-plot");
}
show("runs", "runs-table");
places["runs-table"].all("button").find(button => button.textContent === "CPU s").onclick();
const search = places["runs-table"].all("input")[0];
search.value = "SSH pred";
search.oninput();
show("runs found, by time", "runs-table");
show("changes", "changes-table");
