// The results, as page_data.cpp writes them, and what the parts of the page share.
const data = JSON.parse(document.getElementById("data").textContent);

// The places in a run.
const STATUS = 0, MARK = 1, CPU = 2, WALL = 3, MEMORY = 4, POINTS = 5, DETAIL = 6, HOST = 7, FIGURES = 8;
// The places in a task.
const NAME = 0, FAMILY = 1, QUESTION = 2, EXPECTED = 3;
// The places in a change.
const KIND = 0, TASK = 1, COLUMN = 2, THEN_STATUS = 3, THEN_DETAIL = 4, THEN_CPU = 5;

const MEASURES = [
  {title: "CPU time", unit: "s", of: run => run[CPU], least: 0.01, limit: data.limit},
  {title: "wall time", unit: "s", of: run => run[WALL], least: 0.01, limit: null},
  {title: "memory", unit: "MB", of: run => run[MEMORY] / 1000, least: 1, limit: null},
];

const taskName = task => data.tasks[task][NAME];
const markOf = run => data.marks[run[MARK]];
const isSolved = run => run !== null && ["correct", "unconfirmed"].includes(markOf(run));

function verdictText(status, detail) {
  const word = data.statuses[status];
  return detail ? `${word} (${data.texts[detail]})` : word;
}

/** As pairs.cpp has it: true and false are answers that are not known to be wrong. */
const ENDINGS = ["true", "false", "wrong", "unknown", "timeout", "memory", "error", "missing"];
function endingOf(run) {
  if (run === null) return "missing";
  return markOf(run) === "wrong" ? "wrong" : data.statuses[run[STATUS]];
}

const expectedText = task => data.tasks[task][EXPECTED];

/** Tasks that a configuration does not take. */
const leftOut = new Set(data.left_out.map(String));
const bothTake = (task, first, second) => !leftOut.has(`${task},${first}`) && !leftOut.has(`${task},${second}`);
const bothRan = (task, first, second) => data.runs[task][first] !== null && data.runs[task][second] !== null;

function figure(value) {
  if (value < 10) return value.toFixed(2);
  return value < 1000 ? value.toFixed(1) : value.toFixed(0);
}

/** An element with attributes, or properties such as onclick, and what is in it. */
function element(name, attributes = {}, ...content) {
  return filled(document.createElement(name), attributes, content);
}

function drawing(name, attributes = {}, ...content) {
  return filled(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, content);
}

function filled(node, attributes, content) {
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) node[key] = value;
    else if (value !== false && value !== null) node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...content);
  return node;
}

/** A select box with a label; calls changed(value) with the number of the option. */
function choice(label, options, chosen, changed) {
  const box = element("select", {onchange: () => changed(Number(box.value))},
    ...options.map((text, i) => element("option", {value: i}, text)));
  box.value = chosen;
  return element("label", {}, label, box);
}

const collator = new Intl.Collator("en", {numeric: true});
const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

/** The look of a configuration's line: seven colours and four dashes repeat after 28. */
const DASHES = ["", "7 4", "2 3", "10 3 2 3"];
const colourOf = column => `var(--c${column % 7})`;
const dashOf = column => DASHES[column % 4];

