// The model's text, with the line of the selected step and those that the run comes through.
import { defaultKeymap } from "@codemirror/commands";
import { cpp } from "@codemirror/lang-cpp";
import { xml } from "@codemirror/lang-xml";
import { StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState, RangeSet, StateEffect, StateField, type Extension } from "@codemirror/state";
import { Decoration, EditorView, keymap, lineNumbers, type DecorationSet } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";
import { useEffect, useRef } from "preact/hooks";
import type { Source } from "./data";
import { report, selectStep, step, stepIndex, steps } from "./store";

/** Models of our own languages: comments, texts, numbers and words that begin in lower case before a name. */
const ownLanguage = StreamLanguage.define<{ comment: boolean }>({
  startState: () => ({ comment: false }),
  token(stream, state) {
    if (state.comment || stream.match("/*")) {
      state.comment = !stream.match(/^.*?\*\//);
      if (state.comment) stream.skipToEnd();
      return "comment";
    }
    if (stream.match(/^(\/\/|#).*/)) return "comment";
    if (stream.match(/^"([^"\\]|\\.)*"?/)) return "string";
    if (stream.match(/^\d+(\.\d+)?/)) return "number";
    if (stream.match(/^(var|ctrl|type|trans|env|init|prop|process|main|loc|final|error|assume|havoc|if|else|choice|or|not|and|class|object|signal|state|initial|on|send|to|entry|exit|region|statechart|transition|from|when|raise|port|package|interface|import|component|int|bool|boolean|integer|true|false|invariant|reachable|ltl|external|enum|return|for|while)\b/))
      return "keyword";
    if (!stream.match(/^[A-Za-z_][\w.]*/)) stream.next();
    return null;
  },
});

interface Lines {
  current: number | null;
  visited: ReadonlySet<number>;
}

const setLines = StateEffect.define<Lines>();

const lineMarks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    for (const effect of transaction.effects)
      if (effect.is(setLines)) {
        const { current, visited } = effect.value;
        const all = new Set(visited);
        if (current !== null) all.add(current);
        const ranges = [...all]
          .filter((line) => line >= 1 && line <= transaction.state.doc.lines)
          .sort((a, b) => a - b)
          .map((line) =>
            Decoration.line({ class: line === current ? "line-current" : "line-visited" }).range(transaction.state.doc.line(line).from),
          );
        marks = RangeSet.of(ranges);
      }
    return marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function languageOf(source: Source): Extension {
  if (source.language === "c") return cpp();
  if (source.language === "xml") return xml();
  return ownLanguage;
}

/** Lines of a source that the run comes through, with the steps at each. */
export function visitedLines(source: number): Map<number, number[]> {
  const lines = new Map<number, number[]>();
  steps.value.forEach((one, index) => {
    if (one.place?.source !== source) return;
    const known = lines.get(one.place.line);
    if (known) known.push(index);
    else lines.set(one.place.line, [index]);
  });
  return lines;
}

/** Selects a step at a line: the next one after the selected step, so that asking again goes through all. */
function selectLine(source: number, line: number): boolean {
  const visits = visitedLines(source).get(line);
  const next = visits?.find((index) => index > stepIndex.value) ?? visits?.[0];
  if (next !== undefined) selectStep(next);
  return next !== undefined;
}

export function SourceView({ number }: { number: number }) {
  const holder = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView | null>(null);
  const source = report.value?.sources[number];

  useEffect(() => {
    if (!holder.current || !source) return undefined;
    const view = new EditorView({
      parent: holder.current,
      state: EditorState.create({
        doc: source.text,
        extensions: [
          lineNumbers(),
          languageOf(source),
          syntaxHighlighting(classHighlighter),
          search({ top: true }),
          highlightSelectionMatches(),
          keymap.of([
            { key: "Enter", run: (view) => selectLine(number, view.state.doc.lineAt(view.state.selection.main.head).number) },
            ...searchKeymap,
            ...defaultKeymap,
          ]),
          EditorState.readOnly.of(true),
          EditorView.contentAttributes.of({ "aria-label": `text of ${source.name}`, "aria-readonly": "true" }),
          EditorView.domEventHandlers({
            click(event, view) {
              const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
              if (at !== null) selectLine(number, view.state.doc.lineAt(at).number);
            },
          }),
          lineMarks,
        ],
      }),
    });
    editor.current = view;
    return () => view.destroy();
  }, [source]);

  const place = step.value?.place ?? null;
  const current = place?.source === number ? place.line : null;
  useEffect(() => {
    const view = editor.current;
    if (!view) return;
    const effects: StateEffect<unknown>[] = [setLines.of({ current, visited: new Set(visitedLines(number).keys()) })];
    if (current !== null && current <= view.state.doc.lines)
      effects.push(EditorView.scrollIntoView(view.state.doc.line(current).from, { y: "center" }));
    view.dispatch({ effects });
  }, [source, current, stepIndex.value, steps.value]);

  return <div class="source" ref={holder} />;
}
