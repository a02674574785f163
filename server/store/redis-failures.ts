import { reasonOf } from "./store";

/** A server that answers, and is of no use to us: a replica, a cluster, or one that does not know the primary. */
export class UnfitRedis extends Error {
  override name = "UnfitRedis";
}

/**
 * Whether an answer says that this connection leads to a server that is not, or not yet, the one that may write: after
 * a failover the old primary goes on answering as a replica. It has to be looked for anew then.
 */
export function hasLostPrimary(error: unknown): boolean {
  return error instanceof Error && /\b(READONLY|LOADING|MASTERDOWN|NOAUTH|CLUSTERDOWN)\b/.test(error.message);
}

/** Codes of a certificate that is not trusted: OpenSSL's names, and the one for another host's. */
const certificateCodes =
  /CERT_|_CERT|UNABLE_TO_(?:GET|VERIFY)|SELF_SIGNED|ERR_TLS_CERT_ALTNAME_INVALID|CERTIFICATE/;

/**
 * Why a connection cannot be made, in words that say which part of SESSION_STORE_URL to look at. Says nothing secret.
 *
 * @param tls whether TLS was spoken
 * @param place host and port that were tried
 */
export function connectFailure(error: unknown, tls: boolean, place: string): string {
  const reason = reasonOf(error);
  if (error instanceof UnfitRedis) return `${place}: ${error.message}`;
  if (/WRONGPASS|NOAUTH|invalid password|without any password configured/i.test(reason)) {
    return `${place} refuses the user or password of SESSION_STORE_URL (${reason})`;
  }
  if (/NOPERM/.test(reason)) return `${place} does not let this user do what is needed (${reason})`;
  if (/ENOTFOUND|EAI_AGAIN/.test(reason)) return `the host of ${place} is unknown (${reason})`;
  if (/ECONNREFUSED/.test(reason)) return `nobody listens at ${place} (${reason})`;
  if (tls && certificateCodes.test(reason)) return `the certificate of ${place} is not trusted (${reason})`;
  // A Redis without TLS waits for the rest of what it takes for a command.
  if (tls && /SSL|EPROTO|ECONNRESET|disconnected|Socket closed|timeout|did not answer/i.test(reason)) {
    return `${place} does not speak TLS, or does not answer; SESSION_STORE_URL says rediss (${reason})`;
  }
  if (!tls && /ECONNRESET|EPIPE|Socket closed|Protocol error|Unexpected/i.test(reason)) {
    return `${place} ends the connection; it may want TLS (rediss) (${reason})`;
  }
  return `${place}: ${reason}`;
}
