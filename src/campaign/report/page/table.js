/**
 * A table of many rows, of which the document holds a page at a time. A column is
 * {title, value(row), text(row), kind}: value is what is sorted by, text what is shown (the value if
 * there is none), kind a class of its cells. show(rows) shows other rows.
 */
function pagedTable(label, columns, whenEmpty) {
  const SIZE = 100;
  let rows = [];
  let page = 0;
  let sorted = {column: -1, down: false};
  const body = element("tbody");
  const heads = columns.map((column, i) => element("th", {scope: "col"},
    element("button", {type: "button", onclick: () => sortBy(i)}, column.title)));
  const table = element("div", {class: "wide", role: "region", tabindex: 0, "aria-label": label},
    element("table", {}, element("thead", {}, element("tr", {}, ...heads)), body));
  const place = element("span", {role: "status"});
  const back = element("button", {type: "button", onclick: () => turn(-1)}, "Previous");
  const on = element("button", {type: "button", onclick: () => turn(1)}, "Next");
  const host = element("div", {}, element("div", {class: "controls"}, place, back, on), table);

  function turn(by) {
    page += by;
    fill();
  }

  function sortBy(column) {
    sorted = {column, down: sorted.column === column && !sorted.down};
    page = 0;
    fill();
  }

  function compare(one, other) {
    const value = columns[sorted.column].value;
    const a = value(one), b = value(other);
    // What has no value comes last in both directions.
    if (a === null || b === null) return (a === null) - (b === null);
    const order = typeof a === "number" ? a - b : collator.compare(a, b);
    return sorted.down ? -order : order;
  }

  function fill() {
    heads.forEach((head, i) => {
      const direction = sorted.column !== i ? "none" : sorted.down ? "descending" : "ascending";
      head.setAttribute("aria-sort", direction);
      const sign = {none: "", ascending: " ▲", descending: " ▼"}[direction];
      head.firstChild.textContent = columns[i].title + sign;
    });
    const ordered = sorted.column < 0 ? rows : [...rows].sort(compare);
    const from = page * SIZE;
    const shown = ordered.slice(from, from + SIZE);
    body.replaceChildren(...shown.map(row => element("tr", {}, ...columns.map(column => {
      const text = column.text ? column.text(row) : column.value(row) ?? "";
      const kind = typeof column.kind === "function" ? column.kind(row) : column.kind;
      return element("td", {class: kind ?? null}, String(text));
    }))));
    place.textContent = rows.length === 0 ? whenEmpty :
      `${from + 1} to ${from + shown.length} of ${rows.length}`;
    back.disabled = page === 0;
    on.disabled = from + SIZE >= rows.length;
    back.hidden = on.hidden = rows.length <= SIZE;
    table.hidden = rows.length === 0;
  }

  function show(others) {
    rows = others;
    page = 0;
    fill();
  }

  return {host, show};
}

