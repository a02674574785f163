import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { newFolder } from "../../kit/data/new-folder";

const folder = newFolder();
/** Makes the new modules open a store of their own, in the folder of the test. */
const forgetStore = () => Reflect.deleteProperty(globalThis, Symbol.for("soria.session-store"));

afterAll(() => {
  vi.unstubAllEnvs();
  // Files share their modules, and these would open their store in the folder of the test.
  vi.resetModules();
});

async function sessionsMetric(dataDir: string): Promise<string | undefined> {
  vi.resetModules();
  vi.stubEnv("METRICS_PORT", "9464");
  vi.stubEnv("SESSION_SECRET", "a-secret-that-only-tests-use-0123456789");
  vi.stubEnv("DATA_DIR", dataDir);
  const { metrics } = await import("#server/observe/metrics.server");
  const { sessionStore } = await import("#server/store/stores.server");
  // After the imports: work that another file has left behind opens the store of its own folder meanwhile.
  forgetStore();
  const text = await metrics()?.registry.metrics();
  await sessionStore().close();
  forgetStore();
  return /^soria_sessions .*$/m.exec(text ?? "")?.[0];
}

test("soria_sessions is the number of sessions, and missing while the store is down", async () => {
  expect(await sessionsMetric(join(folder, "data"))).toBe("soria_sessions 0");
  writeFileSync(join(folder, "file"), "");
  expect(await sessionsMetric(join(folder, "file"))).toBeUndefined();
});
