import { reasonOf } from "./store";

/** A server that responds but cannot be used: a replica, a cluster, or a sentinel that does not know the primary. */
export class UnfitRedis extends Error {
  override name = "UnfitRedis";
}

/**
 * Returns whether an error means that the connected server is not the writable primary (any more). After a failover
 * the old primary still responds, as a replica, so the primary must be looked up again.
 */
export function hasLostPrimary(error: unknown): boolean {
  return error instanceof Error && /\b(READONLY|LOADING|MASTERDOWN|NOAUTH|CLUSTERDOWN)\b/.test(error.message);
}

/** Codes for an untrusted certificate: OpenSSL's names, and Node's for another host's certificate. */
const certificateCodes =
  /CERT_|_CERT|UNABLE_TO_(?:GET|VERIFY)|SELF_SIGNED|ERR_TLS_CERT_ALTNAME_INVALID|CERTIFICATE/;

/**
 * Returns why a connection failed, and which part of SESSION_STORE_URL to check. Contains no secret.
 *
 * @param tls whether the connection used TLS
 * @param place host and port
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
  // A Redis without TLS takes the handshake for an incomplete command and waits.
  if (tls && /SSL|EPROTO|ECONNRESET|disconnected|Socket closed|timeout|did not answer/i.test(reason)) {
    return `${place} does not speak TLS, or does not answer; SESSION_STORE_URL says rediss (${reason})`;
  }
  if (!tls && /ECONNRESET|EPIPE|Socket closed|Protocol error|Unexpected/i.test(reason)) {
    return `${place} ends the connection; it may want TLS (rediss) (${reason})`;
  }
  return `${place}: ${reason}`;
}
