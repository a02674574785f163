/**
 * The sandbox as a process of its own: `npm run sandbox`, or beside the site. Reads SANDBOX_PORT (4000), DATA_DIR
 * (.data) and LOG_LEVEL (info); `--site=http://…` (http://localhost:3000 without it) says where the links
 * of its mails lead; `--contract` holds every call against docs/contract/calls.json. It listens on loopback; only a container, whose port is published on loopback again
 * (compose.demo.yaml), sets SANDBOX_HOST to another address. It answers the Hosts of this machine, and those of
 * SANDBOX_ALLOWED_HOSTS.
 */
import { createServer, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import pino from "pino";
import { hostCheck } from "./hosts";
import { createSandbox } from "./sandbox";

const log = pino({ name: "sandbox", level: process.env.LOG_LEVEL ?? "info" });

function portFrom(text: string | undefined): number {
  const port = Number(text ?? 4000);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  process.stderr.write(`SANDBOX_PORT is ${JSON.stringify(text)}, but must be a port from 1 to 65535\n`);
  process.exit(1);
}

const port = portFrom(process.env.SANDBOX_PORT || undefined);
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

const isKnownHost = hostCheck(process.env.SANDBOX_ALLOWED_HOSTS);

/** Listens on one address; a machine without IPv6 is not worth failing for. */
function listen(host: string, needed: boolean): Promise<Server | undefined> {
  const server = createServer((request, response) => {
    if (isKnownHost(request)) return void listener(request, response);
    const headers = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" };
    response
      .writeHead(421, headers)
      .end("This Host is not answered; SANDBOX_ALLOWED_HOSTS names further ones.\n");
  });
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const missing = error.code === "EADDRNOTAVAIL" || error.code === "EAFNOSUPPORT";
      if (missing && !needed) resolve(undefined);
      else reject(error);
    });
    server.listen(port, host, () => resolve(server));
  });
}

// "localhost" is either of them, by the mood of the browser and the machine.
const host = process.env.SANDBOX_HOST || undefined;
const servers = await Promise.all(
  host ? [listen(host, true)] : [listen("127.0.0.1", true), listen("::1", false)],
).catch((error: NodeJS.ErrnoException) => {
  const reason = error.code === "EADDRINUSE" ? "another program listens there" : error.message;
  process.stderr.write(`SANDBOX_PORT is ${port}, but ${reason}\n`);
  process.exit(1);
});
console.log(`Sandbox ready: ${origin} (mail at ${origin}/mailbox)`);

let stopping = false;
async function stop() {
  if (stopping) return;
  stopping = true;
  // Stalled answers (faults) would hold the stop for ever.
  const deadline = setTimeout(() => servers.forEach((server) => server?.closeAllConnections()), 2000);
  // A connection whose request is under way now stays open after its answer, for the next one.
  const sweep = setInterval(() => servers.forEach((server) => server?.closeIdleConnections()), 20);
  await Promise.all(
    servers.map(
      (server) =>
        new Promise<void>((done) => {
          if (!server) return done();
          server.close(() => done());
        }),
    ),
  );
  clearTimeout(deadline);
  clearInterval(sweep);
  await sandbox.close();
}
process.on("SIGTERM", () => void stop());
process.on("SIGINT", () => void stop());
