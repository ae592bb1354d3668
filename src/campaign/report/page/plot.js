/** From a range of values to a range of places, by the logarithm. A limit gets a tick of its own. */
function logScale(least, most, from, to, limit = null) {
  const low = Math.log(least), high = Math.log(Math.max(most, least * 1.01));
  const scale = value => from + (Math.log(Math.max(value, least)) - low) / (high - low) * (to - from);
  scale.ticks = [];
  const factors = high - low > Math.log(300) ? [1] : [1, 2, 5];
  for (let power = Math.floor(Math.log10(least)); power <= Math.log10(most); ++power) {
    for (const factor of factors) {
      const tick = Number((factor * 10 ** power).toPrecision(1));
      if (tick >= least * 0.999 && tick <= most * 1.001) scale.ticks.push(tick);
    }
  }
  if (limit !== null && limit <= most * 1.001 && limit > 2 * scale.ticks.at(-1)) scale.ticks.push(limit);
  return scale;
}

function linearScale(most, from, to) {
  const scale = value => from + value / Math.max(most, 1) * (to - from);
  const rough = Math.max(most, 1) / Math.max(2, Math.floor((to - from) / 80));
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map(factor => factor * power).find(size => size >= rough));
  scale.ticks = [];
  for (let tick = 0; tick <= most; tick += step) scale.ticks.push(tick);
  return scale;
}

/**
 * A drawing as wide as the page allows, whose points tell who they are: to the mouse that comes near,
 * and to the arrow keys. draw(width) gives {height, shapes, points}; a point is {x, y, text, row},
 * and keys go along a row as it is listed, or to the nearest point of another row.
 */
function plot(label, draw, kind = "plot") {
  const svg = drawing("svg", {class: kind, role: "application", tabindex: 0, "aria-label": label});
  const ring = drawing("circle", {class: "ring", r: 7, visibility: "hidden"});
  const said = element("p", {class: "said", role: "status"});
  const host = element("div", {}, svg, said);
  let points = [];
  let chosen = null;

  function redraw() {
    const width = Math.max(260, Math.floor(svg.getBoundingClientRect().width));
    const drawn = draw(width);
    points = drawn.points;
    svg.setAttribute("viewBox", `0 0 ${width} ${drawn.height}`);
    svg.replaceChildren(...drawn.shapes, ring);
    choose(null);
  }

  function choose(point) {
    chosen = point;
    ring.setAttribute("visibility", point ? "visible" : "hidden");
    if (point) {
      ring.setAttribute("cx", point.x);
      ring.setAttribute("cy", point.y);
    }
    said.textContent = point ? point.text : "Move over the plot, or give it the focus and use the arrow keys.";
    said.classList.toggle("hint", !point);
  }

  const nearest = (x, y, among) => among.reduce((best, point) => {
    const distance = (point.x - x) ** 2 + (point.y - y) ** 2;
    return distance < best.distance ? {point, distance} : best;
  }, {point: null, distance: Infinity});

  svg.addEventListener("pointermove", event => {
    const box = svg.getBoundingClientRect();
    const scale = svg.viewBox.baseVal.width / box.width;
    const found = nearest((event.clientX - box.left) * scale, (event.clientY - box.top) * scale, points);
    if (found.distance < 30 ** 2 && found.point !== chosen) choose(found.point);
  });

  /** The point that a key leads to. */
  function after(key) {
    const row = points.filter(point => point.row === chosen.row);
    if (key === "Home") return row[0];
    if (key === "End") return row[row.length - 1];
    const along = {ArrowLeft: -1, ArrowRight: 1}[key];
    if (along) return row[row.indexOf(chosen) + along];
    const rows = [...new Set(points.map(point => point.row))];
    const other = rows[rows.indexOf(chosen.row) + (key === "ArrowDown" ? 1 : -1)];
    return nearest(chosen.x, chosen.y, points.filter(point => point.row === other)).point;
  }

  svg.addEventListener("keydown", event => {
    if (!["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"].includes(event.key)) return;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const point = chosen ? after(event.key) : points[0];
    if (point) choose(point);
  });

  let width = 0;
  new ResizeObserver(entries => {
    const now = Math.floor(entries[0].contentRect.width);
    if (now === width) return;
    width = now;
    redraw();
  }).observe(svg);
  return {host, redraw};
}

const lineBetween = (x1, y1, x2, y2, kind) => drawing("line", {x1, y1, x2, y2, class: kind});
const writing = (x, y, anchor, text) => drawing("text", {x, y, "text-anchor": anchor}, text);

/** Grid, figures and titles of two axes inside {left, right, top, bottom}. */
function axes(box, x, y, xTitle, yTitle) {
  const shapes = [];
  for (const tick of x.ticks) {
    shapes.push(lineBetween(x(tick), box.top, x(tick), box.bottom, "grid"));
    shapes.push(writing(x(tick), box.bottom + 17, "middle", String(tick)));
  }
  for (const tick of y.ticks) {
    shapes.push(lineBetween(box.left, y(tick), box.right, y(tick), "grid"));
    shapes.push(writing(box.left - 6, y(tick) + 4, "end", String(tick)));
  }
  shapes.push(lineBetween(box.left, box.bottom, box.right, box.bottom, "border"));
  shapes.push(lineBetween(box.left, box.top, box.left, box.bottom, "border"));
  shapes.push(writing((box.left + box.right) / 2, box.bottom + 36, "middle", xTitle));
  shapes.push(writing(4, 14, "start", yTitle));
  return shapes;
}

