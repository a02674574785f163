import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { levels } from "pino";

const ansiColours: Record<string, number> = { warn: 33, error: 31, fatal: 31 };

interface LogLine {
  level: number;
  time: string | number;
  msg?: string;
  err?: { stack?: string; [field: string]: unknown };
  [field: string]: unknown;
}

function parsed(line: string): LogLine | undefined {
  try {
    const entry = JSON.parse(line) as LogLine | null;
    return entry && levels.labels[entry.level] ? entry : undefined;
  } catch {
    return undefined;
  }
}

const shown = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

/** Formats a JSON line of the log for a terminal. A line that is not of the log stays unchanged. */
export function readableLine(line: string, isColoured = false): string {
  const entry = parsed(line);
  if (!entry) return line;
  const { level, time, msg = "", err, pid: _, hostname: __, ...fields } = entry;
  let text = msg;
  let rest: Record<string, unknown> = fields;
  if (msg === "request") {
    const { method, path, status, ms, apiCalls, apiMs, ...others } = fields;
    const api = apiCalls === undefined ? "" : ` (API calls: ${shown(apiCalls)}, ${shown(apiMs)} ms)`;
    text = `${shown(method)} ${shown(path)} ${shown(status)} ${shown(ms)} ms${api}`;
    rest = others;
  }
  const { stack, ...facts } = err ?? {};
  // The stack begins with the type and the message.
  const all = stack === undefined ? { ...rest, ...facts } : rest;
  const pairs = Object.entries(all).map(([name, value]) => ` ${name}=${shown(value)}`);
  const label = levels.labels[level] ?? "";
  const name = label.padEnd(5);
  const colour = isColoured ? ansiColours[label] : undefined;
  const at = new Date(time).toTimeString().slice(0, 8);
  const head = `${at} ${colour === undefined ? name : `\u001b[${colour}m${name}\u001b[0m`}`;
  return `${head} ${text}${pairs.join("")}${stack === undefined ? "" : `\n${stack}`}`;
}

export function showReadable(output: Readable): void {
  const lines = createInterface({ input: output, crlfDelay: Infinity });
  lines.on("line", (line) => void process.stdout.write(`${readableLine(line, process.stdout.isTTY)}\n`));
}
