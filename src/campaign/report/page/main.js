function fillPlace(id, parts) {
  document.getElementById(id)?.append(...parts());
}
if (data.columns.length > 0) {
  fillPlace("quantile-plot", quantilePlot);
  fillPlace("pair-plot", pairSection);
}
fillPlace("runs-table", runsSection);
if (data.changes) fillPlace("changes-table", changesSection);
