/**
 * Every limit of the HTTP front that concerns connections, waiting and work. docs/operating.md#budgets and
 * deploy/alerts.yaml are checked against this file by tests/unit/http/budgets.test.ts.
 */

/** Limits of one kind of place that requests hold (places.ts). Numbers of requests. */
export interface PlaceLimits {
  /** Places for everybody. */
  shared: number;
  /** The last of the shared places: only for visitors whose address and network hold none. */
  sharedReserve: number;
  /** Most shared places of one IPv4 address or IPv6 /56. */
  perAddress: number;
  /** Most shared places of one IPv6 /48. */
  perNetwork: number;
  /** Further places, for signed-in members whom the shared ones refuse. */
  members: number;
  /** The last of the members' places: only for members who hold none and whose address and network hold none. */
  membersReserve: number;
  /** Most of the members' places that one member holds. */
  perMember: number;
}

/** Slowest sender that is waited for. */
export interface Pace {
  /** The rate is not looked at before, in ms. */
  graceMs: number;
  /** Least average rate after that. */
  bytesPerSecond: number;
  /** Longest wait for the whole body. */
  deadlineMs: number;
}

export const placeLimits = {
  /** Requests that are open, of every kind but the health check. Only behind a proxy; without one, see connectionLimits. */
  open: {
    shared: 4_096,
    sharedReserve: 256,
    perAddress: 256,
    perNetwork: 512,
    members: 512,
    membersReserve: 64,
    perMember: 64,
  },
  /** Small bodies (64 kB at most) that are being read. */
  bodies: {
    shared: 256,
    sharedReserve: 64,
    perAddress: 32,
    perNetwork: 64,
    members: 64,
    membersReserve: 16,
    perMember: 4,
  },
  /** Forms with an attachment, from their head to their response. */
  uploads: {
    shared: 64,
    sharedReserve: 16,
    perAddress: 20,
    perNetwork: 24,
    members: 16,
    membersReserve: 4,
    perMember: 3,
  },
  /** Requests whose response is being made. */
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

/** Limits of connections (connection-table.ts). */
export const connectionLimits = {
  /** Each costs some 20 kB; browsers open six, a proxy some hundreds for all its visitors. */
  all: 5_000,
  /** Most of one IPv4 address or IPv6 /56 when no proxy stands in front. */
  perAddress: 256,
  /** Most of one IPv6 /48 when no proxy stands in front. */
  perNetwork: 512,
  /** Further connections when all are in use, on which only the health check is answered. */
  health: 16,
};
export type ConnectionLimits = typeof connectionLimits;

/** Options of Node's http.Server. */
export const serverOptions = {
  /** How often Node looks for a head or a body that is late: this is how late the two timeouts below may fire. */
  connectionsCheckingInterval: 1_000,
  headersTimeout: 15_000,
  requestTimeout: REQUEST_TIMEOUT_MS,
  /** Longer than the 60 s after which common load balancers close an idle connection. */
  keepAliveTimeout: 65_000,
  /** A request with two Host headers is refused by the guard; one without any, by Node. */
  requireHostHeader: true,
};

/** Idle write timeout: a connection is closed if its client reads nothing of a response for so long. */
export const STALLED_MS = 30_000;

/** A response that its client has not read for so long gives its place for work back. */
export const UNREAD_MS = 1_000;

/** Requests that a connection may send ahead while one is answered. Browsers and proxies send none. */
export const MOST_PIPELINED = 16;

/** Guests are refused for so long on end before the instance says that it is not ready. */
export const NOT_READY_AFTER_MS = 5_000;
/** Without a refused guest for so long, the instance is ready again. */
export const READY_AFTER_MS = 3_000;

/** Seconds after which a visitor whose request was refused may send it again. */
export const RETRY_AFTER_SECONDS = 5;
