// What was tracked and learnt, statistics, and how to have this result again.
import type { Fact, Result } from "./data";
import { iteration, iterationIndex, iterations, report, result as shown } from "./store";

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
          <ol class="facts">
            {one.refutation.map(({ position, fact }) => (
              <li value={position}>
                <code>{fact}</code>
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
