/** Reverse proxy between the site and its API that holds calls, so that a test sees which are made at the same time. */
import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream/promises";

export class HeldApi {
  /** Address of the real API, set before the first call. */
  upstream = "";
  /** Calls received so far, as "METHOD /path?query". */
  readonly calls: string[] = [];
  readonly #held: (() => void)[] = [];
  #isHolding = false;
  readonly #server = createServer((incoming, outgoing) => {
    this.#pass(incoming, outgoing).catch((error: unknown) => outgoing.destroy(error as Error));
  });

  static async start(): Promise<HeldApi> {
    const api = new HeldApi();
    await once(api.#server.listen(0, "localhost"), "listening");
    return api;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Number of calls that wait for `release`. */
  get held(): number {
    return this.#held.length;
  }

  /** Holds each call that follows, until `open`. */
  hold(): void {
    this.#isHolding = true;
  }

  /** Passes on the calls that are held. Those that follow are held again. */
  release(): void {
    for (const pass of this.#held.splice(0)) pass();
  }

  /** Passes on the calls that are held, and all that follow. */
  open(): void {
    this.#isHolding = false;
    this.release();
  }

  stop(): void {
    this.open();
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = "GET", url = "/", headers } = incoming;
    this.calls.push(`${method} ${url}`);
    if (this.#isHolding) await new Promise<void>((resolve) => this.#held.push(resolve));
    const call = request(this.upstream + url, { method, headers });
    const answered = once(call, "response");
    await Promise.all([pipeline(incoming, call), answered]);
    const [response] = (await answered) as [IncomingMessage];
    outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders);
    await pipeline(response, outgoing);
  }
}
