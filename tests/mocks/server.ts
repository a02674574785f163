/**
 * MSW for route tests: the sandbox in process answers http://api.test/* and http://orders.test/* (the order service's
 * own address). The sandbox is created at the first call and shared by all test files of a process.
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
/** Lead of the sandbox's clock over the real one, in ms. */
let passed = 0;
/** Settings at the time the sandbox was opened. */
let settings: Partial<TestSandbox["services"]["settings"]> = {};
/** Product prices at the time the sandbox was opened. Tests change them. */
let prices: { id: number; amount: number; payment_type: string }[] = [];

/** Returns the sandbox behind MSW. Its clock follows the real one until a test calls `clock.pass`. */
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

/** Replaces the API's fault rules, which end with the test. */
export const faults = async (...rules: Parameters<TestSandbox["faults"]>[0]): Promise<void> =>
  (await sandbox()).faults(rules);

/** Returns how often the API received each call of a member, or of everybody, by "METHOD path". */
export async function callCounts(memberId?: number): Promise<Record<string, number>> {
  const query = memberId === undefined ? "" : `?member=${memberId}`;
  const response = await (await sandbox()).fetch(new Request(`http://api.test/__calls${query}`));
  return ((await response.json()) as { counts: Record<string, number> }).counts;
}

/** Returns the differences from contract/openapi.yaml since the last call. */
export async function takeDifferences(): Promise<string[]> {
  return (await opened)?.takeDifferences() ?? [];
}

/** Answers an intercepted request. When a fault closes the connection, the caller gets a network error. */
async function passToSandbox(request: Request): Promise<Response> {
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
  http.all("http://api.test/*", ({ request }) => passToSandbox(request)),
  http.all("http://orders.test/*", ({ request }) => passToSandbox(request)),
  // Requests to local servers that a test starts reach the network.
  http.all(/^http:\/\/(127\.0\.0\.1|localhost)(:\d+)?\//, () => passthrough()),
);

/**
 * MSW's server. `close` resets the sandbox's clock, settings, prices and faults, but keeps its members and their
 * data.
 */
export const server = {
  listen: msw.listen.bind(msw),
  use: msw.use.bind(msw),
  /** Between tests: removes the handlers and faults that a test has added. */
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
