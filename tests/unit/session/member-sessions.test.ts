/** The sessions of one member: their order, their end, and what the metrics and the security log say of them. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { env } from "#server/config/env.server";
import { log } from "#server/observe/log.server";
import { metrics } from "#server/observe/metrics.server";
import { ownerOf } from "#server/store/encryption.server";
import { sessionStore } from "#server/store/stores.server";
import {
  Browser,
  configureRefresh,
  fakeCalls,
  Refused,
  signedIn,
  token,
  Unreachable,
  withFakeRefresh,
} from "./support";

const MINUTE = 60_000;

withFakeRefresh();
afterEach(() => {
  env().metricsPort = undefined;
});

/** Returns the current value of a metric by its label's value. */
async function counted(name: string, label: string): Promise<number> {
  const values = (await metrics()?.registry.getSingleMetric(name)?.get())?.values ?? [];
  return values.find(({ labels }) => Object.values(labels).includes(label))?.value ?? NaN;
}

/** Returns the lines of the security log during `work`. */
async function securityLines(work: () => Promise<unknown>): Promise<unknown[]> {
  const info = vi.spyOn(log, "info");
  await work();
  return info.mock.calls.map(([line]) => line as unknown).filter((line) => typeof line === "object");
}

describe("the list of a member's sessions", () => {
  it("has the requesting one first and the others by last use", async () => {
    const now = Date.now();
    vi.useFakeTimers({ now, toFake: ["Date"] });
    const times = [-20, -50, -10, -40, -30];
    for (const minutes of times) {
      vi.setSystemTime(now + minutes * MINUTE);
      await signedIn({ id: "by use" });
    }
    const here = await signedIn({ id: "by use" });
    vi.setSystemTime(now);
    const all = await (await here.visit()).listAll();
    expect(all.map(({ signedIn: { at } }) => (at - now) / MINUTE)).toEqual([-30, -10, -20, -30, -40, -50]);
    expect(all.map(({ isThis }) => isThis)).toEqual([true, false, false, false, false, false]);
  });
});

describe("a member who ends all other sessions", () => {
  it("also ends those that nobody can read any more", async () => {
    const [here, there] = [await signedIn({ id: "unread" }), await signedIn({ id: "unread" })];
    const key = (await there.visit()).key ?? "";
    const stored = await sessionStore().get(key);
    if (!stored) throw new Error("no record");
    await sessionStore().replace(key, stored.version, { ...stored, payload: new Uint8Array([1, 2, 3]) });
    expect(await (await here.visit()).endOthers("password")).toBe(1);
    expect(await sessionStore().get(key)).toBeUndefined();
  });

  it("counts none that another request has ended meanwhile", async () => {
    const [here, there, left] = [
      await signedIn({ id: "late" }),
      await signedIn({ id: "late" }),
      await signedIn({ id: "late" }),
    ];
    const before = await sessionStore().listOf(ownerOf("late"));
    const session = await here.visit();
    await session.endOther((await session.listAll())[1]?.mark ?? "");
    for (const other of [there, left]) await (await other.visit()).signOut();
    vi.spyOn(sessionStore(), "listOf").mockResolvedValue(before);
    expect(await session.endOthers("password")).toBe(0);
  });

  it.each([
    ["elsewhere", "renewed"],
    ["password", "password"],
    ["closed", "closed"],
  ] as const)("for the reason %s tells a request with the cookie from before: %s", async (reason, told) => {
    const here = await signedIn({ id: `before ${reason}` });
    const late = new Browser();
    for (const [name, value] of here.cookies) late.cookies.set(name, value);
    await (await here.visit()).endOthers(reason);
    const session = await late.visit();
    expect(session.isSignedIn).toBe(false);
    expect((await session.takeFlash()).map(({ key }) => key)).toEqual([`account:ended.${told}`]);
  });

  it("leaves no line in the security log when there are none", async () => {
    const here = await signedIn({ id: "alone" });
    expect(await securityLines(async () => (await here.visit()).endOthers("password"))).toEqual([]);
  });
});

it("a guest has no sessions to list or end, with a record or without", async () => {
  const destroy = vi.spyOn(sessionStore(), "destroy");
  const working = await new Browser().visit();
  await working.update((draft) => void (draft.walletMessage = "text"));
  for (const guest of [working, await new Browser().visit()]) {
    expect([await guest.listAll(), await guest.endOther("x"), await guest.endOthers("password")]).toEqual([
      ...[[], false, 0],
    ]);
    expect([await guest.renew("x"), await guest.renewOrderToken("x")]).toEqual([undefined, undefined]);
  }
  await (await new Browser().visit()).signOut();
  expect(destroy).not.toHaveBeenCalled();
});

describe("a member who ends one session", () => {
  it("leaves a line in the security log, and none for an unknown session", async () => {
    const [here] = [await signedIn({ id: "one" }), await signedIn({ id: "one" })];
    const session = await here.visit();
    const mark = (await session.listAll())[1]?.mark ?? "";
    const lines = await securityLines(async () => {
      await session.endOther(mark);
      await session.endOther(mark);
    });
    expect(lines).toEqual([{ security: "sessions-ended", member: "one", what: "elsewhere", count: 1 }]);
  });
});

describe("the metrics", () => {
  beforeEach(() => {
    env().metricsPort = 9464;
  });

  it("count a member with too many sessions, and no other sign-in", async () => {
    const browser = await signedIn({ id: "counted" });
    expect(await counted("soria_limited_total", "member-sessions")).toBe(0);
    const [record] = await sessionStore().listOf(
      (await sessionStore().get((await browser.visit()).key ?? ""))?.owner ?? "",
    );
    if (!record) throw new Error("no record");
    // As if the member had a hundred sessions besides the new one.
    vi.spyOn(sessionStore(), "listOf").mockResolvedValue(Array.from({ length: 100 }, () => record));
    await signedIn({ id: "counted" });
    expect(await counted("soria_limited_total", "member-sessions")).toBe(1);
  });

  it.each<[string, Parameters<typeof fakeCalls>[0]]>([
    ["renewed", {}],
    ["restored", { refreshAccess: () => Promise.reject(new Refused()) }],
    [
      "rejected",
      {
        refreshAccess: () => Promise.reject(new Refused()),
        restoreSession: () => Promise.reject(new Refused()),
      },
    ],
    ["failed", { refreshAccess: () => Promise.reject(new Unreachable("down")) }],
  ])("count a refresh of tokens that is %s, once", async (outcome, behaviour) => {
    configureRefresh(fakeCalls(behaviour).calls);
    const outcomes = ["renewed", "restored", "rejected", "failed"];
    const counts = () => Promise.all(outcomes.map((each) => counted("soria_token_refreshes_total", each)));
    const before = await counts();
    expect(before.every(Number.isFinite)).toBe(true);
    const session = await (await signedIn({ id: "refreshed", accessToken: token(-1) })).visit();
    await session.accessToken().catch(() => undefined);
    expect(await counts()).toEqual(before.map((count, at) => count + Number(outcomes[at] === outcome)));
  });
});
