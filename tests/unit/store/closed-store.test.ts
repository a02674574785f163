import { expect, it, vi } from "vitest";
import { log } from "#server/observe/log.server";
import { sessionStore } from "#server/store/stores.server";

it("a session store that was closed, as a process ends, is no outage in the log", async () => {
  const error = vi.spyOn(log, "error").mockImplementation(() => undefined);
  const store = sessionStore();
  expect(await store.count()).toBeGreaterThanOrEqual(0);
  await store.close();
  await expect(store.count()).rejects.toThrow("the session store was closed");
  expect(error.mock.calls).toEqual([]);
});
