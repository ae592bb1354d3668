// The abstract reachability graph, after each iteration of the refinement.
import { useMemo, useState } from "preact/hooks";
import { CanvasView } from "./canvas_view";
import type { History } from "./data";
import { coverLines, markCovered, treeDrawing } from "./drawing";
import { coversOf, fold, rowsOf, treeOf } from "./graph_history";
import { goTo } from "./graph_tab";
import { chosenRow, isLastIteration, iteration, iterationIndex, iterations, rowOfStep, selectIteration, selectStep, stepIndex, steps } from "./store";

/** From here on chains are collapsed unless one asks for them. */
const manyNodes = 150;
/** So many are drawn before somebody opens more. */
const roomAtFirst = 300;

/** So many of the nodes that a search finds are drawn at once. */
const mostFoundShown = 300;

const outcomes = {
  spurious: "its counterexample is no run of the model",
  violated: "its counterexample is a run of the model",
  proved: "it has no counterexample: the property holds",
  stopped: "the search ended here",
};

export function IterationSlider() {
  const all = iterations.value;
  const one = iteration.value;
  if (all.length === 0 || !one) return null;
  return (
    <div class="bar slider">
      <label for="iteration">
        Iteration {one.number} of {all.at(-1)?.number}
      </label>
      <input
        id="iteration"
        type="range"
        min={0}
        max={all.length - 1}
        value={iterationIndex.value}
        aria-valuetext={`iteration ${one.number}`}
        onInput={(event) => selectIteration(Number(event.currentTarget.value))}
      />
      <span aria-live="polite">{outcomes[one.outcome]}</span>
    </div>
  );
}

export function ArgTab({ history }: { history: History }) {
  const { graph } = history;
  const number = iteration.value?.number ?? 1;
  const all = useMemo(() => new Set(rowsOf(graph, number)), [graph, number]);
  const size = all.size;
  const [wantedOutside, setWantedOutside] = useState<number | null>(null);
  const [collapses, setCollapses] = useState<boolean | null>(null);
  const [showsAll, setShowsAll] = useState(false);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const [wanted, setWanted] = useState("");
  const collapse = collapses ?? size > manyNodes;
  const text = (index: number | undefined): string => (index === undefined ? "" : (graph.texts[index] ?? ""));
  const path = useMemo(() => new Set(iteration.value?.path ?? []), [history, number]);
  const covers = useMemo(() => coversOf(graph, number), [graph, number]);
  const found = useMemo(() => {
    const needle = wanted.trim().toLowerCase();
    if (needle === "") return new Set<number>();
    const fits = graph.texts.map((one) => one.toLowerCase().includes(needle));
    return new Set(rowsOf(graph, number).filter((row) => fits[graph.control[row] ?? -1] || fits[graph.state[row] ?? -1] || fits[graph.action[row] ?? -1]));
  }, [graph, number, wanted]);
  const drawing = useMemo(() => {
    const kept = new Set(path);
    // Of many the next one is drawn when it is gone to.
    if (found.size <= mostFoundShown) found.forEach((row) => kept.add(row));
    if (wantedOutside !== null) kept.add(wantedOutside);
    const whole = treeOf(graph, number, { collapse, kept, opened });
    const tree = showsAll ? whole : fold(whole, { room: roomAtFirst, kept, opened });
    const made = treeDrawing(
      tree,
      (node) => {
        const below = node.hidden > 0 ? [`▸ ${node.hidden} nodes below`] : [];
        if (node.rows.length > 1) return [text(graph.control[node.top]), `⋮ ${node.rows.length} nodes`, text(graph.control[node.rows.at(-1) ?? node.top]), ...below];
        return [text(graph.action[node.top]), text(graph.control[node.top]), text(graph.state[node.top]), ...below].filter((line) => line !== "");
      },
      (node) => (node.rows.length > 1 ? "chain" : graph.target[node.top] === 1 ? "target" : "plain"),
    );
    markCovered(made, covers);
    return made;
  }, [graph, number, collapse, showsAll, opened, path, found, wantedOutside]);
  const isShown = useMemo(() => new Set(drawing.boxes.map((box) => box.id)), [drawing]);
  const wantedRow = chosenRow.value ?? rowOfStep.value;
  // A row that somebody else selected, and that is not drawn, is drawn from then on.
  if (wantedRow !== null && wantedRow !== wantedOutside && !isShown.has(wantedRow) && all.has(wantedRow)) setWantedOutside(wantedRow);
  const selected = wantedRow !== null && isShown.has(wantedRow) ? wantedRow : null;
  const here = rowOfStep.value;
  const marks = useMemo(
    () => ({ path, edges: new Set<number>(), taken: new Set<number>(), found, here: new Set(here === null ? [] : [here]), selected }),
    [path, found, selected, here],
  );
  const overlay = useMemo(() => coverLines(drawing, covers, selected), [drawing, covers, selected]);
  const coverer = selected === null ? undefined : covers.get(selected);
  const covered = useMemo(() => (selected === null ? 0 : [...covers.values()].filter((by) => by === selected).length), [covers, selected]);
  const words = (row: number): string => `${text(graph.control[row])}: ${text(graph.state[row]) || "anything"}`;
  /** A node of the run's counterexample is where a step ends. */
  const select = (row: number): void => {
    const position = isLastIteration.value ? (iteration.value?.path.indexOf(row) ?? -1) : -1;
    const at = position < 0 ? -1 : steps.value.findIndex((one) => one.node === position);
    if (at >= 0 && steps.value[stepIndex.value]?.node !== position) selectStep(at);
    chosenRow.value = row;
  };
  return (
    <div class="graph">
      <div class="bar">
        <input type="search" placeholder="search nodes" aria-label="search nodes of the graph" value={wanted} onInput={(event) => setWanted(event.currentTarget.value)} onKeyDown={(event) => event.key === "Enter" && goTo(found, selected, select)} />
        {wanted !== "" && <span aria-live="polite">{found.size} found</span>}
        {path.size > 0 && (
          <button class="plain" onClick={() => select([...path].at(-1) as number)}>
            end of the counterexample
          </button>
        )}
        <label>
          <input type="checkbox" checked={collapse} onChange={(event) => setCollapses(event.currentTarget.checked)} /> collapse chains
        </label>
        <label>
          <input type="checkbox" checked={showsAll} onChange={(event) => setShowsAll(event.currentTarget.checked)} /> all nodes
        </label>
        {coverer !== undefined && (
          <button class="plain" onClick={() => select(coverer)}>
            to the node that covers it
          </button>
        )}
        <span id="arg-size">
          {size} nodes, {covers.size} covered
        </span>
      </div>
      {graph.left_out !== "" && <p class="note">⚠ {graph.left_out}</p>}
      <CanvasView
        drawing={drawing}
        overlay={overlay}
        marks={marks}
        label="abstract reachability graph"
        onSelect={select}
        onActivate={(row) => setOpened(new Set([...opened, row]))}
      />
      <p class="told" aria-live="polite">
        {selected === null
          ? "Select a node to read it here; a double click or Enter opens a chain, or what is below. Thick: the counterexample. Dashed: covered by another node, which the selected one shows."
          : `${words(selected)}${coverer === undefined ? "" : `; covered by ${words(coverer)}`}${covered === 0 ? "" : `; covers ${covered === 1 ? "one node" : `${covered} nodes`}`}`}
      </p>
    </div>
  );
}
