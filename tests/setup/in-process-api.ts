/**
 * For tests of routes: the product API is the sandbox, in process, behind MSW. A request to anywhere else
 * fails the test, and so does a call that differs from the contract (docs/contract/calls.json).
 */
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { server, takeDifferences } from "../mocks/server";

beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
afterEach(async () => {
  await server.resetHandlers();
  expect(await takeDifferences(), "calls that differ from docs/contract/calls.json").toEqual([]);
});
afterAll(() => server.close());
