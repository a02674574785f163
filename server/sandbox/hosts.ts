import type { IncomingMessage } from "node:http";

const OWN_HOSTS = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Returns a check of the Host header, so that a foreign page cannot read the mailbox by DNS rebinding. Ignores the
 * port, because a container publishes the sandbox on another one.
 *
 * @param allowed further host names, separated by commas (SANDBOX_ALLOWED_HOSTS)
 */
export function hostCheck(allowed = ""): (request: Pick<IncomingMessage, "headersDistinct">) => boolean {
  const names = allowed.split(",").map((name) => name.trim().toLowerCase());
  const known = new Set([...OWN_HOSTS, ...names.filter(Boolean)]);
  return ({ headersDistinct: { host = [] } }) => {
    const [only, another] = host;
    const name = /^(\[[\da-f:]+\]|[\w.-]+)(?::\d{1,5})?$/i.exec(only ?? "")?.[1];
    return name !== undefined && another === undefined && known.has(name.toLowerCase());
  };
}
