import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { CONTROLS, SIGN_IN } from "#server/sandbox/desk/controls";
import texts from "#server/sandbox/desk/texts.json";
import { createSandbox, type Sandbox } from "#server/sandbox/sandbox";

const origin = "http://localhost:4000";
/** The query of a news list. */
const news = "page=1&size=1&scope=WEB&language=EN";
let sandbox: Sandbox;
let initial: Sandbox["services"]["settings"];

beforeAll(async () => {
  sandbox = await createSandbox({ dataDir: ":memory:", origin });
  initial = { ...sandbox.services.settings };
});
afterEach(async () => {
  await json("DELETE", "/__scenarios");
  await json("PUT", "/__faults", []);
  Object.assign(sandbox.services.settings, initial);
});
afterAll(() => sandbox.close());

const get = async (path: string) => {
  const response = await sandbox.fetch(new Request(origin + path));
  return { status: response.status, text: await response.text(), headers: response.headers };
};

async function json<Answer>(method: string, path: string, body?: unknown) {
  const response = await sandbox.fetch(
    new Request(origin + path, { method, ...(body !== undefined && { body: JSON.stringify(body) }) }),
  );
  return { status: response.status, data: (await response.json()) as Answer };
}

function post(path: string, fields: Record<string, string> = {}, headers?: Record<string, string>) {
  const body = new URLSearchParams(fields);
  return sandbox.fetch(
    new Request(origin + path, { method: "POST", body, headers: headers ?? { Origin: origin } }),
  );
}

interface Made {
  id: number;
  email: string;
  password: string;
}
const make = async (order: object = {}) => (await json<Made>("POST", "/__members", order)).data;
const member = async (id: number) => (await json<Record<string, unknown>>("GET", `/__members/${id}`)).data;

interface Envelope {
  result: number;
  data: Record<string, string> | null;
}
async function call(method: string, path: string, body?: object, token?: string) {
  const response = await sandbox.fetch(
    new Request(`${origin}/api${path}`, {
      method,
      headers: {
        ...(body && { "Content-Type": "application/json" }),
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }),
  );
  return (await response.json()) as Envelope;
}
const signIn = async ({ email, password }: Pick<Made, "email" | "password">) =>
  call("POST", "/auth/sign-in", { email, password, language: "EN", platform: "WEB" });
const tokenOf = async (who: Made) => (await signIn(who)).data?.["accessToken"] ?? "";

describe("pages", () => {
  const pages = [
    "/",
    "/desk/members/1",
    "/desk/members/6",
    "/desk/scenarios",
    "/desk/rules",
    "/desk/calls",
    "/desk/settings",
    "/desk/reset",
  ];

  test.each(pages)("%s answers, takes no script and names its forms' JSON calls", async (path) => {
    const { status, text, headers } = await get(path);
    expect(status).toBe(200);
    expect(headers.get("content-security-policy")).toContain("default-src 'none'; style-src 'self'");
    expect(text).not.toContain("undefined");
    for (const [, action = ""] of text.matchAll(/method="post" action="([^"]+)"/g)) {
      const form = [...CONTROLS, SIGN_IN].some((one) =>
        new RegExp(`^/desk${one.form.replace(/:\w+/g, "[^/]+")}$`).test(action),
      );
      expect(form, action).toBe(true);
    }
  });

  test("an unknown member or call is 404", async () => {
    expect((await get("/desk/members/999999")).status).toBe(404);
    expect((await get("/desk/calls/999999")).status).toBe(404);
  });

  test("the style sheet is made of the site's tokens, with both themes in plain CSS", async () => {
    const { text } = await get("/desk/style.css");
    const tokens = readFileSync("brand/tokens.css", "utf8");
    expect(text).toContain(tokens.slice(tokens.indexOf(":root {"), 3000));
    expect(text).toMatch(/:root\[data-theme="night"\][^]*--sunken: #1a1227/);
    expect(text).toMatch(/prefers-color-scheme: dark[^]*--sunken: #1a1227/);
  });

  test("follows the theme that the site's cookie chooses", async () => {
    const response = await sandbox.fetch(new Request(`${origin}/`, { headers: { Cookie: "theme=night" } }));
    expect(await response.text()).toMatch(/<html lang="en"\s+data-theme="night"/);
  });

  test("says on every page what is not as usual", async () => {
    expect((await get("/desk/rules")).text).not.toContain(texts.inForce);
    await json("POST", "/__scenarios/slow-evening");
    await json("POST", "/__faults", { path: "/api/news", status: 503 });
    const { text } = await get("/desk/calls");
    expect(text).toContain(texts.inForce);
    expect(text).toMatch(/Slow evening[^]*1 rule[^]*delayMs 2500/);
  });
});

describe("cross-site requests", () => {
  test.each([[{ Origin: "https://elsewhere.example" }], [{ Origin: "null" }], [{}]])(
    "a form with %o is refused at every address",
    async (headers) => {
      const before = { ...sandbox.services.settings };
      for (const { form } of [...CONTROLS, SIGN_IN]) {
        const path = `/desk${form}`.replace(/:\w+/g, "1");
        expect((await post(path, { delayMs: "9", path: "/" }, headers)).status, path).toBe(403);
      }
      expect(sandbox.services.settings).toEqual(before);
    },
  );
});

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
    await new Promise<void>((ready) => server.listen(0, "localhost", ready));
    sandbox.services.settings.siteOrigin = `http://localhost:${(server.address() as AddressInfo).port}`;
    try {
      await task(seen);
    } finally {
      server.closeAllConnections();
      server.close();
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

describe("rules", () => {
  test("are added at the desk, said as sentences and removed one by one", async () => {
    expect((await post("/desk/rules", { path: "/api/news", status: "503", times: "2" })).status).toBe(303);
    await post("/desk/rules", { path: "/api/dao", delayMs: "1500", mode: "close", after: "on" });
    const { data: rules } = await json<{ id: number; sentence: string }[]>("GET", "/__faults");
    expect(rules.map(({ sentence }) => sentence)).toEqual([
      "Every request to /api/news… answers 503; 2 more times.",
      "Every request to /api/dao… does its work first, then waits 1,500 ms, then closes the connection without a response; until removed.",
    ]);
    const { text } = await get("/desk/rules");
    for (const { sentence } of rules) expect(text).toContain(sentence);
    expect((await get(`/api/news?${news}`)).status).toBe(503);
    await post(`/desk/rules/${rules[0]?.id}/remove`);
    expect((await get(`/api/news?${news}`)).status).toBe(200);
    expect((await json<unknown[]>("GET", "/__faults")).data).toHaveLength(1);
    expect((await json("DELETE", `/__faults/${rules[0]?.id}`)).status).toBe(404);
    await post("/desk/rules/clear");
    expect((await json<unknown[]>("GET", "/__faults")).data).toEqual([]);
  });

  test("never meet the desk itself", async () => {
    await post("/desk/rules", { path: "/", status: "503" });
    expect((await get("/")).status).toBe(200);
  });
});

describe("calls", () => {
  interface Entry {
    id: number;
    path: string;
    status: number;
    requestBody?: string;
  }
  const last = async (path: string) => {
    const { calls } = (await json<{ calls: Entry[] }>("GET", "/__calls")).data;
    return calls.findLast((one) => one.path === path) as Entry;
  };

  test("are listed with bodies, without the desk's own", async () => {
    await get(`/api/news?${news}`);
    const list = (await get("/desk/calls")).text;
    expect(list).toContain(`GET /api/news?${news.replaceAll("&", "&amp;")}`);
    expect(list).not.toContain("GET /desk");
    const { text } = await get(`/desk/calls/${(await last("/api/news")).id}`);
    expect(text).toMatch(/Response body[^]*&quot;is_fixed&quot;/);
  });

  test("that read are replayed at once, under the rules in force", async () => {
    await get(`/api/news?${news}`);
    await json("POST", "/__faults", { path: "/api/news", status: 418 });
    const response = await post(`/desk/calls/${(await last("/api/news")).id}/replay`);
    const made = await last("/api/news");
    expect(response.headers.get("location")).toBe(`/desk/calls/${made.id}?done=replayed`);
    expect(made.status).toBe(418);
  });

  test("that change things ask first, and are replayed as the same member with the same key", async () => {
    const made = await make({ balances: { soria: 1000 } });
    const wanted = { transactionMethod: "SORIA", objectId: 1, quantity: 1 };
    await call("POST", "/store/products/purchase", wanted, await tokenOf(made));
    const first = await last("/api/store/products/purchase");
    expect((await get(`/desk/calls/${first.id}`)).text).toContain(`href="/desk/calls/${first.id}/replay"`);
    expect((await get(`/desk/calls/${first.id}/replay`)).text).toContain(texts.calls.replayAsk);
    expect((await json("GET", `/__books?member=${made.id}`)).data).toMatchObject({
      balances: { soria: 700 },
    });
    expect((await json("POST", `/__calls/${first.id}/replay`)).status).toBe(201);
    expect((await json("GET", `/__books?member=${made.id}`)).data).toMatchObject({
      balances: { soria: 400 },
    });
  });

  test("whose secrets are not kept are not replayed", async () => {
    const made = await make();
    await signIn(made);
    const { id } = await last("/api/auth/sign-in");
    expect(await json("POST", `/__calls/${id}/replay`)).toMatchObject({
      status: 409,
      data: { message: "SECRETS_NOT_KEPT" },
    });
    const page = await post(`/desk/calls/${id}/replay`);
    expect(await page.text()).toContain(texts.problems.SECRETS_NOT_KEPT);
  });
});

describe("settings", () => {
  const typed = () =>
    Object.fromEntries(
      Object.entries(sandbox.services.settings).flatMap(([name, value]) =>
        value === false ? [] : [[name, value === true ? "on" : String(value)]],
      ),
    );

  test("each has a text, a unit where it is a number, and its default on the page", async () => {
    expect(Object.keys(texts.setting).sort()).toEqual(Object.keys(initial).sort());
    const { text } = await get("/desk/settings");
    for (const [name, value] of Object.entries(initial)) {
      const { label, unit } = texts.setting[name as keyof typeof texts.setting];
      expect(text).toContain(label);
      expect(unit !== "", name).toBe(typeof value === "number");
    }
    expect(text).toContain("seconds, default 900");
  });

  test("are changed and brought back; one that makes no sense is refused and changes nothing", async () => {
    expect((await post("/desk/settings", { ...typed(), delayMs: "5" })).status).toBe(303);
    expect(sandbox.services.settings).toEqual({ ...initial, delayMs: 5 });
    const refused = await post("/desk/settings", { ...typed(), delayMs: "-1" });
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringMatching(/role="alert">delayMs: /),
    ]);
    expect(sandbox.services.settings.delayMs).toBe(5);
    await post("/desk/settings/defaults");
    expect(sandbox.services.settings).toEqual(initial);
  });

  test("the record of keys is lost on request", async () => {
    const epoch = async () => (await post("/api/store/products/purchase")).headers.get("idempotency-epoch");
    const before = await epoch();
    await post("/desk/settings/keys");
    expect(await epoch()).not.toBe(before);
  });

  test("a reset asks first, and brings everything back", async () => {
    await json("POST", "/__scenarios/price-changes-in-mid-purchase");
    await make({ email: "gone@soria.test" });
    expect((await get("/desk/reset")).text).toContain(texts.settings.resetWarning);
    expect((await post("/desk/reset")).headers.get("location")).toBe("/?done=reset");
    expect((await json<{ total: number }>("GET", "/__members")).data.total).toBe(6);
    const playing = (await json<{ isPlaying: boolean }[]>("GET", "/__scenarios")).data;
    expect(playing.some(({ isPlaying }) => isPlaying)).toBe(false);
  });
});

describe("JSON", () => {
  const calls = () => sandbox.routes.filter((route) => / \/__/.test(route));

  test("each control of the desk has its JSON call, and each form a control", () => {
    for (const { call: of } of [...CONTROLS, SIGN_IN]) expect(calls()).toContain(of);
    const forms = sandbox.routes.filter((route) => route.startsWith("POST /desk")).sort();
    expect(forms).toEqual([...CONTROLS, SIGN_IN].map(({ form }) => `POST /desk${form}`).sort());
  });

  test("docs/testing.md describes each JSON call, and no other", () => {
    const doc = readFileSync("docs/testing.md", "utf8");
    const described = [...doc.matchAll(/`((?:GET|PUT|POST|PATCH|DELETE) \/__[\w/:-]+)/g)].map(
      ([, one]) => one,
    );
    expect([...new Set(described)].sort()).toEqual([...new Set(calls())].sort());
  });
});
