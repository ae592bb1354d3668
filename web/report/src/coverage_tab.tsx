// What the traces cover: criteria, goals, and which trace covers what.
import { useMemo, useState } from "preact/hooks";
import type { Criterion, Goal, Traces, UnreachedState } from "./data";
import { selectGoal, traceIndex } from "./store";

/** So many goals are in the page before somebody asks for more. */
const goalsAtFirst = 300;
/** So many traces of a goal are named. */
const tracesNamed = 12;

const signs = { covered: "✓", infeasible: "–", unknown: "?" };
const words = { covered: "covered", infeasible: "can't be covered", unknown: "not covered, and not known to be impossible" };
const order = { unknown: 0, infeasible: 1, covered: 2 };

const countOf = (criterion: Criterion, status: Goal["status"]): number => criterion.goals.filter((goal) => goal.status === status).length;

function Totals({ criteria, wanted, choose }: { criteria: Criterion[]; wanted: string; choose: (name: string) => void }) {
  return (
    <table class="totals">
      <thead>
        <tr>
          <th>criterion</th>
          <th>covered</th>
          <th>of what is feasible</th>
          <th>infeasible</th>
          <th>unknown</th>
        </tr>
      </thead>
      <tbody>
        {criteria.map((criterion) => {
          const covered = countOf(criterion, "covered");
          const feasible = criterion.goals.length - countOf(criterion, "infeasible");
          return (
            <tr>
              <td>
                <button class="plain" aria-pressed={wanted === criterion.name} onClick={() => choose(wanted === criterion.name ? "" : criterion.name)}>
                  {criterion.name}
                </button>
              </td>
              <td>
                <meter min={0} max={Math.max(1, feasible)} value={covered} aria-label={`${criterion.name}: ${covered} of ${feasible}`} />
              </td>
              <td class="figure">
                {covered} of {feasible}
              </td>
              <td class="figure">{criterion.goals.length - feasible}</td>
              <td class="figure">{countOf(criterion, "unknown")}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function GoalRow({ criterion, goal }: { criterion: string; goal: Goal }) {
  return (
    <tr class={`goal ${goal.status}`}>
      <td>
        <span class="sign" title={words[goal.status]} role="img" aria-label={words[goal.status]}>
          {signs[goal.status]}
        </span>
      </td>
      <td>{criterion}</td>
      <td>
        {goal.traces.length > 0 ? (
          <button class="link" onClick={() => selectGoal(goal)} title="the trace and step that cover it">
            {goal.name}
          </button>
        ) : (
          goal.name
        )}
      </td>
      <td>
        {goal.traces.length === 0
          ? `${words[goal.status]}${goal.reason === "" ? "" : `: ${goal.reason}`}`
          : goal.traces.slice(0, tracesNamed).map((trace) => (
              <button class="link" aria-label={`trace ${trace + 1}`} aria-pressed={trace === traceIndex.value} onClick={() => selectGoal(goal, trace)}>
                {trace + 1}
              </button>
            ))}
        {goal.traces.length > tracesNamed && `… ${goal.traces.length} traces`}
      </td>
    </tr>
  );
}

function States({ title, states }: { title: string; states: UnreachedState[] }) {
  if (states.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ul class="facts">
        {states.map(({ state, blame }) => (
          <li>
            <code>{state}</code>
            {blame.length > 0 && ` – not tracked: ${blame.join(", ")}`}
          </li>
        ))}
      </ul>
    </section>
  );
}

export function CoverageTab({ set }: { set: Traces }) {
  const [wanted, setWanted] = useState("");
  const [needle, setNeedle] = useState("");
  const [status, setStatus] = useState("");
  const [isOfTrace, setIsOfTrace] = useState(false);
  const [room, setRoom] = useState(goalsAtFirst);
  const goals = useMemo(() => {
    const text = needle.trim().toLowerCase();
    return set.criteria
      .filter((criterion) => wanted === "" || criterion.name === wanted)
      .flatMap((criterion) => criterion.goals.map((goal) => ({ criterion: criterion.name, goal })))
      .filter(({ goal }) => (status === "" || goal.status === status) && (text === "" || goal.name.toLowerCase().includes(text)))
      .filter(({ goal }) => !isOfTrace || goal.traces.includes(traceIndex.value))
      .sort((a, b) => order[a.goal.status] - order[b.goal.status]);
  }, [set, wanted, needle, status, isOfTrace, traceIndex.value]);
  return (
    <div class="text coverage">
      <p>
        {set.complete === "yes"
          ? "The traces together get everywhere in the state space."
          : set.complete === "no"
            ? "The traces do not get everywhere in the state space; see below."
            : "Whether the traces get everywhere in the state space is not known."}
      </p>
      {set.left_out !== "" && <p class="note">⚠ Left out of this page: {set.left_out}.</p>}
      {set.why_incomplete !== "" && <p class="note">⚠ Traces may be missing: {set.why_incomplete}.</p>}
      <Totals criteria={set.criteria} wanted={wanted} choose={setWanted} />
      <div class="bar">
        <input type="search" placeholder="search goals" aria-label="search goals" value={needle} onInput={(event) => setNeedle(event.currentTarget.value)} />
        <select aria-label="status of goals" value={status} onChange={(event) => setStatus(event.currentTarget.value)}>
          <option value="">all goals</option>
          <option value="covered">covered</option>
          <option value="infeasible">infeasible</option>
          <option value="unknown">unknown</option>
        </select>
        <label>
          <input type="checkbox" checked={isOfTrace} onChange={(event) => setIsOfTrace(event.currentTarget.checked)} /> of trace {traceIndex.value + 1} only
        </label>
        <span aria-live="polite">{goals.length} goals</span>
      </div>
      <table class="goals">
        <thead>
          <tr>
            <th />
            <th>criterion</th>
            <th>goal</th>
            <th>traces, or why there is none</th>
          </tr>
        </thead>
        <tbody>
          {goals.slice(0, room).map(({ criterion, goal }) => (
            <GoalRow criterion={criterion} goal={goal} />
          ))}
        </tbody>
      </table>
      {goals.length > room && (
        <button class="plain" onClick={() => setRoom(room * 4)}>
          {goals.length - room} more
        </button>
      )}
      <States title="States that no trace gets to" states={set.unreached} />
      <States title="States that only traces for goals get to" states={set.reached_for_goals} />
    </div>
  );
}
