import { afterAll, afterEach, beforeAll } from "vitest";
import { createTestSandbox, type TestSandbox } from "../../mocks/sandbox";

/** Opens one sandbox for all tests of the file. Its settings are the initial ones before each test. */
export function withSandbox(options: Parameters<typeof createTestSandbox>[0] = {}): TestSandbox {
  const sandbox = {} as TestSandbox;
  let initial: TestSandbox["services"]["settings"];
  beforeAll(async () => {
    Object.assign(sandbox, await createTestSandbox(options));
    initial = { ...sandbox.services.settings };
  });
  afterEach(() => {
    Object.assign(sandbox.services.settings, initial);
  });
  afterAll(() => sandbox.close());
  return sandbox;
}
