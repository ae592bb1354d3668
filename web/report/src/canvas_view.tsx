// A drawing on a canvas: only what is in view is painted, so that large graphs stay responsive. By keyboard, too: arrows go along
// edges, + and - zoom, and what is selected is told in words beside it.
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Box, Drawing, Line } from "./drawing";
import { SpatialIndex, type Extent } from "./spatial_index";

export interface Marks {
  /** Boxes of the path. */
  path: ReadonlySet<number>;
  /** Numbers of edges of the path, of graphs whose edges have numbers. */
  edges: ReadonlySet<number>;
  found: ReadonlySet<number>;
  /** Boxes where the selected step ends, and edges that it takes. */
  here: ReadonlySet<number>;
  taken: ReadonlySet<number>;
  selected: number | null;
}

interface Props {
  drawing: Drawing;
  /** Lines above it, few. */
  overlay?: readonly Line[];
  marks: Marks;
  label: string;
  onSelect: (id: number) => void;
  onActivate?: ((id: number) => void) | undefined;
}

interface View {
  x: number;
  y: number;
  scale: number;
}

/** Below this, texts can't be read. */
const farScale = 0.2;
/** A graph that would be smaller than this is shown from its top, so that something can be read at first. */
const leastFit = 0.3;

const extentOf = (points: { x: number; y: number }[]): Extent => {
  const extent = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const point of points) {
    extent.left = Math.min(extent.left, point.x);
    extent.right = Math.max(extent.right, point.x);
    extent.top = Math.min(extent.top, point.y);
    extent.bottom = Math.max(extent.bottom, point.y);
  }
  return extent;
};

/** Paints a drawing in the colours of the page's style. */
class Painter {
  private readonly colour: (name: string) => string;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly context: CanvasRenderingContext2D,
    private readonly view: View,
    private readonly marks: Marks,
  ) {
    const style = getComputedStyle(canvas);
    const known = new Map<string, string>();
    this.colour = (name) => {
      const there = known.get(name);
      if (there !== undefined) return there;
      const value = style.getPropertyValue(`--${name}`).trim();
      known.set(name, value);
      return value;
    };
  }

  begin(): void {
    const ratio = window.devicePixelRatio || 1;
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.context.fillStyle = this.colour("paper");
    this.context.fillRect(0, 0, this.canvas.clientWidth, this.canvas.clientHeight);
    const scale = ratio * this.view.scale;
    this.context.setTransform(scale, 0, 0, scale, -this.view.x * scale, -this.view.y * scale);
    this.context.textBaseline = "middle";
  }

  /** From afar: boxes and lines without texts, dashes and round corners, in few calls. */
  outline(boxes: readonly Box[], lines: readonly Line[]): void {
    const context = this.context;
    const tree = lines.filter((line) => !line.covers);
    this.strokeAll(tree.filter((line) => !this.isOfPath(line)), "edge", 0.5);
    for (const isOfPath of [false, true]) {
      context.fillStyle = this.colour(isOfPath ? "path" : "edge");
      const least = 1 / this.view.scale;
      for (const box of boxes)
        if (this.marks.path.has(box.id) === isOfPath) context.fillRect(box.x, box.y, Math.max(box.width, least), Math.max(box.height, least));
    }
    context.fillStyle = this.colour("selected");
    const spot = 6 / this.view.scale;
    for (const box of boxes) if (this.marks.found.has(box.id) || this.marks.selected === box.id) context.fillRect(box.x, box.y, spot, spot);
    this.strokeAll(tree.filter((line) => this.isOfPath(line)), "path", 2);
  }

  private strokeAll(lines: readonly Line[], colour: string, width: number): void {
    const context = this.context;
    context.strokeStyle = this.colour(colour);
    context.lineWidth = width / this.view.scale;
    context.beginPath();
    for (const line of lines) line.points.forEach((point, i) => (i === 0 ? context.moveTo(point.x, point.y) : context.lineTo(point.x, point.y)));
    context.stroke();
  }

  private isOfPath(line: Line): boolean {
    if (line.edge >= 0) return this.marks.edges.has(line.edge);
    return !line.covers && this.marks.path.has(line.from) && this.marks.path.has(line.to);
  }

  line(line: Line): void {
    const context = this.context;
    const isOfPath = this.isOfPath(line);
    const isTaken = line.edge >= 0 && this.marks.taken.has(line.edge);
    context.strokeStyle = this.colour(isTaken ? "selected" : isOfPath ? "path" : line.covers ? "cover" : "edge");
    context.lineWidth = isTaken ? 5 : isOfPath ? 3 : line.label !== "" && line.covers ? 2.5 : 1;
    context.setLineDash(line.covers ? [6, 4] : []);
    context.beginPath();
    line.points.forEach((point, i) => (i === 0 ? context.moveTo(point.x, point.y) : context.lineTo(point.x, point.y)));
    context.stroke();
    context.setLineDash([]);
    this.arrow(line);
  }

  /** Texts of lines come last, so that nothing hides them. */
  label(line: Line): void {
    if (line.label !== "" && line.at && this.view.scale > 0.45) this.edgeLabel(line.label, line.at);
  }

  box(box: Box): void {
    const context = this.context;
    const isOfPath = this.marks.path.has(box.id);
    const isSelected = this.marks.selected === box.id || this.marks.here.has(box.id);
    context.fillStyle = this.colour(this.marks.found.has(box.id) ? "found" : box.kind === "group" ? "group" : isOfPath ? "path-paper" : "box");
    context.strokeStyle = this.colour(isSelected ? "selected" : isOfPath ? "path" : box.isCovered ? "cover" : "edge");
    context.lineWidth = isSelected ? 4 : isOfPath || box.kind === "initial" ? 2.5 : 1;
    context.setLineDash(box.isCovered ? [6, 4] : []);
    if (box.kind === "note") {
      this.lines(box);
      return;
    }
    context.beginPath();
    context.roundRect(box.x, box.y, box.width, box.height, box.kind === "chain" ? 16 : 4);
    context.fill();
    context.stroke();
    context.setLineDash([]);
    if (box.kind === "target" || box.kind === "accepting") context.strokeRect(box.x + 4, box.y + 4, box.width - 8, box.height - 8);
    this.lines(box);
  }

  private lines(box: Box): void {
    const context = this.context;
    if (this.view.scale < 0.3) return;
    context.setLineDash([]);
    context.fillStyle = this.colour("ink");
    context.font = '12px ui-monospace, "DejaVu Sans Mono", monospace';
    const top = box.kind === "group" ? box.y + 12 : box.y + box.height / 2 - ((box.lines.length - 1) * 17) / 2;
    box.lines.forEach((text, i) => context.fillText(text, box.x + 8, top + i * 17, box.width - 12));
  }

  private edgeLabel(label: string, at: { x: number; y: number }): void {
    const context = this.context;
    context.font = '11px ui-monospace, "DejaVu Sans Mono", monospace';
    const width = context.measureText(label).width;
    context.fillStyle = this.colour("paper");
    context.fillRect(at.x - width / 2 - 2, at.y - 8, width + 4, 16);
    context.fillStyle = this.colour("ink");
    context.fillText(label, at.x - width / 2, at.y);
  }

  private arrow(line: Line): void {
    const end = line.points.at(-1);
    const before = line.points.at(-2);
    if (!end || !before) return;
    const angle = Math.atan2(end.y - before.y, end.x - before.x);
    const context = this.context;
    context.fillStyle = context.strokeStyle;
    context.beginPath();
    context.moveTo(end.x, end.y);
    const size = 7 + 2 * context.lineWidth;
    context.lineTo(end.x - size * Math.cos(angle - 0.4), end.y - size * Math.sin(angle - 0.4));
    context.lineTo(end.x - size * Math.cos(angle + 0.4), end.y - size * Math.sin(angle + 0.4));
    context.fill();
  }
}

/** Where the arrow keys lead: along an edge down or up, or to the next box beside. */
function neighbour(drawing: Drawing, from: number, key: string): number | null {
  const lines = drawing.lines.filter((line) => !line.covers && line.from !== line.to);
  if (key === "ArrowDown") return lines.find((line) => line.from === from)?.to ?? null;
  const parent = lines.find((line) => line.to === from)?.from ?? null;
  if (key === "ArrowUp") return parent;
  // Beside it, or in the order of their numbers, so that every box can be had.
  const siblings = parent === null ? [] : lines.filter((line) => line.from === parent).map((line) => line.to);
  const step = key === "ArrowRight" ? 1 : -1;
  const beside = siblings[siblings.indexOf(from) + step];
  if (beside !== undefined && drawing.lines.every((line) => line.edge < 0)) return beside;
  const all = drawing.boxes.filter((box) => box.kind !== "note").map((box) => box.id);
  return all[all.indexOf(from) + step] ?? null;
}

export function CanvasView({ drawing, overlay, marks, label, onSelect, onActivate }: Props) {
  const canvasRef = useRef<HTMLCanvasElement>(null);
  const view = useRef<View>({ x: 0, y: 0, scale: 1 });
  const pending = useRef(0);
  const boxes = useMemo(
    () => new SpatialIndex(drawing.boxes.map((box) => ({ left: box.x, top: box.y, right: box.x + box.width, bottom: box.y + box.height })), 200),
    [drawing],
  );
  const lines = useMemo(() => new SpatialIndex(drawing.lines.map((line) => extentOf(line.points)), 400), [drawing]);
  const byId = useMemo(() => new Map(drawing.boxes.filter((box) => box.kind !== "note").map((box) => [box.id, box])), [drawing]);
  const latest = useRef({ drawing, overlay, marks, boxes, lines, byId });
  latest.current = { drawing, overlay, marks, boxes, lines, byId };

  const paint = (): void => {
    pending.current = 0;
    const canvas = canvasRef.current;
    const context = canvas?.getContext("2d");
    if (!canvas || !context || canvas.clientWidth === 0) return;
    const now = latest.current;
    const { x, y, scale } = view.current;
    const extent = { left: x, top: y, right: x + canvas.clientWidth / scale, bottom: y + canvas.clientHeight / scale };
    const painter = new Painter(canvas, context, view.current, now.marks);
    painter.begin();
    const shown = now.boxes.within(extent).flatMap((number) => now.drawing.boxes[number] ?? []);
    const drawn = now.lines.within(extent).flatMap((number) => now.drawing.lines[number] ?? []);
    if (scale < farScale) {
      painter.outline(shown, drawn);
      return;
    }
    for (const box of shown) if (box.kind === "group") painter.box(box);
    for (const line of drawn) painter.line(line);
    for (const box of shown) if (box.kind !== "group") painter.box(box);
    for (const line of now.overlay ?? []) painter.line(line);
    for (const line of [...drawn, ...(now.overlay ?? [])]) painter.label(line);
  };
  const repaint = (): void => {
    if (pending.current === 0) pending.current = requestAnimationFrame(paint);
  };

  const fit = (): void => {
    const canvas = canvasRef.current;
    if (!canvas) return;
    const { width, height } = latest.current.drawing;
    const scale = Math.min(1.2, canvas.clientWidth / Math.max(1, width), canvas.clientHeight / Math.max(1, height));
    view.current = { scale, x: (width - canvas.clientWidth / scale) / 2, y: 0 };
    repaint();
  };
  const begin = (): void => {
    fit();
    const top = latest.current.drawing.boxes[0];
    const selected = latest.current.marks.selected;
    if (selected !== null) reveal(selected);
    else if (view.current.scale < leastFit && top) reveal(top.id);
  };
  const reveal = (id: number): void => {
    const canvas = canvasRef.current;
    const box = latest.current.byId.get(id);
    if (!canvas || !box) return;
    const v = view.current;
    if (v.scale < 0.5) v.scale = 0.8;
    const width = canvas.clientWidth / v.scale;
    const height = canvas.clientHeight / v.scale;
    const isIn = box.x >= v.x && box.x + box.width <= v.x + width && box.y >= v.y && box.y + box.height <= v.y + height;
    if (!isIn) {
      v.x = box.x + box.width / 2 - width / 2;
      v.y = box.y + box.height / 2 - height / 2;
    }
    repaint();
  };
  const zoom = (factor: number, atX: number, atY: number): void => {
    const v = view.current;
    const scale = Math.min(3, Math.max(0.002, v.scale * factor));
    v.x += atX / v.scale - atX / scale;
    v.y += atY / v.scale - atY / scale;
    v.scale = scale;
    repaint();
  };

  useEffect(() => {
    const canvas = canvasRef.current;
    if (!canvas) return undefined;
    let isFirst = true;
    const resize = new ResizeObserver(() => {
      const ratio = window.devicePixelRatio || 1;
      canvas.width = canvas.clientWidth * ratio;
      canvas.height = canvas.clientHeight * ratio;
      if (isFirst && canvas.clientWidth > 0) {
        isFirst = false;
        begin();
      }
      paint();
    });
    resize.observe(canvas);
    const theme = new MutationObserver(repaint);
    theme.observe(document.documentElement, { attributes: true });
    return () => {
      resize.disconnect();
      theme.disconnect();
      cancelAnimationFrame(pending.current);
    };
  }, []);
  useEffect(begin, [drawing]);
  useEffect(() => {
    if (marks.selected !== null) reveal(marks.selected);
    else repaint();
  }, [marks, overlay]);

  const boxAt = (event: MouseEvent): Box | null => {
    const v = view.current;
    const x = event.offsetX / v.scale + v.x;
    const y = event.offsetY / v.scale + v.y;
    const hits = boxes.within({ left: x, right: x, top: y, bottom: y }).flatMap((number) => drawing.boxes[number] ?? []);
    const inside = hits.filter((box) => y >= box.y && y <= box.y + box.height);
    return inside.find((box) => box.kind !== "group") ?? inside.at(-1) ?? null;
  };
  const drag = useRef<{ x: number; y: number; moved: boolean } | null>(null);
  const onKey = (event: KeyboardEvent): void => {
    const canvas = canvasRef.current;
    if (!canvas) return;
    const selected = marks.selected;
    if (event.key === "+" || event.key === "=") zoom(1.25, canvas.clientWidth / 2, canvas.clientHeight / 2);
    else if (event.key === "-") zoom(0.8, canvas.clientWidth / 2, canvas.clientHeight / 2);
    else if (event.key === "0") fit();
    else if (event.key === "Enter" && selected !== null) onActivate?.(selected);
    else if (event.key.startsWith("Arrow")) {
      const next = selected === null || !byId.has(selected) ? (drawing.boxes[0]?.id ?? null) : neighbour(drawing, selected, event.key);
      if (next !== null) onSelect(next);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <canvas
      ref={canvasRef}
      class="drawing"
      tabIndex={0}
      role="application"
      aria-label={`${label}: arrow keys follow edges, + and - zoom, 0 shows all`}
      onKeyDown={onKey}
      onWheel={(event) => {
        event.preventDefault();
        if (event.ctrlKey || event.metaKey || !event.shiftKey) zoom(Math.exp(-event.deltaY / 400), event.offsetX, event.offsetY);
        else {
          view.current.x += (event.deltaX || event.deltaY) / view.current.scale;
          repaint();
        }
      }}
      onPointerDown={(event) => {
        drag.current = { x: event.clientX, y: event.clientY, moved: false };
        canvasRef.current?.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        const from = drag.current;
        if (!from) return;
        const dx = event.clientX - from.x;
        const dy = event.clientY - from.y;
        if (!from.moved && Math.hypot(dx, dy) < 4) return;
        view.current.x -= dx / view.current.scale;
        view.current.y -= dy / view.current.scale;
        drag.current = { x: event.clientX, y: event.clientY, moved: true };
        repaint();
      }}
      onPointerUp={(event) => {
        const wasClick = drag.current && !drag.current.moved;
        drag.current = null;
        const box = wasClick ? boxAt(event) : null;
        if (box) onSelect(box.id);
      }}
      onDblClick={(event) => {
        const box = boxAt(event);
        if (box) onActivate?.(box.id);
      }}
    />
  );
}
