/** One answered request; no token, and no secret in its bodies. */
export interface CallEntry {
  /** Counts from 1 since the start of the sandbox. */
  id: number;
  at: string;
  method: string;
  path: string;
  /** The query, for the two APIs only, whose queries hold no secrets. */
  query: string;
  status: number;
  ms: number;
  member?: string;
  requestId?: string;
  /** JSON text as `maskedBody` has it; a form's fields, a file by its name. Of the last 500 calls of the two APIs. */
  requestBody?: string;
  /** As it was sent, with what a rule or a content set changed. */
  responseBody?: string;
  idempotencyKey?: string;
  /** The request was a form with files, of which only the fields' texts are kept. */
  isForm?: boolean;
}

const KEPT = 2000;
const KEPT_BODIES = 500;

/** What was called (GET /__calls): the last 2000 entries, and counts of everything since the last clearing. */
export class CallLog {
  private entries: CallEntry[] = [];
  private lastId = 0;
  private counts = new Map<string, number>();

  /** @returns the entry with its id */
  add(call: Omit<CallEntry, "id">): CallEntry {
    const entry = { id: ++this.lastId, ...call };
    this.entries.push(entry);
    if (this.entries.length > KEPT) this.entries.shift();
    const old = this.entries.at(-KEPT_BODIES - 1);
    delete old?.requestBody;
    delete old?.responseBody;
    const key = `${entry.method} ${entry.path}`;
    // Paths with ids are many; past some thousands the log is a test's mistake, not something to keep.
    if (this.counts.size < 5000 || this.counts.has(key)) {
      this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
    }
    return entry;
  }

  /** One call, while it is among the last ones. */
  one(id: number): CallEntry | undefined {
    return this.entries.find((entry) => entry.id === id);
  }

  /** The call with this X-Request-Id. */
  ofRequest(requestId: string | null): CallEntry | undefined {
    return this.entries.findLast((entry) => entry.requestId === requestId);
  }

  clear(): void {
    this.entries = [];
    this.counts.clear();
  }

  /** Of one member, or of all. */
  read(member?: string) {
    if (member === undefined) return { counts: Object.fromEntries(this.counts), calls: this.entries };
    const calls = this.entries.filter((entry) => entry.member === member);
    const counts: Record<string, number> = {};
    for (const { method, path } of calls) {
      counts[`${method} ${path}`] = (counts[`${method} ${path}`] ?? 0) + 1;
    }
    return { counts, calls };
  }
}
