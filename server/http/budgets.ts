// tests/unit/http/budgets.test.ts checks docs/operating.md#budgets and deploy/alerts.yaml against this file.

/** Who holds a place: an IPv4 address or IPv6 /56, an IPv6 /48, or a member. */
export type HolderName = "address" | "network" | "member";

export interface PoolLimits {
  all: number;
  /** Number of places, the last ones, that only visitors who hold none may take. */
  reserve: number;
  /** Maximum per holder. */
  most: { [Name in HolderName]?: number };
}

/**
 * Limits of one kind of place that requests hold (places.ts), in requests: `shared` places for all visitors, additional
 * ones for signed-in members whom the shared places refuse.
 */
export type PlaceLimits = Record<"shared" | "members", PoolLimits>;

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
    shared: { all: 4_096, reserve: 256, most: { address: 256, network: 512 } },
    members: { all: 512, reserve: 64, most: { member: 64 } },
  },
  /** Small bodies (64 kB at most) that the server is reading. */
  bodies: {
    shared: { all: 256, reserve: 64, most: { address: 32, network: 64 } },
    members: { all: 64, reserve: 16, most: { member: 4 } },
  },
  /** Forms with an attachment, from the request's head to the response. */
  uploads: {
    shared: { all: 64, reserve: 16, most: { address: 20, network: 24 } },
    members: { all: 16, reserve: 4, most: { member: 3 } },
  },
  /** Requests whose response is being rendered or sent. */
  work: {
    shared: { all: 448, reserve: 64, most: { address: 128, network: 192 } },
    members: { all: 128, reserve: 32, most: { member: 16 } },
  },
} satisfies Record<string, PlaceLimits>;

export type PlaceName = keyof typeof placeLimits;

const REQUEST_TIMEOUT_MS = 120_000;

export const paces = {
  bodies: { graceMs: 5_000, bytesPerSecond: 1_024, deadlineMs: 10_000 },
  uploads: { graceMs: 5_000, bytesPerSecond: 16_384, deadlineMs: REQUEST_TIMEOUT_MS },
} satisfies Record<string, Pace>;

/** Forms with an attachment that are received or answered at the same time; each holds one file. */
export const MOST_UPLOADS = 64;

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
