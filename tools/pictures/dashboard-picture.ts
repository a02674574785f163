/** Draws a Grafana dashboard from answers of Prometheus (SVG): one chart for each panel, at its place in the grid. */

export interface Panel {
  type: string;
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  fieldConfig?: { defaults?: { unit?: string } };
  targets?: { expr: string; legendFormat?: string }[];
}

/** One line of a chart. */
export interface Series {
  name: string;
  /** Time in seconds, and the value. */
  points: [at: number, value: number][];
}

const COLUMN = 50;
const UNIT = 25;
const PAD = 10;
const ROW_LABELS = 14;
const LEFT = 56;
const palette = ["#3d6fb4", "#c2703d", "#4d8a5e", "#7a4fa3", "#a8323e", "#8a7a1f", "#2b8a94", "#6b6558"];

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

const withPrefix = (value: number, units: [factor: number, name: string][]) => {
  const [factor, name] = units.find(([one]) => value >= one) ?? units.at(-1) ?? [1, ""];
  return `${Number((value / factor).toPrecision(2))} ${name}`.trim();
};

/** Formats a value in the unit of its panel (Grafana's names of units). */
function formatted(value: number, unit: string | undefined): string {
  if (value === 0) return "0";
  if (unit === "bytes")
    return withPrefix(value, [
      [1e9, "GB"],
      [1e6, "MB"],
      [1e3, "kB"],
    ]);
  if (unit === "s")
    return withPrefix(value, [
      [1, "s"],
      [1e-3, "ms"],
    ]);
  if (unit === "percentunit") return `${Number((value * 100).toPrecision(2))} %`;
  return `${Number(value.toPrecision(2))}${unit === "reqps" ? " /s" : ""}`;
}

/** Returns the top of the axis: 1, 2 or 5 times a power of ten, at least the highest value. */
function topOf(highest: number): number {
  const power = 10 ** Math.floor(Math.log10(highest || 1));
  return [1, 2, 5, 10].map((factor) => factor * power).find((top) => top >= highest) ?? highest;
}

function chart(panel: Panel, series: Series[], [from, to]: [number, number], offset: number): string[] {
  const { x, y, w, h } = panel.gridPos;
  const [left, top, width, height] = [x * COLUMN + 4, y * UNIT + offset + 4, w * COLUMN - 8, h * UNIT - 8];
  const perRow = width > 400 ? 4 : 2;
  const rows = Math.ceil(series.length / perRow);
  const [x0, x1, y0, y1] = [left + LEFT, left + width - PAD, top + 34, top + height - 22 - rows * ROW_LABELS];
  const highest = topOf(Math.max(0, ...series.flatMap(({ points }) => points.map(([, value]) => value))));
  const px = (at: number) => (x0 + ((at - from) / (to - from)) * (x1 - x0)).toFixed(1);
  const py = (value: number) => (y1 - (value / highest) * (y1 - y0)).toFixed(1);
  const unit = panel.fieldConfig?.defaults?.unit;
  const clip = (text: string, length: number) =>
    text.length > length ? `${text.slice(0, length - 1)}…` : text;
  return [
    `<rect x="${left}" y="${top}" width="${width}" height="${height}" rx="4" fill="#fff" stroke="#e2ddd2"/>`,
    `<text x="${left + PAD}" y="${top + 19}" font-weight="600">${escaped(panel.title)}</text>`,
    ...[0, 0.5, 1].map(
      (part) =>
        `<line x1="${x0}" x2="${x1}" y1="${py(highest * part)}" y2="${py(highest * part)}" stroke="#ece8de"/>` +
        `<text x="${x0 - 6}" y="${Number(py(highest * part)) + 4}" text-anchor="end" fill="#6b6558">${formatted(highest * part, unit)}</text>`,
    ),
    ...[0, 0.5, 1].map(
      (part) =>
        `<text x="${px(from + (to - from) * part)}" y="${y1 + 14}" text-anchor="${part === 0 ? "start" : part === 1 ? "end" : "middle"}" fill="#6b6558">${Math.round((to - from) * part)} s</text>`,
    ),
    ...series.flatMap(({ name, points }, n) => {
      const colour = palette[n % palette.length];
      const line = points.map(([at, value]) => `${px(at)},${py(value)}`).join(" ");
      const labelLeft = left + PAD + ((n % perRow) * (width - 2 * PAD)) / perRow;
      const labelTop = y1 + 30 + Math.floor(n / perRow) * ROW_LABELS;
      const room = Math.floor((width - 2 * PAD) / perRow / 6.4) - 3;
      return [
        `<polyline points="${line}" fill="none" stroke="${colour}" stroke-width="1.6"/>`,
        `<rect x="${labelLeft}" y="${labelTop - 8}" width="10" height="4" fill="${colour}"/>`,
        `<text x="${labelLeft + 14}" y="${labelTop}" fill="#4a453a">${escaped(clip(name, room))}</text>`,
      ];
    }),
  ];
}

/**
 * Draws the panels.
 *
 * @param answers the series of each panel, without those of type `row`
 * @param span first and last second
 * @returns the text of an SVG file
 */
export function dashboardPicture(
  title: string,
  panels: readonly Panel[],
  answers: ReadonlyMap<Panel, Series[]>,
  span: [number, number],
): string {
  const head = 44;
  const bottom = Math.max(...panels.map(({ gridPos }) => gridPos.y + gridPos.h));
  const [width, height] = [24 * COLUMN, bottom * UNIT + head + 8];
  const parts = panels.flatMap((panel) =>
    panel.type === "row"
      ? [
          `<text x="6" y="${panel.gridPos.y * UNIT + head + 18}" font-size="13" font-weight="600">${escaped(panel.title)}</text>`,
        ]
      : chart(panel, answers.get(panel) ?? [], span, head),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="11" fill="#2b2820" role="img" aria-label="${escaped(title)}">
<rect width="${width}" height="${height}" fill="#f6f3ec"/>
<text x="6" y="28" font-size="17" font-weight="600">${escaped(title)}</text>
${parts.join("\n")}
</svg>
`;
}
