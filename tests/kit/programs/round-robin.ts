import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";

/**
 * Minimal load balancer: each request goes to the next site. A site that is unreachable, or that fails before it
 * responds to a GET, is skipped. A POST that has reached a site is not retried: the visitor gets a 502.
 */
export class RoundRobin {
  readonly #server: Server;
  #turn = 0;
  /** Indices of sites that get no new requests, as after a balancer's health check has seen them drain. */
  readonly resting = new Set<number>();
  /** Number of requests answered, by site. */
  readonly answered: number[];
  /** Number of times that a request was passed on to another site. */
  passedOn = 0;
  /** Requests that no site answered. */
  lost = 0;

  constructor(readonly sites: { port: number }[]) {
    this.answered = sites.map(() => 0);
    this.#server = createServer((request, response) => void this.#handle(request, response));
  }

  listen(port: number): Promise<void> {
    return new Promise((resolve) => this.#server.listen(port, "127.0.0.1", resolve));
  }

  get origin(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const first = this.#turn++;
    for (let tries = 0; tries < this.sites.length; tries += 1) {
      const index = (first + tries) % this.sites.length;
      if (this.resting.has(index)) continue;
      const outcome = await this.#pass(index, request, Buffer.concat(chunks), response);
      if (outcome === "answered") {
        this.answered[index] = (this.answered[index] ?? 0) + 1;
        return;
      }
      if (outcome === "broken" && request.method === "POST") break;
      this.passedOn += 1;
    }
    this.lost += 1;
    if (!response.headersSent) response.writeHead(502).end();
    else response.destroy();
  }

  #pass(
    index: number,
    request: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
  ): Promise<"answered" | "unreachable" | "broken"> {
    return new Promise((resolve) => {
      const call = httpRequest(
        {
          host: "127.0.0.1",
          port: this.sites[index]?.port,
          method: request.method,
          path: request.url,
          agent: false,
          headers: {
            ...request.headers,
            "x-forwarded-for": request.socket.remoteAddress ?? "",
            "x-forwarded-proto": "http",
          },
        },
        (forwarded) => {
          response.writeHead(forwarded.statusCode ?? 502, forwarded.rawHeaders);
          forwarded.pipe(response);
          forwarded.once("end", () => resolve("answered"));
          forwarded.once("error", () => {
            response.destroy();
            resolve("answered");
          });
        },
      );
      call.once("error", (error: NodeJS.ErrnoException) =>
        resolve(error.code === "ECONNREFUSED" ? "unreachable" : "broken"),
      );
      call.end(body);
    });
  }
}
