// Colours that everybody can tell apart, measured: contrast as WCAG 2 has it, colour blindness as Machado, Oliveira and Fernandes
// (2009) simulate it at full severity, distance as CIE 1976 has it.
import { expect, test } from "vitest";
import style from "../src/style.css?raw";

type Colour = [number, number, number]; // linear light, 0 to 1

function paletteOf(selector: string): Map<string, Colour> {
  const block = style.split(`${selector} {`)[1]?.split("}")[0] ?? "";
  const linear = (byte: number): number => (byte / 255 <= 0.04045 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4);
  return new Map(
    [...block.matchAll(/--([a-z-]+): #([0-9a-f]{6});/g)].map(([, name, hex]) => [
      name as string,
      [0, 2, 4].map((at) => linear(parseInt((hex as string).slice(at, at + 2), 16))) as Colour,
    ]),
  );
}

const luminance = ([r, g, b]: Colour): number => 0.2126 * r + 0.7152 * g + 0.0722 * b;

function contrast(a: Colour, b: Colour): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const eyes: Record<string, number[][]> = {
  usual: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};

const seenBy = (matrix: number[][], colour: Colour): Colour =>
  matrix.map((row) => Math.min(1, Math.max(0, row.reduce((sum, factor, i) => sum + factor * (colour[i] ?? 0), 0)))) as Colour;

function lab([r, g, b]: Colour): Colour {
  const f = (t: number): number => (t > 216 / 24389 ? Math.cbrt(t) : (t * 24389) / 27 / 116 + 16 / 116);
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const y = f(luminance([r, g, b]));
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const distance = (a: Colour, b: Colour): number => Math.hypot(...lab(a).map((value, i) => value - (lab(b)[i] ?? 0)));

const themes = { light: paletteOf(":root"), dark: paletteOf(':root[data-theme="dark"]') };
// What is written on what.
const texts = [
  ["ink", "paper"], ["ink", "box"], ["ink", "group"], ["ink", "path-paper"], ["ink", "selected-paper"], ["ink", "found"],
  ["quiet", "paper"], ["quiet", "box"], ["quiet", "found"], ["quiet", "selected-paper"], ["cover", "paper"], ["cover", "path-paper"], ["cover", "selected-paper"],
  ["good", "paper"], ["good", "path-paper"], ["good", "selected-paper"], ["bad", "paper"], ["bad", "selected-paper"], ["bad", "found"],
];
// Lines and frames on what they are drawn on.
const graphics = [["edge", "paper"], ["edge", "group"], ["path", "paper"], ["path", "group"], ["path", "path-paper"], ["cover", "paper"], ["cover", "group"], ["selected", "paper"], ["selected", "group"]];
// What means different things in one drawing, or on one page.
const pairs = [["path", "edge"], ["path", "selected"], ["path", "cover"], ["selected", "edge"], ["good", "bad"], ["found", "paper"], ["found", "box"], ["found", "selected-paper"]];

for (const [theme, palette] of Object.entries(themes)) {
  const colour = (name: string): Colour => {
    const found = palette.get(name);
    if (!found) throw new Error(`no colour ${name} in ${theme}`);
    return found;
  };
  test.each(texts)(`${theme}: %s can be read on %s`, (front, back) => {
    expect(contrast(colour(front as string), colour(back as string))).toBeGreaterThanOrEqual(4.5);
  });
  test.each(graphics)(`${theme}: %s can be seen on %s`, (front, back) => {
    expect(contrast(colour(front as string), colour(back as string))).toBeGreaterThanOrEqual(3);
  });
  for (const [name, matrix] of Object.entries(eyes))
    test.each(pairs)(`${theme}, ${name}: %s is not taken for %s`, (one, other) => {
      expect(distance(seenBy(matrix, colour(one as string)), seenBy(matrix, colour(other as string)))).toBeGreaterThanOrEqual(15);
    });
}
