/** The site as a process: with another API than the sandbox, restarts, and secrecy of tokens. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { HttpMember } from "../kit/visitors/http-member";
import { freePort } from "../kit/programs/redis-server";
import { runProgram, type Running, type RunningSite, startSite } from "../kit/programs/site";
import { figure, inRow } from "./table";

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "soria-house-"));
  cleanups.push(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

async function site(options: Parameters<typeof startSite>[0] = {}): Promise<RunningSite> {
  const running = await startSite(options);
  cleanups.push(() => running.stop());
  return running;
}

async function freshMember(api: Running): Promise<string> {
  const response = await fetch(`${api.origin}/__members`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ firstName: "灯", lastName: "水野", history: 12 }),
  });
  return ((await response.json()) as { email: string }).email;
}

/** Matches a JWT: three parts, of which the first begins with {" in base64url. */
const JWT = /eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/;

describe("another server that speaks the wire format", () => {
  it("is used in place of the sandbox, which does not run", async () => {
    // The other server is a sandbox too, at URLs that the site knows only from its configuration.
    const apiPort = await freePort();
    const api = await runProgram(
      "sandbox",
      apiPort,
      { SANDBOX_PORT: String(apiPort), DATA_DIR: folder() },
      "/mailbox.json",
    );
    cleanups.push(() => api.stop());
    const { site: web } = await site({
      sandbox: false,
      env: {
        API_BASE_URL: `${api.origin}/api`,
        ORDER_API_BASE_URL: `${api.origin}/order-service/`,
        SESSION_SECRET: "a-secret-that-only-tests-use-0123456789",
        STRIPE_PUBLISHABLE_KEY: "pk_test_0123456789",
      },
    });
    const member = new HttpMember(web.origin);
    expect((await member.request("/news")).status).toBe(200);
    await member.signIn(await freshMember(api));
    const profile = await member.request("/my-page/profile");
    expect(profile.status).toBe(200);
    expect(profile.text).toContain("水野");
    expect((await member.request("/my-page/ecommerce-history")).status).toBe(200);
  });
});

describe("tokens", () => {
  it("are in no page, data answer, cookie, header or log line [A081.1]", async () => {
    const { site: web, sandbox } = await site({ env: { LOG_LEVEL: "debug" } });
    if (!sandbox) throw new Error("The sandbox has to run.");
    const member = new HttpMember(web.origin);
    const email = await freshMember(sandbox);
    await member.signIn(email);
    const pages = [
      "/",
      "/news",
      "/my-page/profile",
      "/my-page/history",
      "/my-page/ecommerce-history",
      "/my-page/terminate",
      "/store/products",
      "/healthz",
    ];
    for (const path of pages) expect((await member.request(path)).status, path).toBeLessThan(400);
    for (const [path, route] of [
      ["/", "root"],
      ["/my-page/profile", "root"],
      ["/my-page/profile", "routes/my-page/profile/route"],
    ] as const) {
      await member.request(`${path}?_data=${encodeURIComponent(route)}`);
    }
    await member.request("/my-page/history.csv");
    await member.request("/my-page/data.json");
    expect(member.received.length).toBeGreaterThan(50_000);
    expect(member.received).not.toMatch(JWT);
    expect(member.cookieHeader).not.toMatch(JWT);

    // The token of a reset link must not appear either.
    await member.post("/find-password", { intent: "send", email });
    const [mail] = (await (
      await fetch(`${sandbox.origin}/mailbox.json?to=${encodeURIComponent(email)}`)
    ).json()) as {
      link: string;
    }[];
    const link = new URL(mail?.link ?? "");
    const visitor = new HttpMember(web.origin);
    await visitor.request(link.pathname + link.search);
    await visitor.request("/change-password");
    const token = link.searchParams.get("token") ?? "";
    expect(token).toMatch(JWT);
    expect(visitor.received).not.toContain(token);
    const log = web.output() + sandbox.output();
    expect(log).not.toMatch(JWT);
    expect(log).not.toContain("Soria-2024!");
  });
});

describe("a restart", () => {
  inRow("kill");

  it("by SIGTERM and then by SIGKILL leaves the member signed in and the data there", async () => {
    const dataDir = folder();
    let running = await site({ dataDir });
    if (!running.sandbox) throw new Error("The sandbox has to run.");
    const email = await freshMember(running.sandbox);
    const member = new HttpMember(running.site.origin);
    await member.signIn(email);
    const before = await member.request("/my-page/history");
    expect(before.status).toBe(200);
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      await Promise.all([running.site.stop(signal), running.sandbox?.stop(signal)]);
      running = await site({ dataDir });
      // Cookies are independent of ports, so the browser sends the same one.
      const back = new HttpMember(running.site.origin);
      const profile = await back.request("/my-page/profile", { headers: { Cookie: member.cookieHeader } });
      expect(profile.status).toBe(200);
      expect(profile.text).toContain(email);
      const after = await back.request("/my-page/history", { headers: { Cookie: member.cookieHeader } });
      expect(after.text.match(/<tr/g)?.length).toBe(before.text.match(/<tr/g)?.length);
      figure(
        `site and sandbox ended by ${signal}, started again: the member is signed in, the history is whole`,
      );
    }
  });
});
