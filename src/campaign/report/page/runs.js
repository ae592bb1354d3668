/** What tools counted: numbers are sorted as such, and who did not say comes last. */
function figureColumn(title, i, rows) {
  const text = row => data.texts[row.run[FIGURES + i]];
  const isNumeric = rows.every(row => !isNaN(text(row)));
  const value = row => text(row) === "" ? null : isNumeric ? Number(text(row)) : text(row);
  return {title, value, text, kind: "figure"};
}

/** Every run, with search, choices and sorting. */
function runsSection() {
  const all = [];
  data.runs.forEach((row, task) => row.forEach((run, column) => {
    if (run === null) return;
    const words = [taskName(task), data.texts[data.tasks[task][FAMILY]], data.tasks[task][QUESTION],
      data.columns[column], verdictText(run[STATUS], run[DETAIL]), markOf(run), data.texts[run[HOST]]];
    all.push({task, column, run, words: words.join("\n").toLowerCase()});
  }));
  const table = pagedTable("Runs", [
    {title: "task", value: row => taskName(row.task), kind: "word"},
    {title: "family", value: row => data.texts[data.tasks[row.task][FAMILY]]},
    {title: "question", value: row => data.tasks[row.task][QUESTION], kind: "word"},
    {title: "configuration", value: row => data.columns[row.column]},
    {title: "expected", value: row => expectedText(row.task)},
    {title: "verdict", value: row => verdictText(row.run[STATUS], row.run[DETAIL])},
    {title: "judgement", value: row => markOf(row.run), text: row => markOf(row.run) === "none" ? "" : markOf(row.run),
      kind: row => ["wrong", "disputed"].includes(markOf(row.run)) ? "bad" : null},
    {title: "CPU s", value: row => row.run[CPU], text: row => figure(row.run[CPU]), kind: "figure"},
    {title: "wall s", value: row => row.run[WALL], text: row => figure(row.run[WALL]), kind: "figure"},
    {title: "MB", value: row => row.run[MEMORY], text: row => (row.run[MEMORY] / 1000).toFixed(0), kind: "figure"},
    {title: "points", value: row => row.run[POINTS], kind: "figure"},
    {title: "host", value: row => data.texts[row.run[HOST]]},
    ...data.figures.map((title, i) => figureColumn(title, i, all)),
  ].filter(column => !["question", "host"].includes(column.title) || all.some(row => column.value(row))),
  "No run fits.");

  const families = [...new Set(data.tasks.map(task => data.texts[task[FAMILY]]))];
  const outcomes = [...data.statuses, ...data.marks.slice(1)];
  const wanted = {words: [], column: 0, family: 0, outcome: 0};
  const fits = row =>
    (wanted.column === 0 || row.column === wanted.column - 1) &&
    (wanted.family === 0 || data.texts[data.tasks[row.task][FAMILY]] === families[wanted.family - 1]) &&
    (wanted.outcome === 0 ||
      [data.statuses[row.run[STATUS]], markOf(row.run)].includes(outcomes[wanted.outcome - 1])) &&
    wanted.words.every(word => row.words.includes(word));
  const update = () => table.show(all.filter(fits));
  const picker = (label, key, options) => choice(label, ["all", ...options], 0, chosen => {
    wanted[key] = chosen;
    update();
  });
  let waiting = 0;
  const search = element("input", {type: "search", oninput: () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      wanted.words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
      update();
    }, 120);
  }});
  update();
  return [element("div", {class: "controls"}, element("label", {}, "Search (all words)", search),
    picker("Configuration", "column", data.columns), picker("Family", "family", families),
    picker("Outcome", "outcome", outcomes)), table.host];
}

/** The runs that are not what they were in the earlier campaign. */
function changesSection() {
  const now = change => data.runs[change[TASK]][change[COLUMN]];
  const kinds = [...new Set(data.changes.map(change => change[KIND]))];
  const table = pagedTable("Differences", [
    {title: "what", value: change => change[KIND], kind: change => change[KIND] === "newly wrong" ? "bad" : null},
    {title: "task", value: change => taskName(change[TASK]), kind: "word"},
    {title: "configuration", value: change => data.columns[change[COLUMN]]},
    {title: "then", value: change => verdictText(change[THEN_STATUS], change[THEN_DETAIL])},
    {title: "now", value: change => verdictText(now(change)[STATUS], now(change)[DETAIL])},
    {title: "CPU s then", value: change => change[THEN_CPU], text: change => figure(change[THEN_CPU]), kind: "figure"},
    {title: "CPU s now", value: change => now(change)[CPU], text: change => figure(now(change)[CPU]), kind: "figure"},
    {title: "factor", value: change => now(change)[CPU] / Math.max(change[THEN_CPU], 0.01),
      text: change => figure(now(change)[CPU] / Math.max(change[THEN_CPU], 0.01)), kind: "figure"},
  ], "Nothing differs.");
  table.show(data.changes);
  const control = choice("What", ["all", ...kinds], 0, chosen =>
    table.show(chosen === 0 ? data.changes : data.changes.filter(change => change[KIND] === kinds[chosen - 1])));
  return [element("div", {class: "controls"}, control), table.host];
}

