/** Two configurations chosen by the reader: who solved what, how tasks ended, and the scatter plot. */
function pairSection() {
  let first = 0;
  let second = Math.min(1, data.columns.length - 1);
  const counts = element("div");
  const endings = element("div");
  const tasks = pagedTable("Tasks of the chosen field", [
    {title: "task", value: task => taskName(task), kind: "word"},
    {title: "family", value: task => data.texts[data.tasks[task][FAMILY]]},
    {title: "expected", value: expectedText},
    {title: "first", value: task => verdictOf(task, first)},
    {title: "CPU s of first", value: task => cpuOf(task, first), text: task => cpuText(task, first), kind: "figure"},
    {title: "second", value: task => verdictOf(task, second)},
    {title: "CPU s of second", value: task => cpuOf(task, second), text: task => cpuText(task, second), kind: "figure"},
  ], "");
  const title = element("h3", {tabindex: -1});
  const listing = element("div", {hidden: true}, title, tasks.host);
  const scatter = scatterPlot();

  const cpuOf = (task, column) => data.runs[task][column]?.[CPU] ?? null;
  const cpuText = (task, column) => data.runs[task][column] ? figure(cpuOf(task, column)) : "";
  function verdictOf(task, column) {
    const run = data.runs[task][column];
    return run ? verdictText(run[STATUS], run[DETAIL]) : "missing";
  }

  function list(text, chosen) {
    title.textContent = text;
    tasks.show(chosen);
    listing.hidden = false;
    title.focus();
  }

  /** A field with a number of tasks, which shows them when it is pressed. */
  function field(chosen, text, kind = "") {
    if (chosen.length === 0) return element("td", {class: `figure zero ${kind}`}, "0");
    return element("td", {class: `figure ${kind}`}, element("button",
      {type: "button", "aria-label": `${text}: ${counted(chosen.length, "task")}`,
        onclick: () => list(`${text}: ${counted(chosen.length, "task")}`, chosen)}, String(chosen.length)));
  }

  function countTable(one, other) {
    const groups = {both: [], first: [], second: [], neither: []};
    data.runs.forEach((row, task) => {
      if (!bothRan(task, first, second)) return;
      const a = isSolved(row[first]), b = isSolved(row[second]);
      groups[a ? (b ? "both" : "first") : (b ? "second" : "neither")].push(task);
    });
    const time = column => figure(groups.both.reduce((sum, task) => sum + data.runs[task][column][CPU], 0));
    const heads = ["solved by both", `only ${one}`, `only ${other}`, "neither", `CPU s of ${one} on common`,
      `CPU s of ${other} on common`];
    return element("table", {}, element("thead", {}, element("tr", {},
      ...heads.map(head => element("th", {scope: "col"}, head)))),
    element("tbody", {}, element("tr", {}, field(groups.both, heads[0]), field(groups.first, heads[1]),
      field(groups.second, heads[2]), field(groups.neither, heads[3]),
      element("td", {class: "figure"}, time(first)), element("td", {class: "figure"}, time(second)))));
  }

  function endingTable(one, other) {
    const cells = new Map();
    data.runs.forEach((row, task) => {
      if (!bothTake(task, first, second)) return;
      const key = `${endingOf(row[second])}/${endingOf(row[first])}`;
      if (!cells.has(key)) cells.set(key, []);
      cells.get(key).push(task);
    });
    const used = ENDINGS.filter(ending => [...cells.keys()].some(key => key.split("/").includes(ending)));
    const head = element("tr", {}, element("th", {scope: "col"}, `${other} \\ ${one}`),
      ...used.map(ending => element("th", {scope: "col"}, ending)));
    const rows = used.map(down => element("tr", {}, element("th", {scope: "row"}, down),
      ...used.map(across => field(cells.get(`${down}/${across}`) ?? [],
        `${other}: ${down}, ${one}: ${across}`, down === across ? "same" : ""))));
    return element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows));
  }

  function update() {
    const one = data.columns[first], other = data.columns[second];
    counts.replaceChildren(countTable(one, other));
    endings.replaceChildren(endingTable(one, other));
    listing.hidden = true;
    scatter.show(first, second);
  }

  const wide = (label, content) =>
    element("div", {class: "wide", role: "region", tabindex: 0, "aria-label": label}, content);
  const controls = element("div", {class: "controls"},
    choice("First (across)", data.columns, first, chosen => {
      first = chosen;
      update();
    }),
    choice("Second (down)", data.columns, second, chosen => {
      second = chosen;
      update();
    }), scatter.control);
  update();
  return [controls, wide("Who solved what", counts), element("h3", {}, "How tasks ended with each"),
    wide("Endings of both", endings), listing, element("h3", {}, "Scatter plot"), scatter.host];
}

