import { expect, it } from "vitest";
import { openDatabase } from "#server/sandbox/database";
import { newFolder } from "../../kit/data/new-folder";
import { createTestSandbox } from "../../mocks/sandbox";

it("keeps its data over a restart, and begins anew when its tables were another version's", async () => {
  const dataDir = newFolder();
  const first = await createTestSandbox({ dataDir });
  const { email } = await first.make();
  await first.close();
  const second = await createTestSandbox({ dataDir });
  expect((await second.signIn(email)).result).toBe(1);
  await second.close();

  const db = await openDatabase(dataDir);
  await db.run("ALTER TABLE transactions DROP COLUMN taken");
  await db.run("UPDATE meta SET value = 'an earlier one' WHERE name = 'schema'");
  db.close();
  const third = await createTestSandbox({ dataDir });
  expect((await third.signIn(email)).result).not.toBe(1);
  const { data } = await third.signIn("member@soria.test");
  const body = { transactionMethod: "SORIA", objectId: 1, quantity: 1 };
  expect((await third.call("/store/products/purchase", { token: data.accessToken, body })).result).toBe(1);
  await third.close();
});
