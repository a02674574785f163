import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import type { Env } from "#server/config/env.server";
import { listenRefusal } from "#server/compose/start-error";

/** @returns the port's number */
async function tryPort(port: number, host?: string): Promise<number> {
  const server = createServer().listen({ port, host });
  await once(server, "listening");
  const address = server.address() as AddressInfo;
  await once(server.close(), "close");
  return address.port;
}

/**
 * Checks that the ports of site, sandbox and metrics are free before anything starts. Otherwise the launcher could
 * take another program's response on the port for the site's.
 *
 * @returns the site's port; a free one for PORT=0
 * @throws EnvError with the name of the variable
 */
export async function requirePorts(config: Env): Promise<number> {
  try {
    if (config.usesSandbox) await tryPort(config.sandboxPort, config.sandboxHost ?? "127.0.0.1");
    if (config.metricsPort !== undefined) await tryPort(config.metricsPort, config.metricsHost);
    return await tryPort(config.port);
  } catch (error) {
    throw listenRefusal(error, config) ?? error;
  }
}
