import { describe, expect, it } from "vitest";
import { loader as dataLoader } from "~/routes/my-page/data/route";
import { action as profileAction, loader as profileLoader } from "~/routes/my-page/profile/route";
import { action as terminateAction } from "~/routes/my-page/terminate/route";
import type { SessionRow } from "~/routes/my-page/profile/sessions.server";
import { recentSignIns } from "#server/session/sign-ins.server";
import { ownerOf } from "#server/store/encryption.server";
import type { MadeMember } from "#server/sandbox/switches/members";
import { Visitor } from "../../kit/visitors/visitor";
import { Browser, member as tokensFor } from "../../unit/session/support";
import { memberVisits, signIn } from "./support";

describe("where the member is signed in", () => {
  const end = (visitor: Visitor, session: string) =>
    visitor.post(profileAction, "/my-page/profile", { intent: "sessions", session });
  const rowsOf = async (visitor: Visitor) => {
    const { data } = await visitor.get(profileLoader, "/my-page/profile");
    return (data as { sessions: { rows: SessionRow[]; more: number } }).sessions.rows;
  };
  const again = async (member: MadeMember) => {
    const visitor = new Visitor();
    await signIn(visitor, member);
    return visitor;
  };

  it("lists them, ends one, which is signed out with a reason at its next page, and says so when there is none any more", async () => {
    const { visitor, member } = await memberVisits();
    const [second, third] = [await again(member), await again(member)];
    const rows = await rowsOf(visitor);
    expect(rows.map(({ isThis }) => isThis)).toEqual([true, false, false]);
    const own = (await rowsOf(second))[0]?.mark ?? "";
    const mark = rows.find((row) => row.mark === own)?.mark ?? "";

    expect(await end(visitor, mark)).toMatchObject({ status: 303, location: "/my-page/profile" });
    expect(await visitor.messages()).toMatchObject([{ kind: "success", key: "my-page:sessions.endedOne" }]);
    expect(await rowsOf(visitor)).toHaveLength(2);
    expect((await third.get(profileLoader, "/my-page/profile")).status).toBe(200);
    // An empty form of the ended session redirects there too, with a single message.
    const away = await end(second, rows[0]?.mark ?? "");
    expect(away.location).toBe("/sign-in?redirectTo=%2Fmy-page%2Fprofile");
    expect((await second.get(profileLoader, "/my-page/profile")).location).toBe(away.location);
    expect(await second.messages()).toMatchObject([{ kind: "alert", key: "account:ended.elsewhere" }]);

    expect((await end(visitor, mark)).status).toBe(303);
    expect((await visitor.messages()).at(-1)).toMatchObject({
      kind: "info",
      key: "my-page:sessions.endedAlready",
    });
    expect(await rowsOf(visitor)).toHaveLength(2);
  });

  it("ends nobody else's, and not this one", async () => {
    const { visitor } = await memberVisits();
    const { visitor: stranger } = await memberVisits();
    const [theirs, own] = [(await rowsOf(stranger))[0]?.mark, (await rowsOf(visitor))[0]?.mark];
    for (const mark of [theirs, own, "*", "x".repeat(64)]) {
      expect((await end(visitor, mark ?? "")).status).toBe(303);
    }
    for (const one of [visitor, stranger]) expect(await rowsOf(one)).toHaveLength(1);
    for (const wrong of ["", "x".repeat(65)]) expect((await end(visitor, wrong)).status).toBe(400);
    // A form of another member's page, with that member's signature.
    const signature = (await stranger.signatureFor("/my-page/profile", "sessions")) ?? "";
    const fields = { intent: "sessions", session: "others", stamp: signature };
    expect((await visitor.post(profileAction, "/my-page/profile", fields)).status).toBe(409);
  });

  it("ends all others, and says how many", async () => {
    const { visitor, member } = await memberVisits();
    const others = [await again(member), await again(member)];
    expect((await end(visitor, "others")).status).toBe(303);
    expect(await visitor.messages()).toMatchObject([
      { key: "my-page:sessions.endedOthers", params: { count: 2 } },
    ]);
    expect(await rowsOf(visitor)).toHaveLength(1);
    for (const other of others) {
      expect((await other.get(profileLoader, "/my-page/profile")).status).toBe(303);
      expect(await other.messages()).toMatchObject([{ key: "account:ended.elsewhere" }]);
    }
    expect((await end(visitor, "others")).status).toBe(303);
    expect((await visitor.messages()).at(-1)).toMatchObject({ key: "my-page:sessions.only" });
  });

  it("is one more line for each of the last twenty, and the number of the rest", async () => {
    const { visitor, member } = await memberVisits();
    for (let n = 0; n < 21; n += 1) {
      await new Browser().signIn(tokensFor({ id: member.id }));
    }
    const { data } = await visitor.get(profileLoader, "/my-page/profile");
    expect(data.sessions).toMatchObject({ more: 2 });
    expect(data.sessions.rows).toHaveLength(20);
    expect(data.sessions.rows[0].isThis).toBe(true);
  });
});

describe("the sign-ins of 90 days", () => {
  it("are on the profile, also those that have ended, and in the member's data, without others'", async () => {
    const { visitor, member } = await memberVisits();
    await memberVisits();
    const phone = new Browser();
    const userAgent = "Mozilla/5.0 (iPhone) Version/18.0 Mobile/15E148 Safari/604.1";
    const session = await phone.signIn(tokensFor({ id: member.id }), userAgent);
    await session.signOut();
    const { data } = await visitor.get(profileLoader, "/my-page/profile");
    expect(data.sessions.rows).toHaveLength(1);
    expect(data.sessions.signIns).toMatchObject({
      rows: [{ browser: "Safari", system: "iPhone" }, { at: expect.any(String) as string }],
      days: 90,
      most: 50,
    });
    const file = (await visitor.get(dataLoader, "/my-page/data.json")).data;
    expect(file.signIns).toMatchObject([{ browser: "Safari", system: "iPhone" }, {}]);
    expect(file.missing).toEqual([]);
  });

  it("go with the account", async () => {
    const { visitor, member } = await memberVisits();
    expect(await recentSignIns(ownerOf(member.id))).toHaveLength(1);
    await visitor.post(terminateAction, "/my-page/terminate", { confirm: "on" });
    expect(await recentSignIns(ownerOf(member.id))).toEqual([]);
  });
});
