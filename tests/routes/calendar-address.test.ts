/** The calendar of all open votes: as a download, and at a member's calendar address (docs/decisions/0104). */
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { action as signIn } from "~/routes/account/sign-in/route";
import { loader as suggestions } from "~/routes/dao/suggestions/route";
import { loader as calendar } from "~/routes/dao/votes-calendar/route";
import { action as profileAction, loader as profile } from "~/routes/my-page/profile/route";
import { action as terminate } from "~/routes/my-page/terminate/route";
import { action as signOut } from "~/routes/resources/sign-out";
import { forgetCounts } from "#server/limits/rate-limit.server";
import type { MadeMember } from "#server/sandbox/switches/members";
import { ownerOf } from "#server/store/encryption.server";
import { sessionStore } from "#server/store/stores.server";
import { PASSWORD } from "../mocks/sandbox";
import { sandbox, server } from "../mocks/server";
import { Visitor } from "../kit/visitors/visitor";

const PROFILE = "/my-page/profile";
const LIST = "http://api.test/api/dao/suggestions";

let account: MadeMember;
let visitor: Visitor;

async function enter(as = visitor, { email } = account): Promise<Visitor> {
  await as.post(signIn, "/sign-in", { intent: "sign-in", email: email ?? "", password: PASSWORD });
  return as;
}

/** Returns the member's address as the profile shows it, without the origin; undefined before it is made. */
async function addressOf(member = visitor): Promise<string | undefined> {
  const { data } = await member.get(profile, `${PROFILE}?lng=en`);
  const { address } = data.calendar as { address: string | null };
  return address?.replace("http://localhost:3000", "");
}

const press = (address: "renew" | "remove", as = visitor) =>
  as.post(profileAction, PROFILE, { intent: "calendar", address });

async function newAddress(as = visitor): Promise<string> {
  expect((await press("renew", as)).location).toBe(`${PROFILE}#calendar-address`);
  return (await addressOf(as)) ?? "";
}

/** Reads an address as a calendar program does: without cookies. */
const read = (path: string) => new Visitor().get(calendar, path);

const linesOf = (file: string) => file.replace(/\r\n /g, "").split("\r\n");
const valuesOf = (file: string, name: string) =>
  linesOf(file).flatMap((line) => (line.startsWith(`${name}:`) ? [line.slice(name.length + 1)] : []));

beforeEach(async () => {
  forgetCounts();
  account = await (await sandbox()).make({});
  visitor = await enter(new Visitor());
});

describe("the file of all open votes", () => {
  it("has each open vote of the list once, the earliest end first", async () => {
    const open = (await visitor.get(suggestions, "/dao/suggestions")).data.open.items as {
      id: number;
      end_at: string;
    }[];
    const { headers, data } = await visitor.get(calendar, "/dao/votes.ics");
    expect(headers.get("Content-Type")).toBe("text/calendar; charset=utf-8");
    expect(headers.get("Content-Disposition")).toBe('attachment; filename="soria-votes.ics"');
    expect(headers.get("Cache-Control")).toBe("private, no-store");
    expect(valuesOf(data, "UID")).toEqual(open.map(({ id }) => `suggestion-${id}-voting@localhost`));
    const ends = open.map(({ end_at }) => new Date(end_at).toISOString().replace(/[-:]|\.\d{3}/g, ""));
    expect(valuesOf(data, "DTSTART")).toEqual(ends);
    expect(ends).toEqual([...ends].sort());
  });

  it("leaves out votes that are over or have not begun, and reads no more than ten pages", async () => {
    const hour = 3_600_000;
    const at = (hours: number) => new Date(Date.now() + hours * hour).toISOString();
    let asked = 0;
    server.use(
      http.get(LIST, ({ request }) => {
        asked += 1;
        const page = Number(new URL(request.url).searchParams.get("page"));
        const row = (id: number, start: number, end: number) =>
          ({ id, status: "IN_PROGRESS", title: `T${id}`, start_at: at(start), end_at: at(end) }) as const;
        const rows = Array.from({ length: 30 }, (_, i) => row(page * 100 + i, -2, page * 100 + i));
        const items = page === 1 ? [row(1, -9, -1), row(2, 1, 9), ...rows] : rows;
        const data = { page, page_count: 900, stats: { total: 27_000 }, items };
        return HttpResponse.json({ result: 1, message: "SUCCESS", data });
      }),
    );
    const { data } = await visitor.get(calendar, "/dao/votes.ics");
    const ids = valuesOf(data, "UID");
    expect(ids).not.toContain("suggestion-1-voting@localhost");
    expect(ids).not.toContain("suggestion-2-voting@localhost");
    expect(ids.length).toBeLessThanOrEqual(200);
    expect(asked).toBeLessThanOrEqual(10);
  });
});

describe("a calendar address", () => {
  it("is made by a form, and read without cookies, in the language of its page", async () => {
    expect(await addressOf()).toBeUndefined();
    const address = await newAddress();
    expect(address).toMatch(/^\/dao\/votes\.ics\?secret=[\w-]{43}\.[\w-]{43}&lng=en$/);
    const { status, headers, data } = await read(address);
    expect(status).toBe(200);
    expect(headers.get("Set-Cookie")).toBeNull();
    expect(headers.get("Cache-Control")).toMatch(/^private\b/);
    expect(headers.get("Content-Disposition")).toBeNull();
    expect(valuesOf(data, "UID")).toHaveLength(5);
    expect(valuesOf(data, "X-WR-CALNAME")).toEqual(["Soria DAO votes"]);
    expect(data).toContain("\r\nREFRESH-INTERVAL;VALUE=DURATION:PT4H\r\n");
    for (const line of data.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    const download = (await visitor.get(calendar, "/dao/votes.ics")).data as string;
    expect(valuesOf(data, "UID")).toEqual(valuesOf(download, "UID"));
    // Shown again, for another device.
    expect(await addressOf(await enter(new Visitor()))).toBe(address);
  });

  it("stops working when it is replaced or removed, with a response that tells nothing of the member", async () => {
    const first = await newAddress();
    const second = await newAddress();
    expect(second).not.toBe(first);
    expect((await read(second)).status).toBe(200);
    const replaced = await read(first);
    expect((await press("remove")).location).toBe(`${PROFILE}#calendar-address`);
    expect(await addressOf()).toBeUndefined();
    const removed = await read(second);
    expect([replaced.status, removed.status]).toEqual([410, 410]);
    expect(replaced.data).toBe(removed.data);
    expect(replaced.data).toBe(
      "This calendar address no longer works. You can make a new one on your profile.\n",
    );
  });

  it("needs its whole secret", async () => {
    const address = await newAddress();
    const secret = new URLSearchParams(address.split("?")[1]).get("secret") ?? "";
    const [owner = "", own = ""] = secret.split(".");
    const other = await enter(new Visitor(), await (await sandbox()).make({}));
    const theirs = new URLSearchParams((await newAddress(other)).split("?")[1]).get("secret") ?? "";
    const [, theirOwn = ""] = theirs.split(".");
    const wrong = [
      ...["", owner, own, `${owner}.`, `.${own}`, `${owner}.${own}.x`, `${owner}.${own.slice(1)}`],
      ...[`${owner}.${theirOwn}`, `${owner}.${"A".repeat(43)}`, "x".repeat(1_500), `${owner}.${own}\u0000`],
    ];
    for (const one of wrong) {
      const { status } = await read(`/dao/votes.ics?${new URLSearchParams({ secret: one })}`);
      expect(status, one).toBe(410);
    }
  });

  it("is not read with the cookies of another member", async () => {
    const address = await newAddress();
    const other = await enter(new Visitor(), await (await sandbox()).make({}));
    const before = new Map(other.cookies);
    expect((await other.get(calendar, address)).status).toBe(200);
    expect(other.cookies).toEqual(before);
    await press("remove");
    expect((await other.get(calendar, address)).status).toBe(410);
  });

  it("asks for the sign-in while the member is signed in nowhere, and has the votes again afterwards", async () => {
    const address = await newAddress();
    await visitor.post(signOut, "/sign-out", {});
    const { status, data } = await read(address);
    expect(status).toBe(200);
    expect(valuesOf(data, "SUMMARY")).toEqual(["Sign in to Soria to see the votes again"]);
    expect(data).toMatch(/\r\nDTSTART;VALUE=DATE:\d{8}\r\n/);
    expect(data).not.toContain("BEGIN:VALARM");
    await enter(new Visitor());
    expect(valuesOf((await read(address)).data, "UID")).toHaveLength(5);
  });

  it("reads with another session of the member when the API refuses one", async () => {
    const address = await newAddress();
    await enter(new Visitor());
    const refused = new Set<string>();
    server.use(
      http.get(LIST, ({ request }) => {
        const bearer = request.headers.get("Authorization") ?? "";
        if (refused.size > 0 && !refused.has(bearer)) return undefined;
        refused.add(bearer);
        return HttpResponse.json({ result: 0, message: "no" }, { status: 401 });
      }),
      http.post("http://api.test/api/auth/refresh/*", () => HttpResponse.json({}, { status: 401 })),
      http.get("http://api.test/api/auth/refresh/*", () => HttpResponse.json({}, { status: 401 })),
    );
    expect(valuesOf((await read(address)).data, "UID")).toHaveLength(5);
    expect(refused.size).toBe(1);
  });

  it("extends no session's life, and its secret is stored encrypted", async () => {
    const address = await newAddress();
    const owner = ownerOf(account.id);
    const before = await sessionStore().listOf(owner);
    await read(address);
    expect(await sessionStore().listOf(owner)).toEqual(before);
    const stored = await sessionStore().get(`calendar:${owner}`);
    const own = address.slice(-50);
    expect(Buffer.from(stored?.payload ?? []).toString("latin1")).not.toContain(own.slice(0, 20));
  });

  it("passes on that the API does not respond, so that the calendar keeps what it has", async () => {
    const address = await newAddress();
    server.use(http.get(LIST, () => HttpResponse.json({}, { status: 503, headers: { "Retry-After": "7" } })));
    const { status, headers, data } = await read(address);
    expect([status, headers.get("Retry-After")]).toEqual([503, "7"]);
    expect(data).not.toContain("BEGIN:");
    server.use(http.get(LIST, () => HttpResponse.error()));
    expect((await read(address)).status).toBeGreaterThanOrEqual(500);
  });

  it("is read thirty times an hour", async () => {
    const address = await newAddress();
    for (let times = 0; times < 30; times += 1) expect((await read(address)).status).toBe(200);
    const { status, headers } = await read(address);
    expect(status).toBe(429);
    expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
  });

  it("goes with the account", async () => {
    const address = await newAddress();
    await visitor.post(terminate, "/my-page/terminate", { confirm: "on" });
    expect((await read(address)).status).toBe(410);
  });

  it("ends when nothing reads it for 90 days, and lives on when something does", async () => {
    const address = await newAddress();
    const stored = () => sessionStore().get(`calendar:${ownerOf(account.id)}`);
    const days = ((await stored())?.expiresAt ?? 0) - Date.now();
    expect(Math.round(days / 86_400_000)).toBe(90);
    const { version = 0, payload = new Uint8Array() } = (await stored()) ?? {};
    const soon = Date.now() + 5 * 86_400_000;
    await sessionStore().replace(`calendar:${ownerOf(account.id)}`, version, { payload, expiresAt: soon });
    await read(address);
    expect((await stored())?.expiresAt).toBeGreaterThan(soon);
    const written = (await stored())?.version;
    await read(address);
    expect((await stored())?.version).toBe(written);
  });
});
