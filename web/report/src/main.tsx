// The page: the run on the left, tabs that follow the selected step on the right.
import { effect, signal } from "@preact/signals";
import { render, type ComponentChildren } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { ArgTab, IterationSlider } from "./arg_tab";
import { readReport, type Graph } from "./data";
import { CoverageTab } from "./coverage_tab";
import { ConfigurationTab, ExplanationTab, PrecisionTab, ProofTable, StatisticsTab } from "./facts_tabs";
import { GraphTab, inAutomaton, inModel } from "./graph_tab";
import { PathPanel } from "./path_panel";
import { SourceView } from "./source_view";
import { TraceList } from "./trace_list";
import { followLink, iterationIndex, keepLink, report, result, resultIndex, selectIteration, selectResult, selectStep, selectTrace, step, stepIndex, tab, traceIndex, traces } from "./store";
import "./style.css";

interface Tab {
  id: string;
  title: string;
  hasSlider?: boolean;
  show: () => ComponentChildren;
}

function AutomatonTab({ graph }: { graph: Graph }) {
  const follower = useMemo(() => inAutomaton(graph), [graph]);
  return <GraphTab key="automaton" graph={graph} label="automaton of the negation" follower={follower} />;
}

/** The tabs that this result has something for. */
function tabs(): Tab[] {
  const all = report.value;
  const one = result.value;
  if (!all || !one) return [];
  const { history } = one;
  const made: Tab[] = [];
  const graph = (number: number | undefined): Graph | undefined => (number === undefined ? undefined : all.graphs[number]);
  const chart = graph(one.graphs.chart);
  const program = graph(one.graphs.program);
  const proof = graph(one.graphs.proof);
  const automaton = graph(one.graphs.automaton);
  const product = graph(one.graphs.product);
  const machines = graph(one.graphs.machines);
  const systems = graph(one.graphs.systems);
  if (chart) made.push({ id: "chart", title: "Statechart", show: () => <GraphTab graph={chart} label="statechart" follower={inModel} /> });
  if (machines) made.push({ id: "machines", title: "Machines", show: () => <GraphTab graph={machines} label="machines" follower={inModel} /> });
  if (systems) made.push({ id: "systems", title: "Systems", show: () => <GraphTab graph={systems} label="transition systems" follower={inModel} /> });
  all.sources.forEach((source, number) =>
    made.push({
      id: number === 0 ? "source" : `source-${number + 1}`,
      title: all.sources.length === 1 ? "Source" : (source.name.split("/").at(-1) ?? source.name),
      show: () => <SourceView key={number} number={number} />,
    }),
  );
  if (program) made.push({ id: "program", title: "Control flow", show: () => <GraphTab graph={program} label="control flow automaton" follower={inModel} /> });
  if (all.traces) made.push({ id: "coverage", title: "Coverage", show: () => (all.traces ? <CoverageTab set={all.traces} /> : null) });
  if (history) made.push({ id: "arg", title: "Reachability graph", hasSlider: true, show: () => <ArgTab history={history} /> });
  if (proof) made.push({ id: "proof", title: "Proof", show: () => <GraphTab key="proof" graph={proof} label="proof" /> });
  const { proof: told } = one;
  if (told) made.push({ id: "proof-table", title: proof ? "Proof in words" : "Proof", show: () => <ProofTable proof={told} /> });
  if (automaton) made.push({ id: "automaton", title: "Automaton", show: () => <AutomatonTab graph={automaton} /> });
  if (product) made.push({ id: "product", title: "Product", show: () => <GraphTab key="product" graph={product} label="product of model and automaton" follower={inModel} /> });
  if (history || one.precision.length > 0) made.push({ id: "precision", title: "Precision", hasSlider: history !== null, show: () => <PrecisionTab result={one} /> });
  if (one.explanation !== "") made.push({ id: "explanation", title: "Explanation", show: () => <ExplanationTab text={one.explanation} /> });
  made.push({ id: "statistics", title: "Statistics", show: () => <StatisticsTab result={one} /> });
  made.push({ id: "configuration", title: "Configuration", show: () => <ConfigurationTab result={one} /> });
  return made;
}

/** Where the selected step is in another file, that file comes to the front. */
function useSourceOfStep(shown: Tab | undefined): void {
  const source = step.value?.place?.source;
  useEffect(() => {
    if (source === undefined || !shown?.id.startsWith("source")) return;
    tab.value = source === 0 ? "source" : `source-${source + 1}`;
  }, [source, stepIndex.value]);
}

function Tabs() {
  const all = tabs();
  const shown = all.find((one) => one.id === tab.value) ?? all[0];
  useSourceOfStep(shown);
  const choose = (index: number): void => {
    const next = all[(index + all.length) % all.length];
    if (!next) return;
    tab.value = next.id;
    document.getElementById(`tab-${next.id}`)?.focus();
  };
  return (
    <main>
      <div role="tablist" aria-label="what belongs to the selected step">
        {all.map((one, index) => (
          <button
            role="tab"
            id={`tab-${one.id}`}
            aria-selected={one === shown}
            aria-controls="panel"
            tabIndex={one === shown ? 0 : -1}
            onClick={() => (tab.value = one.id)}
            onKeyDown={(event) => {
              if (event.key === "ArrowRight") choose(index + 1);
              else if (event.key === "ArrowLeft") choose(index - 1);
              else if (event.key === "Home") choose(0);
              else if (event.key === "End") choose(all.length - 1);
            }}
          >
            {one.title}
          </button>
        ))}
      </div>
      {shown?.hasSlider && <IterationSlider />}
      <div role="tabpanel" id="panel" aria-labelledby={shown ? `tab-${shown.id}` : undefined} key={`${resultIndex.value} ${shown?.id}`}>
        {shown?.show()}
      </div>
    </main>
  );
}

const verdictSigns = { true: "✓ true", false: "✗ false", unknown: "? unknown", none: "" };

/** Of a set of traces: how much it covers. */
function Covered() {
  const set = traces.value;
  if (!set) return null;
  const goals = set.criteria.flatMap((criterion) => criterion.goals);
  const covered = goals.filter((goal) => goal.status === "covered").length;
  const impossible = goals.filter((goal) => goal.status === "infeasible").length;
  const open = goals.length - covered - impossible;
  return (
    <span class="certificate">
      {covered} of {goals.length} goals covered, {impossible} proved impossible{open > 0 ? `, ${open} open` : ""}; trace {traceIndex.value + 1} is shown
    </span>
  );
}

function Verdict() {
  const all = report.value;
  const one = result.value;
  if (!all || !one) return null;
  return (
    <header>
      <h1>{all.model}</h1>
      {all.results.length > 1 ? (
        <select aria-label="property" value={resultIndex.value} onChange={(event) => selectResult(Number(event.currentTarget.value))}>
          {all.results.map((other, index) => (
            <option value={index}>
              {verdictSigns[other.verdict]} – {other.property}
            </option>
          ))}
        </select>
      ) : (
        <span class="property">{one.property}</span>
      )}
      <strong class={`verdict ${one.verdict}`}>
        {verdictSigns[one.verdict]}
        {one.reason !== "" && ` (${one.reason})`}
      </strong>
      <Covered />
      {!all.traces && (
      <span class="certificate">
        {one.verdict === "unknown"
          ? one.advice
          : one.certificate.checked
            ? one.run
              ? "replayed by the interpreter"
              : "its proof was checked again"
            : `not checked: ${one.certificate.reason}`}
      </span>
      )}
      <ThemeButton />
      <Help />
    </header>
  );
}

/** Dark or light as the reader prefers, until the button says otherwise. */
const theme = signal<"dark" | "light">("light");

function keepTheme(): void {
  const prefersDark = matchMedia("(prefers-color-scheme: dark)");
  const follow = (): void => {
    theme.value = prefersDark.matches ? "dark" : "light";
  };
  follow();
  prefersDark.addEventListener("change", follow);
  effect(() => {
    document.documentElement.dataset.theme = theme.value;
  });
}

function ThemeButton() {
  const other = theme.value === "dark" ? "light" : "dark";
  return (
    <button class="plain" aria-pressed={theme.value === "dark"} onClick={() => (theme.value = other)}>
      {other}
    </button>
  );
}

function Help() {
  return (
    <details class="help">
      <summary>keys</summary>
      <dl>
        <dt>j, k</dt>
        <dd>next and previous step</dd>
        <dt>[, ]</dt>
        <dd>previous and next iteration</dd>
        <dt>J, K</dt>
        <dd>next and previous trace</dd>
        <dt>/</dt>
        <dd>search steps</dd>
        <dt>arrows</dt>
        <dd>in lists, tabs, and along edges of drawings</dd>
        <dt>+, -, 0</dt>
        <dd>zoom a drawing, show all of it</dd>
      </dl>
    </details>
  );
}

/** Keys that work anywhere but in fields one types into. */
function onKey(event: KeyboardEvent): void {
  const target = event.target as HTMLElement;
  if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, select, textarea")) return;
  if (event.key === "j") selectStep(stepIndex.value + 1);
  else if (event.key === "k") selectStep(stepIndex.value - 1);
  else if (event.key === "J") selectTrace(traceIndex.value + 1);
  else if (event.key === "K") selectTrace(traceIndex.value - 1);
  else if (event.key === "]") selectIteration(iterationIndex.value + 1);
  else if (event.key === "[") selectIteration(iterationIndex.value - 1);
  else if (event.key === "/") {
    document.getElementById("step-search")?.focus();
    event.preventDefault();
  }
}

function Page() {
  return (
    <>
      <Verdict />
      <aside aria-label="run">
        {traces.value && <TraceList set={traces.value} />}
        <PathPanel key={resultIndex.value} />
      </aside>
      <Tabs />
    </>
  );
}

function start(): void {
  const root = document.getElementById("page");
  const data = document.getElementById("report-data");
  if (!root || !data) return;
  try {
    report.value = readReport(data.textContent ?? "");
  } catch (error) {
    root.textContent = error instanceof Error ? error.message : String(error);
    return;
  }
  followLink(location.hash);
  keepLink();
  keepTheme();
  window.addEventListener("hashchange", () => followLink(location.hash));
  document.addEventListener("keydown", onKey);
  root.textContent = "";
  render(<Page />, root);
}

start();
