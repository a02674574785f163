// tests/unit/http/budgets.test.ts checks docs/operating.md#budgets and deploy/alerts.yaml against this file.

/** Limits of one kind of place that requests hold (places.ts), in requests. */
export interface PlaceLimits {
  /** Places for all visitors. */
  shared: number;
  /** Number of shared places, the last ones, that only visitors whose address and network hold none may take. */
  sharedReserve: number;
  /** Maximum of shared places per IPv4 address or IPv6 /56. */
  perAddress: number;
  /** Maximum of shared places per IPv6 /48. */
  perNetwork: number;
  /** Additional places for signed-in members, used when the shared places refuse them. */
  members: number;
  /** Number of members' places, the last ones, for members who hold none and whose address and network hold none. */
  membersReserve: number;
  /** Maximum of members' places per member. */
  perMember: number;
}

/** Minimum speed of a request body. */
export interface Pace {
  /** Time before the rate is checked, in ms. */
  graceMs: number;
  bytesPerSecond: number;
  /** Timeout for the whole body, in ms. */
  deadlineMs: number;
}

export const placeLimits = {
  /** Open requests except the health check, behind a proxy only; without one, connectionLimits applies. */
  open: {
    shared: 4_096,
    sharedReserve: 256,
    perAddress: 256,
    perNetwork: 512,
    members: 512,
    membersReserve: 64,
    perMember: 64,
  },
  /** Small bodies (64 kB at most) that the server is reading. */
  bodies: {
    shared: 256,
    sharedReserve: 64,
    perAddress: 32,
    perNetwork: 64,
    members: 64,
    membersReserve: 16,
    perMember: 4,
  },
  /** Forms with an attachment, from the request's head to the response. */
  uploads: {
    shared: 64,
    sharedReserve: 16,
    perAddress: 20,
    perNetwork: 24,
    members: 16,
    membersReserve: 4,
    perMember: 3,
  },
  /** Requests whose response is being rendered or sent. */
  work: {
    shared: 448,
    sharedReserve: 64,
    perAddress: 128,
    perNetwork: 192,
    members: 128,
    membersReserve: 32,
    perMember: 16,
  },
} satisfies Record<string, PlaceLimits>;

export type PlaceName = keyof typeof placeLimits;

const REQUEST_TIMEOUT_MS = 120_000;

export const paces = {
  bodies: { graceMs: 5_000, bytesPerSecond: 1_024, deadlineMs: 10_000 },
  uploads: { graceMs: 5_000, bytesPerSecond: 16_384, deadlineMs: REQUEST_TIMEOUT_MS },
} satisfies Record<string, Pace>;

/** Limits of connections (connection-table.ts); those per address and network apply without a proxy only. */
export const connectionLimits = {
  /** Each costs about 20 kB. A browser opens six; a proxy opens a few hundred for all its visitors. */
  all: 5_000,
  perAddress: 256,
  perNetwork: 512,
  /** Additional connections when all are in use. Only the health check is answered on them. */
  health: 16,
};
export type ConnectionLimits = typeof connectionLimits;

export const serverOptions = {
  /** Interval in ms at which Node checks for late heads and bodies: the two timeouts below fire at most this late. */
  connectionsCheckingInterval: 1_000,
  headersTimeout: 15_000,
  requestTimeout: REQUEST_TIMEOUT_MS,
  /** Longer than 60 s, the idle timeout of common load balancers. */
  keepAliveTimeout: 65_000,
  /** Node refuses requests without a Host header; the guard refuses requests with two. */
  requireHostHeader: true,
};

/** Idle write timeout: close the connection if the client reads nothing of a response for this long. */
export const STALLED_MS = 30_000;

/** A response releases its place for work if its write buffer has not drained for this long. */
export const UNREAD_MS = 1_000;

/** Maximum of pipelined requests that wait on one connection. Browsers and proxies do not pipeline. */
export const MOST_PIPELINED = 16;

/** The instance reports that it is not ready after it has refused guests for this long. */
export const NOT_READY_AFTER_MS = 5_000;
/** The instance is ready again after this time without a refused guest. */
export const READY_AFTER_MS = 3_000;

/** Value of Retry-After for a refused request, in seconds. */
export const RETRY_AFTER_SECONDS = 5;
