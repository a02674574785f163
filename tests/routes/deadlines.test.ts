/**
 * Server behaviour when a day, a vote, a suspension or a deletion period ends: a page opened before that moment, and
 * the response a moment later. Site and sandbox use the same clock.
 */
import { beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import { loader as deniedLoader } from "~/routes/account/access-denied/route";
import { signInAction } from "~/routes/account/sign-in/action.server";
import { loader as suggestionLoader } from "~/routes/dao/suggestion-layout/route";
import { loader as suggestionsLoader } from "~/routes/dao/suggestions/route";
import { loader as historyLoader } from "~/routes/my-page/history/route";
import { PASSWORD } from "../mocks/sandbox";
import { sandbox } from "../mocks/server";
import { Visitor } from "../kit/visitors/visitor";
import { memberVisits } from "./my-page/support";

const MINUTE = 60_000;
let time: MockInstance<typeof Date.now>;
const moveTo = (moment: string | number) => time.mockReturnValue(new Date(moment).getTime());

beforeEach(() => {
  time = vi.spyOn(Date, "now");
});

const signIn = (visitor: Visitor, email: string | null) =>
  visitor.post(signInAction, "/sign-in", { email: email ?? "", password: PASSWORD });

/** Returns the filter of a history page, or the target of its redirect. */
async function historyOf(visitor: Visitor, search: string) {
  const seen: Record<string, unknown>[] = [];
  const { location } = await visitor.get(async (args) => {
    const { data } = (await historyLoader(args)) as unknown as { data: Record<string, unknown> };
    seen.push(data);
    return new Response();
  }, `/my-page/history${search}`);
  return { location, ...(seen[0] as { filter?: object; problem?: string | null; today?: string }) };
}

describe("midnight in Japan, with a filter open", () => {
  const before = "2027-06-30T14:59:59.999Z";
  const after = "2027-06-30T15:00:00.000Z";

  it("shows the new day on a page that is opened in its first millisecond", async () => {
    moveTo(before);
    const { visitor } = await memberVisits();
    expect(await historyOf(visitor, "")).toMatchObject({
      today: "2027-06-30",
      filter: { from: "2027-06-23", to: "2027-06-30" },
    });
    moveTo(after);
    expect(await historyOf(visitor, "")).toMatchObject({
      today: "2027-07-01",
      filter: { from: "2027-06-24", to: "2027-07-01" },
    });
  });

  it("keeps the range of the open form when another filter is chosen, and accepts the new day as its end", async () => {
    moveTo(before);
    const { visitor } = await memberVisits();
    const shown = "soria ALL DAY 2027-06-30 2027-06-30 10";
    const sent = { shown, currencyType: "soria", transactionType: "ALL", duration: "DAY", size: "10" };
    const range = { from: "2027-06-30", to: "2027-06-30" };
    const press = async (fields: Record<string, string>) => {
      const { location } = await historyOf(visitor, `?${new URLSearchParams(fields)}`);
      return new URL(location ?? "", "http://localhost").searchParams;
    };
    const tomorrow = { ...sent, ...range, to: "2027-07-01" };
    expect((await press(tomorrow)).get("refused")).toBe("future");
    moveTo(after);
    const bigger = await press({ ...sent, ...range, size: "20" });
    expect(Object.fromEntries(bigger)).toMatchObject({ ...range, size: "20" });
    const moved = await press(tomorrow);
    expect(Object.fromEntries(moved)).toMatchObject({ to: "2027-07-01" });
    expect(moved.has("refused")).toBe(false);
  });
});

describe("29 February", () => {
  it.each([
    ["2028-02-29T03:00:00Z", "?duration=MONTH", "2028-01-29", "2028-02-29"],
    ["2028-03-07T03:00:00Z", "", "2028-02-29", "2028-03-07"],
    ["2028-03-31T03:00:00Z", "?duration=MONTH", "2028-02-29", "2028-03-31"],
    ["2027-03-31T03:00:00Z", "?duration=MONTH", "2027-02-28", "2027-03-31"],
    // 29 February has started in Japan; in UTC it is still the 28th.
    ["2028-02-28T15:00:00Z", "?duration=DAY", "2028-02-29", "2028-02-29"],
    ["2028-02-29T15:00:00Z", "?duration=DAY", "2028-03-01", "2028-03-01"],
  ])("seen at %s, history%s is from %s to %s", async (now, search, from, to) => {
    moveTo(now);
    const { visitor } = await memberVisits();
    expect(await historyOf(visitor, search)).toMatchObject({ filter: { from, to }, problem: null });
  });

  it("is a day in leap years alone", async () => {
    moveTo("2029-01-10T03:00:00Z");
    const { visitor } = await memberVisits();
    const of = (year: number) => historyOf(visitor, `?from=${year}-02-29&to=2029-01-01`);
    expect(await of(2028)).toMatchObject({ problem: null, filter: { from: "2028-02-29" } });
    expect(await of(2027)).toMatchObject({ problem: "unreadable" });
  });
});

describe("a suspension that ends", () => {
  it("counts down to zero, then says that it is over, and the member can sign in", async () => {
    const api = await sandbox();
    const start = Date.UTC(2027, 5, 1);
    moveTo(start);
    const { id, email } = await api.make({ state: "suspended" });
    await api.fetch(
      new Request(`http://api.test/__members/${id}`, {
        method: "PATCH",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ suspendedUntil: new Date(start + 2 * MINUTE).toISOString() }),
      }),
    );
    const visitor = new Visitor();
    expect(await signIn(visitor, email)).toMatchObject({ location: "/access-denied" });
    const left = async () => (await visitor.get(deniedLoader, "/access-denied")).data.left;
    expect(await left()).toEqual({ days: 0, hours: 0, minutes: 2 });
    moveTo(start + 2 * MINUTE - 1);
    expect(await left()).toEqual({ days: 0, hours: 0, minutes: 1 });
    expect(await signIn(new Visitor(), email)).toMatchObject({ location: "/access-denied" });
    moveTo(start + 2 * MINUTE);
    expect(await left()).toEqual({ days: 0, hours: 0, minutes: 0 });
    expect(await signIn(new Visitor(), email)).toMatchObject({ status: 303, location: "/" });
    moveTo(start + 3 * MINUTE);
    expect(await left()).toBeNull();
  });
});

describe("the window of a deletion", () => {
  it("a sign-in cancels the deletion until the last millisecond; after it the member is unknown", async () => {
    moveTo(Date.UTC(2027, 5, 1));
    const api = await sandbox();
    const leaving = async () => {
      const { id, email } = await api.make({ state: "leaving" });
      const member = await api.fetch(new Request(`http://api.test/__members/${id}`));
      return { email, end: Date.parse(((await member.json()) as { deletionAt: string }).deletionAt) };
    };
    const [back, gone] = [await leaving(), await leaving()];
    moveTo(back.end - 1);
    const visitor = new Visitor();
    expect(await signIn(visitor, back.email)).toMatchObject({ status: 303, location: "/" });
    expect(await visitor.messages()).toMatchObject([{ key: "account:signIn.deletionCancelledUntil" }]);
    moveTo(gone.end);
    const late = await signIn(new Visitor(), gone.email);
    expect(late.status).toBe(400);
    expect(late.location).toBeNull();
  });
});

describe("a vote that ends", () => {
  it("counts down to nothing, and is over in the list and on its page at the same millisecond", async () => {
    const params = { sId: "19" };
    const pageOf = async (visitor: Visitor) =>
      (await visitor.get(suggestionLoader, "/dao/suggestions/19", params)).data.suggestion.value;
    const inList = async (visitor: Visitor) => {
      const { data } = await visitor.get(suggestionsLoader, "/dao/suggestions?status=IN_PROGRESS");
      const found = JSON.stringify(data).match(/\{"id":19,[^{}]*(\{[^{}]*\})?[^{}]*\}/)?.[0];
      return JSON.parse(found ?? "null") as { voting: string; left?: object };
    };
    const end = Date.parse((await pageOf((await memberVisits()).visitor)).end_at);
    moveTo(end - 2 * MINUTE);
    const { visitor } = await memberVisits();
    expect(await pageOf(visitor)).toMatchObject({ voting: "open", left: { days: 0, hours: 0, minutes: 2 } });
    moveTo(end - 1);
    for (const item of [await pageOf(visitor), await inList(visitor)])
      expect(item).toMatchObject({ voting: "open", left: { days: 0, hours: 0, minutes: 0 } });
    moveTo(end);
    for (const item of [await pageOf(visitor), await inList(visitor)]) {
      expect(item).toMatchObject({ voting: "ended" });
      expect(item.left).toBeUndefined();
    }
  });
});
