/**
 * For tests of routes: the product API is the sandbox, in process, behind MSW. A request to anywhere else
 * fails the test.
 */
import { afterAll, afterEach, beforeAll } from "vitest";
import { server } from "../mocks/server";

beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());
