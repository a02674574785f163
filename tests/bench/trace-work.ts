/** Work of the browser in a Chromium trace, by kind. */

/** Event of Chromium's trace. Times in µs; `tdur` is the CPU time of the thread. */
export interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
  args?: {
    name?: string;
    elementCount?: number;
    beginData?: { dirtyObjects?: number; totalObjects?: number };
    data?: { type?: string };
  };
}

/** Kinds of work of the main thread. */
export const kinds = ["script", "style", "layout", "paint", "other"] as const;
type Kind = (typeof kinds)[number];

/** CPU time by kind in ms. Raster tasks run on other threads. */
export type Work = Record<Kind | "raster", number> & {
  /** Elements whose styles were computed. */
  elements: number;
  /** Objects that were laid out anew, and all objects of their documents. */
  dirty: number;
  objects: number;
};

/** Time after an input in which raster tasks count, in ms. */
export const AFTER_MS = 700;
/** One frame of a screen with 60 Hz, in µs. */
const FRAME_US = 16_700;
const INPUT = /^(pointerdown|pointerup|mousedown|mouseup|click|keydown|keyup|keypress|input|change)$/;
const PAINT =
  /^(PrePaint|Paint|Layerize|Commit|UpdateLayer|UpdateLayerTree|Decode.*|.*IntersectionObserver.*)$/;
const SCRIPT =
  /^(EventDispatch|FunctionCall|EvaluateScript|RunMicrotasks|FireAnimationFrame|TimerFire|V8\..*|v8\..*|MajorGC|MinorGC)$/;

function kindOf({ name }: TraceEvent): Kind {
  if (/^(UpdateLayoutTree|RecalculateStyles|ScheduleStyleRecalculation)$/.test(name)) return "style";
  if (name === "Layout") return "layout";
  if (PAINT.test(name)) return "paint";
  return SCRIPT.test(name) ? "script" : "other";
}

/** Returns the CPU time of the main thread in ms. */
export const totalOf = (work: Work): number => kinds.reduce((sum, kind) => sum + work[kind], 0);

/** The first time after `from` at which the thread has nothing to do for a frame, in µs; Infinity if it never waits. */
function idleAfter(own: TraceEvent[], from: number): number {
  let busyUntil = from;
  for (const { ts, dur = 0 } of own.filter((event) => event.ts >= from).sort((a, b) => a.ts - b.ts)) {
    if (ts - busyUntil > FRAME_US) return busyUntil;
    busyUntil = Math.max(busyUntil, ts + dur);
  }
  return Infinity;
}

/**
 * Returns the work of the costliest input of a trace, from its event to the end of the next commit, in ms of CPU
 * time. An input that changes nothing on the screen has no commit: its work ends where the thread waits for longer than
 * a frame, so that a response which comes later does not count.
 */
export function costliest(events: TraceEvent[]): Work {
  const mains = new Set(
    events
      .filter(({ ph, name, args }) => ph === "M" && name === "thread_name" && args?.name === "CrRendererMain")
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const all = events.filter(({ ph, dur }) => ph === "X" && dur !== undefined);
  const main = all.filter(({ pid, tid }) => mains.has(`${pid} ${tid}`));
  const inputs = main.filter(
    ({ name, args }) => name === "EventDispatch" && INPUT.test(args?.data?.type ?? ""),
  );
  const windows = inputs.map(({ pid, tid, ts }) => {
    const own = main.filter((event) => event.pid === pid && event.tid === tid);
    const commit = own
      .filter((event) => event.name === "Commit" && event.ts > ts)
      .sort((a, b) => a.ts - b.ts)[0];
    const end = Math.min(commit ? commit.ts + (commit.dur ?? 0) : ts, idleAfter(own, ts));
    return workIn(
      own,
      all.filter((event) => event.pid === pid && event.name === "RasterTask"),
      ts,
      end,
    );
  });
  const [most] = windows.sort((a, b) => totalOf(b) - totalOf(a));
  if (!most) throw new Error("The trace has no input.");
  return most;
}

/** Returns a thread's CPU time between two times by kind, without nested events, and the raster time of AFTER_MS. */
function workIn(own: TraceEvent[], raster: TraceEvent[], from: number, to: number): Work {
  const work: Work = {
    ...{ script: 0, style: 0, layout: 0, paint: 0, other: 0, raster: 0 },
    ...{ elements: 0, dirty: 0, objects: 0 },
  };
  const inside = own
    .filter(({ ts }) => ts >= from && ts < to)
    .sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  const open: TraceEvent[] = [];
  for (const event of inside) {
    while (open.length > 0 && (open.at(-1)?.ts ?? 0) + (open.at(-1)?.dur ?? 0) <= event.ts) open.pop();
    const parent = open.at(-1);
    const ms = (event.tdur ?? 0) / 1_000;
    if (parent) work[kindOf(parent)] -= ms;
    work[kindOf(event)] += ms;
    open.push(event);
    work.elements += event.args?.elementCount ?? 0;
    work.dirty += event.args?.beginData?.dirtyObjects ?? 0;
    work.objects += event.args?.beginData?.totalObjects ?? 0;
  }
  for (const { ts, tdur = 0 } of raster)
    if (ts >= from && ts < from + AFTER_MS * 1_000) work.raster += tdur / 1_000;
  return work;
}
