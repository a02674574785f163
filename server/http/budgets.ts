// tests/unit/http/budgets.test.ts checks docs/limits.md and deploy/alerts.yaml against this file.

/**
 * Limits of Node's server. What connections may do beyond that (their number per visitor, the pace of bodies, readers
 * that stall) is the proxy's (deploy/nginx.conf, deploy/Caddyfile).
 */
export const serverOptions = {
  /** Interval in ms at which Node checks for late heads and bodies: the two timeouts below fire at most this late. */
  connectionsCheckingInterval: 1_000,
  headersTimeout: 15_000,
  requestTimeout: 120_000,
  /** Longer than 60 s, the idle timeout of common load balancers. */
  keepAliveTimeout: 65_000,
  /** Node refuses requests without a Host header; the guard refuses requests with two. */
  requireHostHeader: true,
};

/** Open connections, at most; Node closes further ones. Each costs about 20 kB. */
export const MOST_CONNECTIONS = 5_000;

/** A connection on which nothing is sent or received for this long is closed: a payment takes up to 75 s. */
export const IDLE_MS = 120_000;

/** Forms with an attachment that are received or processed at the same time; each holds one file. */
export const MOST_UPLOADS = 64;

/**
 * Requests are refused while the event loop is this late on average, in ms, in each of the last samples: of guests,
 * then of members too. One long task (a large response of the API) refuses nobody.
 */
export const lateLoop = { guestsMs: 700, membersMs: 2_000, sampleMs: 500, samples: 4 };

/** The instance reports that it is not ready after the event loop was late for this long. */
export const NOT_READY_AFTER_MS = 5_000;

/** Value of Retry-After for a refused request, in seconds. */
export const RETRY_AFTER_SECONDS = 5;
