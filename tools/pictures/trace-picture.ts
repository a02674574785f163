/** Draws a trace as a waterfall (SVG): one row for each span, indented below its parent. */
import type { ReceivedSpan } from "../../tests/kit/programs/trace-receiver";

const WIDTH = 1_000;
const LABELS = 400;
const ROW = 26;
const HEAD = 74;

const colours = { server: "#7a4fa3", internal: "#3d6fb4", client: "#c2703d", store: "#4d8a5e" };
/** Key with its place from the left. */
const legend: [keyof typeof colours, string, number][] = [
  ["server", "request", 400],
  ["internal", "loader, action, render", 490],
  ["client", "API call", 660],
  ["store", "store", 750],
];

const colourOf = ({ kind, name }: ReceivedSpan) => colours[name.startsWith("store ") ? "store" : kind];
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const ms = (value: number) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;

/** Returns the spans in the order of the rows, each with its depth. */
function rowsOf(spans: readonly ReceivedSpan[]): { span: ReceivedSpan; depth: number }[] {
  const ids = new Set(spans.map(({ spanId }) => spanId));
  const below = (parent: string | undefined, depth: number): { span: ReceivedSpan; depth: number }[] =>
    spans
      .filter(({ parentSpanId }) =>
        parent === undefined ? !ids.has(parentSpanId ?? "") : parentSpanId === parent,
      )
      .sort((a, b) => a.start - b.start)
      .flatMap((span) => [{ span, depth }, ...below(span.spanId, depth + 1)]);
  return below(undefined, 0);
}

/** Returns a step of the axis for which at most eight marks fit: 1, 2 or 5 times a power of ten, in ms. */
function stepOf(total: number): number {
  const power = 10 ** Math.floor(Math.log10(total / 8));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => total / step <= 8) ?? total;
}

/**
 * Draws the spans of one trace.
 *
 * @returns the text of an SVG file
 */
export function tracePicture(spans: readonly ReceivedSpan[]): string {
  const rows = rowsOf(spans);
  const start = Math.min(...spans.map((span) => span.start));
  const total = Math.max(...spans.map((span) => span.end)) - start;
  const x = (at: number) => LABELS + ((at - start) / total) * (WIDTH - LABELS - 80);
  const height = HEAD + rows.length * ROW + 14;
  const step = stepOf(total);
  const marks = Array.from({ length: Math.floor(total / step) + 1 }, (_, n) => n * step);
  const parts = [
    `<rect width="${WIDTH}" height="${height}" fill="#fbfaf7"/>`,
    `<text x="16" y="24" font-size="15" font-weight="600">${escaped(rows[0]?.span.name ?? "")}</text>`,
    ...legend.map(
      ([kind, name, left]) =>
        `<rect x="${left}" y="13" width="12" height="12" rx="2" fill="${colours[kind]}"/>` +
        `<text x="${left + 18}" y="24">${name}</text>`,
    ),
    ...marks.map(
      (mark) =>
        `<line x1="${x(start + mark).toFixed(1)}" x2="${x(start + mark).toFixed(1)}" y1="58" y2="${height - 8}" stroke="#ddd8cc"/>` +
        `<text x="${x(start + mark).toFixed(1)}" y="52" text-anchor="middle" fill="#6b6558">${mark} ms</text>`,
    ),
    ...rows.flatMap(({ span, depth }, n) => {
      const y = HEAD + n * ROW;
      const width = Math.max(2, x(span.end) - x(span.start));
      const record = span.attributes["soria.record"];
      const label = span.name.replace("routes/", "") + (record === undefined ? "" : ` (${record})`);
      return [
        `<text x="${16 + depth * 14}" y="${y + 13}">${escaped(label)}</text>`,
        `<rect x="${x(span.start).toFixed(1)}" y="${y + 2}" width="${width.toFixed(1)}" height="14" rx="2" fill="${colourOf(span)}"/>`,
        `<text x="${(x(span.start) + width + 6).toFixed(1)}" y="${y + 13}" fill="#6b6558">${ms(span.end - span.start)}</text>`,
      ];
    }),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="12" fill="#2b2820" role="img" aria-label="Trace of a purchase: ${rows.length} spans in ${ms(total)}">\n${parts.join("\n")}\n</svg>\n`;
}
