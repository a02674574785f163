/**
 * MSW for tests of routes: http://api.test/* (and http://orders.test/*, as the order service's own address) is
 * answered by the sandbox in process. The sandbox is made at the first call, and is one for all files of a process.
 *
 * ```ts
 * import { sandbox, server } from "../mocks/server";
 * const member = await (await sandbox()).make({ history: 20, balances: { soria: 500 } });
 * ```
 */
import { http, HttpResponse, passthrough } from "msw";
import { setupServer } from "msw/node";
import { ConnectionClosed } from "#server/sandbox/switches/faults";
import { createTestSandbox, type TestSandbox } from "./sandbox";

let opened: Promise<TestSandbox> | undefined;
/** How far its clock is ahead of the real one, in ms. */
let passed = 0;
/** What it was opened with. */
let settings: Partial<TestSandbox["services"]["settings"]> = {};
/** The prices that it was opened with; tests change them. */
let prices: { id: number; amount: number; payment_type: string }[] = [];

/** The sandbox behind MSW; its clock follows the real one until a test calls `clock.pass`. */
export function sandbox(): Promise<TestSandbox> {
  opened ??= (async () => {
    const start = Date.now();
    const test = await createTestSandbox({ now: () => Date.now() + passed, start });
    settings = { ...test.services.settings };
    prices = await test.services.db.all("SELECT id, amount, payment_type FROM products");
    test.clock.pass = (ms) => {
      passed += ms;
    };
    return test;
  })();
  return opened;
}

/** Returns the differences from docs/contract/calls.json since they were last taken. */
export async function takeDifferences(): Promise<string[]> {
  return (await opened)?.takeDifferences() ?? [];
}

/** Answers an intercepted request; a connection that a fault closes is a network error for the caller. */
async function handOver(request: Request): Promise<Response> {
  const url = new URL(request.url);
  const path = url.hostname === "orders.test" ? `/order-service${url.pathname}` : url.pathname;
  const body = request.body;
  const mapped = new Request(`http://api.test${path}${url.search}`, {
    method: request.method,
    headers: request.headers,
    signal: request.signal,
    ...(body && { body, duplex: "half" as const }),
  });
  try {
    return await (await sandbox()).fetch(mapped);
  } catch (error) {
    if (error instanceof ConnectionClosed) return HttpResponse.error();
    throw error;
  }
}

const msw = setupServer(
  http.all("http://api.test/*", ({ request }) => handOver(request)),
  http.all("http://orders.test/*", ({ request }) => handOver(request)),
  // Servers that a test starts on this machine are real.
  http.all(/^http:\/\/(127\.0\.0\.1|localhost)(:\d+)?\//, () => passthrough()),
);

/** MSW's server; at `close` the sandbox is as it was opened, but for its members and what they did. */
export const server = {
  listen: msw.listen.bind(msw),
  use: msw.use.bind(msw),
  /** Between tests: handlers of a test's own, and the faults that it set, are gone. */
  async resetHandlers(): Promise<void> {
    msw.resetHandlers();
    await (await opened)?.faults([]);
  },
  events: msw.events,
  async close(): Promise<void> {
    msw.close();
    passed = 0;
    const test = await opened;
    if (!test) return;
    Object.assign(test.services.settings, settings);
    await test.services.db.atomically(
      prices.map(({ id, amount, payment_type }) => ({
        sql: "UPDATE products SET amount = ?, payment_type = ? WHERE id = ?",
        args: [amount, payment_type, id],
      })),
    );
    await test.faults([]);
  },
};
