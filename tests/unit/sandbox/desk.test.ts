import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { CONTROLS, SIGN_IN } from "#server/sandbox/desk/controls";
import texts from "#server/sandbox/desk/texts.json";
import {
  call,
  get,
  initial,
  json,
  make,
  origin,
  post,
  sandbox,
  signIn,
  tokenOf,
  useDesk,
} from "./desk-support";

useDesk();

/** The query of a news list. */
const news = "page=1&size=1&scope=WEB&language=EN";

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
