// The traces of a set, above the steps of the selected one. Only the rows in view are in the page.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Traces } from "./data";
import { selectTrace, traceIndex } from "./store";

const rowHeight = 26;

export function TraceList({ set }: { set: Traces }) {
  const list = useRef<HTMLDivElement>(null);
  const [scroll, setScroll] = useState(0);
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const top = traceIndex.value * rowHeight;
    if (top < element.scrollTop || top + rowHeight > element.scrollTop + element.clientHeight) element.scrollTop = top - element.clientHeight / 2;
  }, [traceIndex.value]);
  const onKey = (event: KeyboardEvent): void => {
    const moves: Record<string, number> = { ArrowDown: traceIndex.value + 1, ArrowUp: traceIndex.value - 1, Home: 0, End: set.list.length - 1 };
    const to = moves[event.key];
    if (to === undefined) return;
    event.preventDefault();
    selectTrace(to);
  };
  const first = Math.max(0, Math.floor(scroll / rowHeight) - 5);
  const shown = set.list.slice(first, first + 60);
  return (
    <div
      class="traces"
      ref={list}
      role="listbox"
      tabIndex={0}
      aria-label="traces"
      aria-activedescendant={`trace-${traceIndex.value}`}
      onKeyDown={onKey}
      onScroll={(event) => setScroll(event.currentTarget.scrollTop)}
    >
      <div style={{ height: `${set.list.length * rowHeight}px`, position: "relative" }}>
        {shown.map((one, i) => (
          <div
            key={first + i}
            id={`trace-${first + i}`}
            role="option"
            aria-selected={traceIndex.value === first + i}
            aria-setsize={set.list.length}
            aria-posinset={first + i + 1}
            class="trace"
            style={{ top: `${(first + i) * rowHeight}px`, height: `${rowHeight}px` }}
            title={`${one.brief}\n${one.goals} goals, ${one.alone} of them by no other trace`}
            onClick={() => selectTrace(first + i)}
          >
            <span class="number">{first + i + 1}</span>
            <span class="cause">{one.brief || "start"}</span>
            <span class="figure">
              {one.steps.length} steps
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}
