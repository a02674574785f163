import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { env } from "#server/config/env.server";
import { makePass } from "#server/maintenance/pass.server";
import { setClockOffset } from "#server/runtime/clock.server";
import { newFolder } from "../../kit/data/new-folder";
import { serving, useServer } from "./app-support";

const SECRET = "x".repeat(32);
const HOUR = 60 * 60_000;
const file = join(newFolder(), "maintenance.json");
let origin: string;
/** Lead of the clock. Other files of this process have read plans at smaller ones. */
let passed = 6 * HOUR;

/** Writes a plan that the next request reads. Times are hours from now. */
function plan(fields: Record<string, unknown>, hours: { from?: number; until?: number } = {}): void {
  const times = Object.entries(hours).map(([name, hour]) => [
    name,
    new Date(Date.now() + passed + 2_000 + hour * HOUR).toISOString(),
  ]);
  writeFileSync(file, JSON.stringify({ ...fields, ...Object.fromEntries(times) }));
  setClockOffset((passed += 2_000));
}

useServer();
beforeAll(() => {
  env().maintenanceFile = file;
});
beforeEach(async () => {
  rmSync(file, { force: true });
  ({ origin } = await serving(() => Promise.resolve(new Response("the page"))));
});
afterAll(() => {
  setClockOffset((passed += 2_000));
  env().maintenanceFile = undefined;
});

const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(origin + path, { headers, redirect: "manual" });
  return { status: response.status, headers: response.headers, text: await response.text() };
};
const post = (path: string) =>
  fetch(origin + path, {
    method: "POST",
    headers: { Origin: origin },
    body: new URLSearchParams({ a: "1" }),
  });

describe("maintenance of the whole site", () => {
  it("responds with its page, 503 and Retry-After, in the visitor's language, without scripts", async () => {
    plan({}, { from: -1, until: 0.05 });
    for (const [lng, tag, title] of [
      ["ja", "ja", "ただいま、島の手入れをしています"],
      ["en", "en", "We’re tending the islands just now"],
      ["ko", "ko", "지금 섬을 손보고 있어요"],
      ["zh", "zh-Hans", "我们正在维护浮岛"],
    ]) {
      const page = await get(`/news?lng=${lng}`);
      expect(page.status).toBe(503);
      expect(Number(page.headers.get("Retry-After"))).toBeGreaterThan(170);
      expect(Number(page.headers.get("Retry-After"))).toBeLessThanOrEqual(180);
      expect(page.headers.get("Cache-Control")).toBe("no-store");
      expect(page.text).toContain(`<html lang="${tag}">`);
      expect(page.text).toContain(`<h1>${title}</h1>`);
      expect(page.text).toContain("/art/heads/trouble.svg");
      expect(page.text).not.toMatch(/<script|\{\{|undefined/);
    }
  });

  it("without an end says so, and asks for another try in five minutes", async () => {
    plan({ text: { ja: "<b>灯り</b>を換えます。" } });
    const { headers, text } = await get("/");
    expect(headers.get("Retry-After")).toBe("300");
    expect(text).toContain("開く時刻は、まだ決まっていません");
    expect(text).toContain("&#60;b&#62;灯り&#60;/b&#62;を換えます。");
  });

  it("leaves health, and the end of a payment, open", async () => {
    plan({});
    expect((await get("/healthz?of=ready")).status).toBe(200);
    expect((await get("/healthz")).status).toBe(200);
    expect((await get("/store/products/complete?purchase=x")).text).toBe("the page");
    expect((await post("/store/products/complete")).status).toBe(200);
    expect((await post("/store/products/7")).status).toBe(503);
    expect((await post("/support/inquiry")).status).toBe(503);
  });

  it("tells a script the same, as data of an error", async () => {
    plan({});
    const { status, headers, text } = await get("/news?_data=routes%2Fnews&lng=en");
    expect([status, headers.get("X-Remix-Catch")]).toEqual([503, "yes"]);
    expect((JSON.parse(text) as { message: string }).message).toMatch(
      /^We’re tending the islands just now\. We don’t/,
    );
  });

  it.each(["//evil.example/x", "/\\evil.example"])("has no link to another site: %s", async (path) => {
    plan({});
    expect((await get(path)).text).not.toMatch(/href="[/\\]{2}/);
  });
});

describe("maintenance of a part", () => {
  it("closes that part, and leads to the others", async () => {
    plan({ areas: ["store", "dao"] });
    const { status, text } = await get("/store/products?lng=en");
    expect(status).toBe(503);
    expect(text).toContain("<h1>Closed for maintenance: Store, DAO</h1>");
    expect(text).toContain('<a href="/support">Support</a>');
    expect(text).not.toContain('<a href="/dao">');
    expect((await get("/support/faq")).text).toBe("the page");
    expect((await get("/")).text).toBe("the page");
  });
});

describe("a planned maintenance", () => {
  it("closes nothing, and has its details at /maintenance", async () => {
    plan({}, { from: 48, until: 50 });
    expect((await get("/news")).text).toBe("the page");
    const { status, text } = await get("/maintenance?lng=en");
    expect(status).toBe(200);
    expect(text).toMatch(/<h1>The islands close for maintenance from .*\(Japan time\) to /);
    expect(text).toContain("Payments stop at");
  });
  it("ends by itself, and the address belongs to the site again", async () => {
    plan({}, { from: -3, until: -1 });
    expect((await get("/news")).text).toBe("the page");
    expect((await get("/maintenance")).text).toBe("the page");
  });
});

describe("an operator's link", () => {
  it("lets their browser pass", async () => {
    plan({});
    const link = makePass("link", [SECRET], Date.now() + passed + 60_000);
    const opened = await get(`/maintenance?pass=${link}`);
    expect([opened.status, opened.headers.get("Location"), opened.headers.get("Cache-Control")]).toEqual([
      303,
      "/",
      "no-store",
    ]);
    const cookie = (opened.headers.get("Set-Cookie") ?? "").split(";")[0] ?? "";
    expect((await get("/news", { Cookie: cookie })).text).toBe("the page");
    expect((await get("/news")).status).toBe(503);
    setClockOffset((passed += 12 * HOUR));
    expect((await get("/news", { Cookie: cookie })).status).toBe(503);
  });
  it("does nothing once it is over or changed", async () => {
    plan({});
    for (const pass of [
      makePass("link", [SECRET], Date.now() + passed - 1),
      "1.x",
      makePass("link", ["y"], 9e15),
    ])
      expect((await get(`/maintenance?pass=${pass}`)).headers.get("Set-Cookie")).toBeNull();
  });
});
