/**
 * Runs the sandbox as a separate process: `npm run sandbox`, or started by the site's commands (server/cli). Reads
 * SANDBOX_PORT (4000), DATA_DIR (.data) and LOG_LEVEL (info). `--site=http://…` sets the origin of links in mails
 * (http://localhost:3000); `--contract` checks every call against contract/openapi.yaml and keeps the differences
 * for the tests (contract.ts). Listens on 127.0.0.1 and ::1, or only on SANDBOX_HOST if it is set, as in a container
 * (deploy/compose.demo.yaml). Accepts the local host names and those of SANDBOX_ALLOWED_HOSTS.
 */
import { once } from "node:events";
import { createServer, type Server, type IncomingMessage } from "node:http";
import { getRequestListener } from "@hono/node-server";
import pino from "pino";
import { createSandbox } from "./sandbox";

const log = pino({ name: "sandbox", level: process.env.LOG_LEVEL ?? "info" });

function fail(problem: string): never {
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}

const port = Number(process.env.SANDBOX_PORT || 4000);
if (!Number.isInteger(port) || port <= 0 || port > 65_535)
  fail(`SANDBOX_PORT is ${JSON.stringify(process.env.SANDBOX_PORT)}, but must be a port from 1 to 65535`);
const origin = `http://localhost:${port}`;
const siteOrigin = process.argv.find((argument) => argument.startsWith("--site="))?.slice("--site=".length);

const sandbox = await createSandbox({
  dataDir: process.env.DATA_DIR || ".data",
  origin,
  checksContract: process.argv.includes("--contract"),
  ...(siteOrigin && { settings: { siteOrigin: new URL(siteOrigin).origin } }),
  log: ({ method, path, status, ms, member, requestId }) =>
    log.info({ member, requestId, ms }, `${method} ${path} ${status}`),
  onError: (error) => log.error({ err: error }, "the sandbox failed"),
});

const listener = getRequestListener((request, bindings) =>
  sandbox.fetch(request, "incoming" in bindings ? { incoming: bindings.incoming } : {}),
);

const allowed = (process.env.SANDBOX_ALLOWED_HOSTS ?? "").split(",").map((name) => name.trim().toLowerCase());
const knownHosts = new Set(["localhost", "127.0.0.1", "[::1]", ...allowed.filter(Boolean)]);

/**
 * Checks the Host header, so that a foreign page cannot read the mailbox by DNS rebinding. Ignores the port, because a
 * container publishes the sandbox on another one.
 */
function isKnownHost({ headersDistinct: { host = [] } }: IncomingMessage): boolean {
  const [only, another] = host;
  const name = /^(\[[\da-f:]+\]|[\w.-]+)(?::\d{1,5})?$/i.exec(only ?? "")?.[1];
  return name !== undefined && another === undefined && knownHosts.has(name.toLowerCase());
}

const host = process.env.SANDBOX_HOST || undefined;

/** Listens on one address. Resolves to no server for ::1 without IPv6. */
function listen(address: string): Promise<Server[]> {
  const server = createServer((request, response) => {
    if (isKnownHost(request)) return void listener(request, response);
    const headers = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" };
    response
      .writeHead(421, headers)
      .end("Unknown Host. SANDBOX_ALLOWED_HOSTS lists the host names to accept besides the local ones.\n");
  });
  return once(server.listen(port, address), "listening").then(
    () => [server],
    ({ code = "", message }: NodeJS.ErrnoException) => {
      const isMissing = /^(EADDRNOTAVAIL|EAFNOSUPPORT|ENOTFOUND)$/.test(code);
      if (isMissing && host === undefined && address === "::1") return [];
      const reason = code === "EADDRINUSE" ? "another program listens there" : message;
      const variable =
        isMissing && host ? `SANDBOX_HOST is ${JSON.stringify(host)}` : `SANDBOX_PORT is ${port}`;
      return fail(`${variable}, but ${reason}`);
    },
  );
}

// Without SANDBOX_HOST both loopback addresses, because browsers resolve "localhost" to either.
const servers = (await Promise.all((host ? [host] : ["127.0.0.1", "::1"]).map(listen))).flat();
console.log(`Sandbox ready: ${origin} (mail at ${origin}/mailbox)`);

let stopping = false;
async function stop() {
  if (stopping) return;
  stopping = true;
  // Responses that a fault rule (faults of the desk and tests) stalls would block the shutdown.
  const deadline = setTimeout(() => servers.forEach((server) => server.closeAllConnections()), 2000);
  // A connection with a request in progress becomes idle after its response, so close idle connections repeatedly.
  const closeIdle = setInterval(() => servers.forEach((server) => server.closeIdleConnections()), 20);
  await Promise.all(servers.map((server) => once(server.close(), "close")));
  clearTimeout(deadline);
  clearInterval(closeIdle);
  await sandbox.close();
}
process.on("SIGTERM", () => void stop());
process.on("SIGINT", () => void stop());
