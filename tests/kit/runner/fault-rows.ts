/** Rows of the fault table, in print order: each fault, and what visitors may notice of it; some run by name only. */
export const faultRows = {
  down: {
    fault: "API down, refuses",
    expected: "503, the no-response text; news and FAQ from the stale cache with a note",
  },
  stalls: {
    fault: "API stalls, in mid-body too, or sends 1 byte a second",
    expected: "504, the same text; no call is made twice for a visitor who waits",
  },
  nonsense: {
    fault: "API 500, 502, 503; truncated JSON, HTML, wrong shape, null, 50 MB, redirect",
    expected: "502, the unexpected-error text where it was needed; no half page, no token elsewhere",
  },
  refusals: { fault: "API 401, 403, 404, 400", expected: "the catalogue's rules" },
  redis: {
    fault: "Redis stopped, hung, restarted in mid-session",
    expected: "503, no cookie changed; works again after its return",
  },
  sigterm: {
    fault: "SIGTERM under load",
    expected: "no request in flight fails; it ends, also with a hung one",
  },
  kill: { fault: "kill -9 at any moment", expected: "sessions, payments and sandbox data whole" },
  restart: {
    fault: "A process of npm start ends unexpectedly",
    expected: "npm start says which, ends the others, and exits with 1",
  },
  signOut: {
    fault: "Sign-out racing a refresh, or while the API is down",
    expected: "the session stays dead",
  },
  disk: {
    fault: "Disk full for the embedded store",
    expected: "503 and one log line; works when there is room again",
  },
  tokens: {
    fault: "Clock jumps, token without exp, token that is no JWT",
    expected: "removed, signed out with the message, no loop",
  },
  strangers: {
    fault: "Files that go, aborted downloads and uploads, drafts without a cookie, odd targets and reports",
    expected: "no process ends, no file stays open, records and disk stay bounded, no error in the log",
  },
  soak: {
    isByName: true,
    fault: "Soak: mixed traffic",
    expected: "no error; no more than 3 % more objects after the warm-up, no file or connection left open",
  },
  month: {
    isByName: true,
    fault: "A month of the clock: restarts, new secrets, full disks, Redis restarted",
    expected:
      "sessions, drafts, files, ledgers and kept reads end when they say; nothing grows past its budget",
  },
  machines: {
    fault: "Two processes behind a round-robin, one killed",
    expected: "whole journeys, nothing noticed, nothing lost",
  },
  memory: {
    fault: "Large uploads, long downloads",
    expected: "streamed: what is refused is not taken, and nothing stays open",
  },
  load: {
    fault: "Floods of pages, forms of many fields, long fields",
    expected: "each is answered, 503 with Retry-After while the site is overloaded; /healthz answers 200",
  },
  isolation: {
    fault: "Odd cookies, headers and languages of another visitor",
    expected: "what a guest gets is the same, byte for byte, but for ids and nonces",
  },
  metrics: {
    fault: "Metrics and log lines",
    expected: "requests, API calls, refreshes, sessions, event loop; one line a request, ids that match",
  },
  traces: {
    fault: "A trace collector that is there, hangs, or is not there",
    expected:
      "one trace from the request to the API, nothing private in it; no request waits for the collector",
  },
} as const;

export type FaultRow = keyof typeof faultRows;

declare module "vitest" {
  interface TaskMeta {
    /** Row of the fault table that a test of tests/faults belongs to. */
    faultRow?: FaultRow;
    /** Measurements of the test. */
    figures?: string[];
    /** Times in ms by name. The table shows the longest of each and their number. */
    times?: Record<string, number[]>;
  }
}
