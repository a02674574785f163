/**
 * For tests of routes: the product API is the sandbox, in process, behind MSW. A request to anywhere else
 * fails the test.
 */
import { afterAll, afterEach, beforeAll } from "vitest";

interface MockServer {
  listen(options: { onUnhandledRequest: "error" }): void;
  resetHandlers(): void;
  close(): void;
}

const [load] = Object.values(import.meta.glob<{ server: MockServer }>("../mocks/server.ts"));
const mocks = await load?.();

beforeAll(() => mocks?.server.listen({ onUnhandledRequest: "error" }));
afterEach(() => mocks?.server.resetHandlers());
afterAll(() => mocks?.server.close());
