/** Servers of a test, on free ports of this machine. */
import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Lets a server listen on a free port. @returns its origin */
export async function listening(server: Server): Promise<string> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Closes a server and its open connections. */
export async function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
