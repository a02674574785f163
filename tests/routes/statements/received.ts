/** What the API receives during a test. */
import { onTestFinished } from "vitest";
import { server } from "../../mocks/server";

export interface Received {
  line: string;
  body: unknown;
  hasToken: boolean;
}

/** Records the calls of this test from now on. */
export function receive(): Received[] {
  const received: Received[] = [];
  const note = async ({ request }: { request: Request }) => {
    const { pathname, search } = new URL(request.url);
    const entry: Received = {
      line: `${request.method} ${pathname}${search}`,
      body: undefined,
      hasToken: request.headers.has("Authorization"),
    };
    received.push(entry);
    const isJson = request.headers.get("Content-Type")?.includes("json");
    if (isJson) entry.body = await request.clone().json();
  };
  server.events.on("request:start", note);
  onTestFinished(() => server.events.removeListener("request:start", note));
  return received;
}

export const madeTo = (received: Received[], path: string) =>
  received.filter(({ line }) => line.split(/[ ?]/)[1] === path);

/** An address with its query sorted: the order of the parameters is irrelevant. */
export function inOrder(address: string): string {
  const [path = "", query] = address.split("?");
  return query === undefined ? path : `${path}?${query.split("&").sort().join("&")}`;
}

/** The address of each GET without a body, and whether it had a token. */
export const readsOf = (received: Received[]) =>
  received
    .filter(({ line, body }) => line.startsWith("GET ") && body === undefined)
    .map(({ line, hasToken }) => [inOrder(line.slice(4)), hasToken]);
