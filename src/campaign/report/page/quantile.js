/** For each configuration the times of what it solved, sorted: x tasks take at most y each. */
function quantilePlot() {
  let measure = MEASURES[0];
  const shown = data.columns.map(() => true);

  const solvedBy = column => data.runs
    .flatMap((row, task) => isSolved(row[column]) ? [{task, value: measure.of(row[column])}] : [])
    .sort((one, other) => one.value - other.value || one.task - other.task);

  function draw(width) {
    const height = Math.max(260, Math.min(480, width * 0.55));
    const box = {left: 52, right: width - 14, top: 26, bottom: height - 46};
    const lines = data.columns.map((_, column) => shown[column] ? solvedBy(column) : []);
    const most = Math.max(measure.least * 10, measure.limit ?? 0, ...lines.map(line => line.at(-1)?.value ?? 0));
    const x = linearScale(Math.max(1, ...lines.map(line => line.length)), box.left, box.right);
    const y = logScale(measure.least, most, box.bottom, box.top, measure.limit);
    const shapes = axes(box, x, y, "tasks solved", `${measure.title} (${measure.unit}), at most`);
    const points = [];
    lines.forEach((line, column) => {
      const row = line.map((one, i) => ({
        x: x(i + 1), y: y(one.value), row: column,
        text: `${data.columns[column]}: ${counted(i + 1, "task")} within ${figure(one.value)} ${measure.unit} each; ` +
          `the last is ${taskName(one.task)}.`,
      }));
      if (row.length === 0) return;
      const way = row.map(point => `${point.x.toFixed(1)} ${point.y.toFixed(1)}`).join("L");
      shapes.push(drawing("path", {d: `M${way}h0`, "stroke-linecap": "round", stroke: colourOf(column),
        "stroke-dasharray": dashOf(column)}));
      points.push(...row);
    });
    return {height, shapes, points};
  }

  const drawn = plot("Quantile plot. Left and right go along a configuration, up and down to another one.", draw);
  const sample = column => drawing("svg", {width: 34, height: 10, class: "plot", style: "width:34px",
    "aria-hidden": "true"}, drawing("path", {d: "M1 5h32", stroke: colourOf(column), "stroke-dasharray": dashOf(column)}));
  const legend = element("fieldset", {class: "legend"}, element("legend", {}, "Configurations"),
    ...data.columns.map((name, column) => element("label", {}, element("input", {type: "checkbox", checked: true,
      onchange: event => {
        shown[column] = event.target.checked;
        drawn.redraw();
      }}), sample(column), `${name} (${solvedBy(column).length})`)));
  const controls = element("div", {class: "controls"}, choice("Measure", MEASURES.map(one => one.title), 0, chosen => {
    measure = MEASURES[chosen];
    drawn.redraw();
  }));
  return [element("p", {}, "A point says how many tasks a configuration solved when each may take at most that much. " +
    "Lines that go further to the right solve more, lower ones take less."), controls, legend, drawn.host];
}

