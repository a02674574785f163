import { createServer } from "node:http";
import { describe, expect, test, vi } from "vitest";
import texts from "#server/sandbox/desk/texts.json";
import { closed, listening } from "../../kit/programs/listening";
import {
  call,
  get,
  json,
  type Made,
  make,
  origin,
  post,
  sandbox,
  signIn,
  tokenOf,
  useDesk,
} from "./desk-support";

useDesk();

const member = async (id: number) => (await json<Record<string, unknown>>("GET", `/__members/${id}`)).data;

describe("members", () => {
  test("are found by e-mail, name, id and state", async () => {
    const made = await make({ firstName: "Quill", lastName: "Zebedee", state: "suspended" });
    const found = async (query: string) =>
      (await json<{ members: { id: number }[] }>("GET", `/__members?${query}`)).data.members.map(
        ({ id }) => id,
      );
    expect(await found(`search=${made.email}`)).toEqual([made.id]);
    expect(await found("search=zebedee")).toEqual([made.id]);
    expect(await found(`search=${made.id}`)).toContain(made.id);
    expect(await found("state=suspended")).toEqual([4, made.id]);
    expect(await found("search=zebedee&state=locked")).toEqual([]);
    expect((await get("/?search=zebedee&state=")).text).toContain("Zebedee Quill");
  });

  test("made at the desk can sign in, with the balances asked for", async () => {
    const response = await post("/desk/members", {
      state: "normal",
      type: "EMAIL",
      soria: "321",
      history: "2",
    });
    expect(response.status).toBe(303);
    const id = Number(
      /^\/desk\/members\/(\d+)\?done=member-made$/.exec(response.headers.get("location") ?? "")?.[1],
    );
    const { email } = await member(id);
    expect(await signIn({ email: String(email), password: "Soria-2024!" })).toMatchObject({
      result: 1,
      data: { soriaAmount: 321 },
    });
  });

  test("keeps what was typed when a member cannot be made", async () => {
    const response = await post("/desk/members", { email: "member@soria.test", soria: "77" });
    const text = await response.text();
    expect(response.status).toBe(400);
    expect(text).toMatch(/role="alert">The e-mail or address is taken/);
    expect(text).toMatch(/value="member@soria.test"[^]*value="77"/);
  });

  test("are locked and unlocked", async () => {
    const made = await make();
    await post(`/desk/members/${made.id}`, { do: "lock" });
    expect([(await member(made.id))["state"], (await signIn(made)).result]).toEqual(["locked", 1117]);
    await post(`/desk/members/${made.id}`, { do: "unlock" });
    expect([(await member(made.id))["state"], (await signIn(made)).result]).toEqual(["normal", 1]);
  });

  test("are suspended until a moment, with a reason, and no longer", async () => {
    const made = await make();
    const until = "2099-01-02T03:04";
    await post(`/desk/members/${made.id}`, { do: "suspend", until, reason: "Too many lanterns" });
    expect(await member(made.id)).toMatchObject({ state: "suspended", suspendedUntil: `${until}:00.000Z` });
    expect(await signIn(made)).toMatchObject({ result: 1118, data: { reason: "Too many lanterns" } });
    await post(`/desk/members/${made.id}`, { do: "lift" });
    expect((await signIn(made)).result).toBe(1);
  });

  test("are deleted at a moment, which can be cancelled", async () => {
    const made = await make();
    await post(`/desk/members/${made.id}`, { do: "delete", deleteAt: "2099-01-02T03:04" });
    expect((await member(made.id))["state"]).toBe("leaving");
    await post(`/desk/members/${made.id}`, { do: "keep-account" });
    expect((await member(made.id))["state"]).toBe("normal");
    await post(`/desk/members/${made.id}`, { do: "delete", deleteAt: "2001-01-01T00:00" });
    expect([(await member(made.id))["state"], (await signIn(made)).result]).toEqual(["deleted", 1007]);
  });

  test("get other balances, and the history says so", async () => {
    const made = await make({ balances: { soria: 100, point: 7 } });
    await post(`/desk/members/${made.id}`, { do: "balances", soria: "40", soriaPlus: "5", point: "7" });
    expect((await member(made.id))["balances"]).toEqual({ soria: 40, soriaPlus: 5, point: 7 });
    const lines = await sandbox.services.db.all<{ currency: string; type: string; change_amount: number }>(
      "SELECT currency, type, change_amount FROM history WHERE member_id = ? ORDER BY currency",
      [made.id],
    );
    expect(lines.map(({ currency, type, change_amount }) => [currency, type, change_amount])).toEqual([
      ["soria", "REDEEM", 60],
      ["soria-plus", "REWARD", 5],
    ]);
    const refused = await post(`/desk/members/${made.id}`, { do: "balances", soria: "-1" });
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringContaining("balances.soria: "),
    ]);
  });

  test("with a wallet get and lose a pass token", async () => {
    const { id } = await make({ type: "WALLET" });
    expect((await member(id))["pass"]).toBe("used");
    for (const pass of ["none", "new"]) {
      await post(`/desk/members/${id}`, { do: "pass", pass });
      expect((await member(id))["pass"]).toBe(pass);
    }
  });

  test("get orders, whose status is changed", async () => {
    const { id } = await make();
    await post(`/desk/members/${id}/orders`, { count: "2" });
    type Books = { orders: { number: string; status: string }[] };
    const books = async () => (await json<Books>("GET", `/__books?member=${id}`)).data.orders;
    const [order] = await books();
    await post(`/desk/members/${id}/orders/${order?.number}`, { status: "REFUNDED" });
    expect((await books()).find(({ number }) => number === order?.number)?.status).toBe("REFUNDED");
    expect((await json("PATCH", "/__orders/NONE", { status: "CREATED" })).status).toBe(404);
  });

  test("are given a purchase back, and the desk says what cannot be", async () => {
    const made = await make({ balances: { soria: 1000 } });
    const wanted = { transactionMethod: "SORIA", objectId: 1, quantity: 1 };
    const bought = await call("POST", "/store/products/purchase", wanted, await tokenOf(made));
    const { transactionId = "" } = bought.data ?? {};
    expect((await post(`/desk/members/${made.id}/refunds`, { transactionId })).status).toBe(303);
    expect((await json("GET", `/__books?member=${made.id}`)).data).toMatchObject({
      balances: { soria: 1000 },
      transactions: [{ status: "REFUNDED", taken: 0 }],
    });
    const again = await post(`/desk/members/${made.id}/refunds`, { transactionId });
    expect([again.status, await again.text()]).toEqual([
      400,
      expect.stringContaining(texts.problems.NOTHING_LEFT),
    ]);
  });
});

describe("sign in as", () => {
  test("a one-time password signs its member in once, within five minutes", async () => {
    const [one, other] = [await make(), await make()];
    const order = async () => (await json<Made>("POST", `/__members/${one.id}/sign-in`)).data;
    const { email, password } = await order();
    expect((await signIn({ email: other.email, password })).result).toBe(1200);
    expect((await signIn({ email, password })).result).toBe(1);
    expect((await signIn({ email, password })).result).toBe(1200);
    const late = await order();
    const now = Date.now();
    vi.spyOn(Date, "now").mockReturnValue(now + 6 * 60_000);
    expect((await signIn(late)).result).toBe(1200);
    vi.restoreAllMocks();
  });

  /** Serves a site that records each request, and responds to it with this status and a session cookie. */
  async function withSite(
    status: number,
    task: (seen: { origin: string; cookie: string; body: string }[]) => Promise<void>,
  ) {
    const seen: { origin: string; cookie: string; body: string }[] = [];
    const server = createServer((request, response) => {
      let body = "";
      request.on("data", (chunk: Buffer) => (body += chunk.toString()));
      request.on("end", () => {
        seen.push({ origin: request.headers.origin ?? "", cookie: request.headers.cookie ?? "", body });
        response
          .writeHead(status, { Location: "/my-page", "Set-Cookie": ["soria=new; Path=/; HttpOnly", "lng=x"] })
          .end();
      });
    });
    sandbox.services.settings.siteOrigin = (await listening(server)).replace("127.0.0.1", "localhost");
    try {
      await task(seen);
    } finally {
      await closed(server);
    }
  }

  test("asks the site as a browser would and hands its cookies on", async () => {
    const made = await make();
    await withSite(303, async (seen) => {
      const { siteOrigin } = sandbox.services.settings;
      const response = await post(
        `/desk/members/${made.id}/sign-in`,
        {},
        { Origin: origin, Cookie: "soria=old" },
      );
      expect([response.status, response.headers.get("location")]).toEqual([303, `${siteOrigin}/my-page`]);
      expect(response.headers.getSetCookie()).toEqual(["soria=new; Path=/; HttpOnly", "lng=x"]);
      expect(seen).toMatchObject([{ origin: siteOrigin, cookie: "" }]);
      expect(new URLSearchParams(seen[0]?.body).get("email")).toBe(made.email);
    });
  });

  test("shows e-mail and one-time password where the site refuses, is elsewhere or does not answer", async () => {
    const made = await make();
    const page = async () => (await post(`/desk/members/${made.id}/sign-in`)).text();
    await withSite(400, async () => expect(await page()).toContain("it answered 400"));
    expect(await page()).toContain(texts.signIn.why.unreachable);
    sandbox.services.settings.siteOrigin = "https://soria.example";
    const text = await page();
    expect(text).toContain(texts.signIn.why.host);
    const password = /one-time-[\w-]+/.exec(text)?.[0] ?? "";
    expect((await signIn({ email: made.email, password })).result).toBe(1);
  });

  test("tells how a wallet signs in", async () => {
    expect(await (await post("/desk/members/6/sign-in")).text()).toContain("development keys 1 to 4");
    expect((await json("POST", "/__members/6/sign-in")).status).toBe(409);
  });
});
