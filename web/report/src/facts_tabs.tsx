// What was tracked and learnt, statistics, and how to have this result again.
import type { Fact, Iteration, Proof, Result } from "./data";
import { chosenRow, iteration, iterationIndex, iterations, report, result as shown, tab } from "./store";

/** What is tracked at the end of an iteration, and since when. */
export function trackedFacts(upTo: number): { fact: Fact; since: number }[] {
  const facts = (shown.value?.history?.given ?? []).map((fact) => ({ fact, since: 0 }));
  for (const one of iterations.value.slice(0, upTo + 1)) {
    for (const name of one.dropped) {
      const at = facts.findIndex(({ fact }) => fact.kind === "variable" && fact.text === name);
      if (at >= 0) facts.splice(at, 1);
    }
    facts.push(...one.learnt.map((fact) => ({ fact, since: one.number })));
  }
  return facts;
}

const nameIn = (text: string, name: string): boolean => text.split(/[^\w.$:[\]]+/).includes(name);

/** A condition and its negation are tracked as one. */
const positive = (condition: string): string => condition.replaceAll(" /= ", " = ").replace(/^not /, "");

/** The facts of a refutation that a new one comes from: those that say it, or speak of the variable. */
export function basesOf(fact: Fact, one: Iteration): number[] {
  return one.refutation
    .filter((known) => (fact.kind === "variable" ? nameIn(known.fact, fact.text) : positive(known.fact).includes(positive(fact.text)) || positive(fact.text).includes(positive(known.fact))))
    .map((known) => known.position);
}

/** Where a position of the counterexample is: the name of its node. */
function placeOf(result: Result, one: Iteration, position: number): string {
  const graph = result.history?.graph;
  const row = one.path[position];
  return graph && row !== undefined ? (graph.texts[graph.control[row] ?? -1] ?? "") : "";
}

function showNode(one: Iteration, position: number): void {
  tab.value = "arg";
  chosenRow.value = one.path[position] ?? null;
}

export function PrecisionTab({ result }: { result: Result }) {
  if (!result.history)
    return result.precision.length === 0 ? (
      <p class="empty">Nothing was tracked by refinement here.</p>
    ) : (
      <ul class="facts">
        {result.precision.map((line) => (
          <li>
            <code>{line}</code>
          </li>
        ))}
      </ul>
    );
  const one = iteration.value;
  const facts = trackedFacts(iterationIndex.value);
  return (
    <div class="text">
      {one && one.refutation.length > 0 && (
        <section>
          <h2>Why the counterexample of iteration {one.number} is no run</h2>
          <p>Along it, after so many of its steps, these facts hold; together they leave no way to its end.</p>
          <ol class="facts">
            {one.refutation.map(({ position, fact }) => (
              <li value={position}>
                <code>{fact}</code>{" "}
                {one.path[position] !== undefined && (
                  <button class="link" onClick={() => showNode(one, position)}>
                    {placeOf(result, one, position) || "show"}
                  </button>
                )}
              </li>
            ))}
          </ol>
        </section>
      )}
      <section>
        <h2>Learnt in iteration {one?.number}</h2>
        {one && one.learnt.length > 0 ? (
          <ul class="facts">
            {one.learnt.map((fact) => (
              <li>
                {fact.kind} <code>{fact.text}</code> {fact.where}
                {basesOf(fact, one).length > 0 && ` – because of ${basesOf(fact, one).join(", ")} above`}
              </li>
            ))}
          </ul>
        ) : (
          <p>nothing</p>
        )}
        {one && one.dropped.length > 0 && <p>No longer tracked, as they have too many values: {one.dropped.join(", ")}</p>}
      </section>
      <section>
        <h2>Tracked from then on ({facts.length})</h2>
        <table>
          <thead>
            <tr>
              <th>what</th>
              <th>where</th>
              <th>since iteration</th>
            </tr>
          </thead>
          <tbody>
            {facts.map(({ fact, since }) => (
              <tr>
                <td>
                  {fact.kind} <code>{fact.text}</code>
                </td>
                <td>{fact.where || "everywhere"}</td>
                <td>{since === 0 ? "given" : since}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

/** Columns that say the same in all rows of many are told once. */
export function constantColumns(proof: Proof): number[] {
  if (proof.rows.length < 3) return [];
  return proof.columns.flatMap((_, column) => (proof.rows.every((row) => row[column] === proof.rows[0]?.[column]) ? [column] : []));
}

export function ProofTable({ proof }: { proof: Proof }) {
  const constant = constantColumns(proof);
  const isShown = (_: unknown, column: number): boolean => !constant.includes(column);
  return (
    <div class="text">
      <p>{proof.summary}</p>
      {proof.left_out !== "" && <p class="note">⚠ Shown here: {proof.left_out}.</p>}
      {constant.length > 0 && (
        <p>
          In all of them: <code>{constant.map((column) => `${proof.columns[column]}: ${proof.rows[0]?.[column]}`).join(", ")}</code>
        </p>
      )}
      {proof.rows.length > 0 && (
        <table class="grid">
          <thead>
            <tr>
              {proof.columns.filter(isShown).map((column) => (
                <th>{column}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {proof.rows.map((row) => (
              <tr>
                {row.filter(isShown).map((cell) => (
                  <td>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

export function ExplanationTab({ text }: { text: string }) {
  return <pre class="text">{text}</pre>;
}

export function StatisticsTab({ result }: { result: Result }) {
  if (result.statistics.length === 0) return <p class="empty">Nothing was counted: a simulation found this.</p>;
  return (
    <div class="text">
      <table>
        <tbody>
          {result.statistics.map(([name, value]) => (
            <tr>
              <th scope="row">{name}</th>
              <td class="figure">{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function ConfigurationTab({ result }: { result: Result }) {
  return (
    <div class="text">
      <h2>The command</h2>
      <pre>{report.value?.command}</pre>
      <p>{report.value?.tool}</p>
      <h2>Options of this result</h2>
      <table>
        <tbody>
          {result.configuration.map(([name, value]) => (
            <tr>
              <th scope="row">
                <code>--{name}</code>
              </th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
