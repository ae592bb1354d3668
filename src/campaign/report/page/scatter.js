/** A point a task: the first configuration's time across, the second's up. Unsolved is at the border. */
function scatterPlot() {
  let measure = MEASURES[0];
  let first = 0;
  let second = 0;

  // Told apart by form as well as by colour.
  const FORMS = [
    {title: "true", colour: "var(--c0)", way: (x, y) => `M${x - 3.5} ${y}a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0`},
    {title: "false", colour: "var(--c1)", way: (x, y) => `M${x - 4} ${y + 3}h8l-4 -7z`},
    {title: "wrong, or contradicted", colour: "var(--c5)", way: (x, y) => `M${x - 4} ${y - 4}l8 8m0 -8l-8 8`},
  ];

  function formOf(one, other) {
    const bad = run => ["wrong", "disputed"].includes(markOf(run));
    if (bad(one) || bad(other)) return 2;
    const solved = isSolved(one) ? one : other;
    return data.statuses[solved[STATUS]] === "true" ? 0 : 1;
  }

  function describe(task, one, other) {
    const part = (column, run) => {
      const mark = isSolved(run) || markOf(run) === "none" ? "" : `, ${markOf(run)}`;
      return `${data.columns[column]}: ${verdictText(run[STATUS], run[DETAIL])}${mark}, ` +
        `${figure(measure.of(run))} ${measure.unit}`;
    };
    return `${taskName(task)}. ${part(first, one)}; ${part(second, other)}.`;
  }

  /** Of tasks that both ran, what is to be seen: those that one of the two solved or got wrong. */
  const common = () => data.runs.flatMap((_, task) => bothRan(task, first, second) ? [task] : []);
  const visible = () => common().flatMap(task => {
    const one = data.runs[task][first], other = data.runs[task][second];
    const matters = [one, other].some(run => markOf(run) !== "none");
    return matters ? [{task, one, other}] : [];
  });

  function draw(width) {
    const height = width;
    const box = {left: 52, right: width - 40, top: 40, bottom: height - 46};
    const found = visible();
    const values = found.flatMap(({one, other}) => [one, other].filter(isSolved).map(measure.of));
    const most = values.reduce((a, b) => Math.max(a, b), Math.max(measure.limit ?? 0, measure.least * 10));
    const x = logScale(measure.least, most, box.left, box.right, measure.limit);
    const y = logScale(measure.least, most, box.bottom, box.top, measure.limit);
    const edge = {x: box.right + 20, y: box.top - 16};
    const shapes = axes(box, x, y, `${data.columns[first]}: ${measure.title} (${measure.unit})`,
      `${data.columns[second]}: ${measure.title} (${measure.unit})`);
    shapes.push(lineBetween(box.left, box.bottom, box.right, box.top, "border"));
    // Ten times faster, and ten times slower.
    const ten = x(measure.least * 10) - box.left;
    if (ten < box.right - box.left) {
      shapes.push(lineBetween(box.left + ten, box.bottom, box.right, box.top + ten, "guide"));
      shapes.push(lineBetween(box.left, box.bottom - ten, box.right - ten, box.top, "guide"));
    }
    shapes.push(lineBetween(edge.x, edge.y, edge.x, box.bottom, "guide"));
    shapes.push(lineBetween(box.left, edge.y, edge.x, edge.y, "guide"));
    shapes.push(writing(edge.x + 16, box.bottom + 36, "end", "unsolved"));
    const points = found.map(({task, one, other}) => ({
      x: isSolved(one) ? x(measure.of(one)) : edge.x,
      y: isSolved(other) ? y(measure.of(other)) : edge.y,
      row: formOf(one, other), text: describe(task, one, other),
    })).sort((one, other) => one.row - other.row || one.x - other.x || other.y - one.y);
    FORMS.forEach((form, i) => {
      const way = points.filter(point => point.row === i)
        .map(point => form.way(Math.round(point.x * 10) / 10, Math.round(point.y * 10) / 10)).join("");
      if (way) shapes.push(drawing("path", {class: "dots", d: way, stroke: form.colour}));
    });
    return {height, shapes, points};
  }

  const drawn = plot("Scatter plot. Left and right go through the tasks with the same answer, up and down to those " +
    "with another one.", draw, "plot square");
  const sample = form => drawing("svg", {width: 12, height: 12, class: "plot", style: "width:12px", "aria-hidden": "true"},
    drawing("path", {class: "dots", d: form.way(6, 6), stroke: form.colour}));
  const note = element("p", {});
  const legend = element("div", {class: "legend"}, ...FORMS.map(form => element("span", {}, sample(form), form.title)));
  const control = choice("Measure of the plot", MEASURES.map(one => one.title), 0, chosen => {
    measure = MEASURES[chosen];
    drawn.redraw();
  });

  function show(one, other) {
    first = one;
    second = other;
    const left = common().length - visible().length;
    note.textContent = `Below the diagonal ${data.columns[second]} is better; dashed lines inside are factors of ten. ` +
      `What only one solved is at the border of the other. ${counted(left, "task")} that neither answered ` +
      `${left === 1 ? "is" : "are"} not drawn.`;
    drawn.redraw();
  }
  return {host: element("div", {}, note, legend, drawn.host), control, show};
}

