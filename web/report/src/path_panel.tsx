// Left: the run, step by step. Only the rows in view are in the page, as runs may have many thousands of steps.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Step } from "./data";
import { run, selectStep, step, stepIndex, steps, values } from "./store";

const rowHeight = 46;

const textOf = (one: Step): string => `${one.cause} ${one.where} ${changesOf(one)}`.toLowerCase();

/** The loop's first step, or, where it has none of its own, the state that stays. */
const isLoopStart = (index: number, loop: number): boolean => index === Math.min(loop + 1, steps.value.length - 1);

const changesOf = (one: Step): string =>
  [
    ...one.notes.map((note) => `⚠ ${note}`),
    ...one.results.map((value) => `returns ${value}`),
    ...one.outputs.map((output) => `sends ${output}`),
    ...one.changed.map(([name, value]) => `${name} = ${value}`),
  ].join(", ");

function Row({ index, one, isFound }: { index: number; one: Step; isFound: boolean }) {
  const loop = run.value?.loop_start ?? null;
  const changes = changesOf(one);
  const line = one.place ? `line ${one.place.line}` : "";
  return (
    <div
      id={`step-${index}`}
      role="option"
      aria-selected={stepIndex.value === index}
      aria-setsize={steps.value.length}
      aria-posinset={index + 1}
      class={`row${isFound ? " found" : ""}${loop !== null && index > loop ? " in-loop" : ""}${one.notes.length > 0 ? " has-note" : ""}`}
      style={{ top: `${index * rowHeight}px`, height: `${rowHeight}px` }}
      title={[`${one.cause} ${one.where} ${line}`, changes].join("\n")}
      onClick={() => selectStep(index)}
    >
      <span class="number">{index}</span>
      <span class="cause">
        {loop !== null && isLoopStart(index, loop) && <span class="loop">↻ from here on it repeats: </span>}
        {one.cause} <span class="where">{one.where || line}</span>
      </span>
      <span class="changes">{changes}</span>
    </div>
  );
}

function Details({ one }: { one: Step }) {
  const changed = new Set(one.changed.map(([name]) => name));
  return (
    <section class="details" aria-live="polite" aria-label="the selected step">
      <h2>
        Step {stepIndex.value}: {one.cause}
      </h2>
      {one.where !== "" && <p>{one.where}</p>}
      {one.notes.map((note) => (
        <p class="note">⚠ {note}</p>
      ))}
      {one.results.length > 0 && <p>returns {one.results.join(", ")}</p>}
      {one.outputs.length > 0 && <p>sends {one.outputs.join(", ")}</p>}
      <table>
        <tbody>
          {values.value.map(([name, value]) => (
            <tr class={changed.has(name) ? "changed" : ""}>
              <th scope="row">{name}</th>
              <td>{value}</td>
              <td>{changed.has(name) && stepIndex.value > 0 ? "changed" : ""}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

export function PathPanel() {
  const list = useRef<HTMLDivElement>(null);
  const [scroll, setScroll] = useState(0);
  const [height, setHeight] = useState(600);
  const [wanted, setWanted] = useState("");
  const all = steps.value;
  const found = useMemo(() => {
    const needle = wanted.trim().toLowerCase();
    return needle === "" ? [] : all.flatMap((one, index) => (textOf(one).includes(needle) ? [index] : []));
  }, [wanted, all]);

  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const top = stepIndex.value * rowHeight;
    if (top < element.scrollTop || top + rowHeight > element.scrollTop + element.clientHeight)
      element.scrollTop = top - element.clientHeight / 2;
  }, [stepIndex.value]);
  useEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    const watch = new ResizeObserver(() => setHeight(element.clientHeight));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);

  const onKey = (event: KeyboardEvent): void => {
    const page = Math.max(1, Math.floor(height / rowHeight) - 1);
    const moves: Record<string, number> = {
      ArrowDown: stepIndex.value + 1,
      ArrowUp: stepIndex.value - 1,
      PageDown: stepIndex.value + page,
      PageUp: stepIndex.value - page,
      Home: 0,
      End: all.length - 1,
    };
    const to = moves[event.key];
    if (to === undefined) return;
    event.preventDefault();
    selectStep(to);
  };
  const goToFound = (direction: 1 | -1): void => {
    const next = direction > 0 ? found.find((index) => index > stepIndex.value) : found.filter((index) => index < stepIndex.value).at(-1);
    const to = next ?? (direction > 0 ? found[0] : found.at(-1));
    if (to !== undefined) selectStep(to);
  };

  if (all.length === 0) return <p class="empty">There is no run to show: see the tabs.</p>;
  const first = Math.max(0, Math.floor(scroll / rowHeight) - 5);
  const shown = all.slice(first, first + Math.ceil(height / rowHeight) + 10);
  const isFound = new Set(found);
  return (
    <>
      <form
        class="search"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          goToFound(1);
        }}
      >
        <input
          type="search"
          id="step-search"
          placeholder="search steps"
          aria-label="search steps"
          value={wanted}
          onInput={(event) => setWanted(event.currentTarget.value)}
        />
        {wanted !== "" && (
          <>
            <span aria-live="polite">{found.length} found</span>
            <button type="button" onClick={() => goToFound(-1)} aria-label="previous step found">
              ↑
            </button>
            <button type="submit" aria-label="next step found">
              ↓
            </button>
          </>
        )}
      </form>
      <div
        class="steps"
        ref={list}
        role="listbox"
        tabIndex={0}
        aria-label={run.value?.meaning === "example" ? "run" : "counterexample"}
        aria-activedescendant={`step-${stepIndex.value}`}
        onKeyDown={onKey}
        onScroll={(event) => setScroll(event.currentTarget.scrollTop)}
      >
        <div style={{ height: `${all.length * rowHeight}px`, position: "relative" }}>
          {shown.map((one, i) => (
            <Row key={first + i} index={first + i} one={one} isFound={isFound.has(first + i)} />
          ))}
        </div>
      </div>
      {step.value && <Details one={step.value} />}
    </>
  );
}
