/**
 * Setup of the route tests: the product API is the sandbox, in process, behind MSW. A request to any other remote
 * host and a call that differs from the contract (contract/openapi.yaml) fail the test.
 */
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { server, takeDifferences } from "../../mocks/server";

beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
afterEach(async () => {
  await server.resetHandlers();
  expect(await takeDifferences(), "calls that differ from contract/openapi.yaml").toEqual([]);
});
afterAll(() => server.close());
