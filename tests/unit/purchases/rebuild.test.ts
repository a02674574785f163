/** What becomes of a record of purchases that no secret opens, when the member asks for a new one. */
import { expect, it, vi } from "vitest";
import { log } from "#server/observe/log.server";
import { readPurchases } from "#server/purchases/ledger.server";
import { rebuildLedger } from "#server/purchases/book.server";
import { sessionStore } from "#server/store/stores.server";
import { tokens, withFakeApi } from "./fake-api";
import { list, row } from "./responses";
import { NOW, kite, newBuyer } from "./support";

const api = withFakeApi(NOW);

it.each([
  ["rebuilt", [list([row(1)])], ["key-of-a-purchase-1"], true],
  ["begun", [], [], false],
] as const)(
  "the record is %s, and the log says whether it was filled",
  async (result, responses, keys, isFilled) => {
    const { session, owner } = await newBuyer(kite(NOW));
    const record = { payload: Buffer.from("sealed with a secret that is gone"), expiresAt: NOW + 86_400_000 };
    await sessionStore().replace(`purchases:${owner}`, 1, record);
    vi.spyOn(log, "error").mockImplementation(() => undefined);
    const info = vi.spyOn(log, "info").mockImplementation(() => undefined);
    api.responses = [...responses];
    expect(await rebuildLedger(Object.assign(session, tokens))).toBe(result);
    expect((await readPurchases(owner)).map(({ key }) => key)).toEqual(keys);
    expect(info).toHaveBeenCalledWith({ isFilled }, "a member's record of purchases was begun anew");
  },
);
