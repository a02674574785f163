/** One recorded request, without tokens or secrets. */
export interface CallEntry {
  /** Sequence number since the start of the sandbox, from 1. */
  id: number;
  at: string;
  method: string;
  path: string;
  /** The query string, only for the two APIs, whose queries have no secrets. */
  query: string;
  status: number;
  ms: number;
  member?: string | undefined;
  requestId?: string | undefined;
  /** W3C trace context that the site sent; undefined while its traces are off. */
  traceparent?: string | undefined;
  /** Masked JSON of the body, or the text fields and file names of a form. Kept for the last 500 requests. */
  requestBody?: string | undefined;
  /** Masked JSON of the response, including changes by a content set or a rule without `mode`. */
  responseBody?: string | undefined;
  idempotencyKey?: string | undefined;
  /** The request was multipart, so only its field texts are kept. */
  isForm?: boolean | undefined;
}

const KEPT = 2000;
const KEPT_BODIES = 500;

/** Limit of counted calls: paths have ids, so a long run would add new ones without end. */
const MOST_COUNTS = 5_000;

function count(counts: Record<string, number>, { method, path }: CallEntry): void {
  const call = `${method} ${path}`;
  if (call in counts || Object.keys(counts).length < MOST_COUNTS) counts[call] = (counts[call] ?? 0) + 1;
}

/** Records calls (GET /__calls): the last 2000 entries, and counts of all calls since the last clear. */
export class CallLog {
  private entries: CallEntry[] = [];
  private lastId = 0;
  private counts: Record<string, number> = {};

  add(call: Omit<CallEntry, "id">): CallEntry {
    const entry = { id: ++this.lastId, ...call };
    this.entries.push(entry);
    if (this.entries.length > KEPT) this.entries.shift();
    const old = this.entries.at(-KEPT_BODIES - 1);
    delete old?.requestBody;
    delete old?.responseBody;
    count(this.counts, entry);
    return entry;
  }

  /** Returns a call by id; undefined when it is not among the last 2000. */
  one(id: number): CallEntry | undefined {
    return this.entries.find((entry) => entry.id === id);
  }

  /** Returns the last call with this X-Request-Id. */
  ofRequest(requestId: string | null): CallEntry | undefined {
    return this.entries.findLast((entry) => entry.requestId === requestId);
  }

  clear(): void {
    this.entries = [];
    this.counts = {};
  }

  read(member?: string) {
    if (member === undefined) return { counts: this.counts, calls: this.entries };
    const calls = this.entries.filter((entry) => entry.member === member);
    const counts: Record<string, number> = {};
    for (const call of calls) count(counts, call);
    return { counts, calls };
  }
}
