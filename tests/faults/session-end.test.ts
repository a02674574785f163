/** The end of a member's session on the built site: invalid tokens, clock changes, and sign-outs at bad moments. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HttpMember } from "../kit/visitors/http-member";
import { SandboxClient } from "../kit/visitors/sandbox-client";
import { type RunningSite, startSite } from "../kit/programs/site";
import { TestClock } from "../kit/programs/test-clock";
import { texts } from "../kit/data/texts";
import { member as answerOf, token } from "../unit/session/support";
import { figure, inRow } from "./table";

const EXPIRED = texts("ja", "errors")("http.401");
const JUMP_MS = 2 * 60 * 60_000;

const clock = new TestClock();
let running: RunningSite;
let sandbox: SandboxClient;

beforeAll(async () => {
  running = await startSite({
    env: {
      LOG_LEVEL: "warn",
      ...clock.env,
    },
  });
  sandbox = new SandboxClient(running.sandbox?.origin ?? "");
});
afterAll(async () => {
  await running.stop();
  clock.remove();
});

/**
 * Follows redirects like a browser.
 * @returns the last response, and the paths on the way
 */
async function follow(browser: HttpMember, path: string) {
  const way: string[] = [];
  let next = path;
  for (;;) {
    way.push(next);
    expect(way.length, way.join(" → ")).toBeLessThan(6);
    const response = await browser.request(next);
    const location = response.headers.get("Location");
    if (!location)
      return { ...response, shown: response.text.replace(/<script\b[\s\S]*?<\/script>/g, ""), way };
    next = location;
  }
}

/** Asserts that the member is redirected to the sign-in, sees the message once, and that the old cookie is invalid. */
async function expectSignedOut(browser: HttpMember, old: string): Promise<string[]> {
  const { status, shown, way } = await follow(browser, "/my-page/profile");
  expect([status, way.at(-1)]).toEqual([200, "/sign-in?redirectTo=%2Fmy-page%2Fprofile"]);
  expect(shown).toContain(EXPIRED);
  expect((await follow(browser, "/my-page/profile")).shown).not.toContain(EXPIRED);
  await expectDead(old);
  return way;
}

async function expectDead(cookie: string): Promise<void> {
  const { status, headers } = await new HttpMember(running.site.origin).request("/my-page/profile", {
    headers: { Cookie: cookie },
  });
  expect([status, headers.get("Location")]).toEqual([303, "/sign-in?redirectTo=%2Fmy-page%2Fprofile"]);
}

describe("tokens", () => {
  inRow("tokens");

  it.each([
    ["that are no JWT", { accessToken: "none", refreshToken: "none" }],
    ["without exp", { accessToken: token(undefined), refreshToken: token(undefined) }],
    ["with an exp that is no number", { accessToken: "a.eyJleHAiOiJzb29uIn0.b", refreshToken: "a.b.c" }],
    ["that ended long ago", { accessToken: token(-90_000), refreshToken: token(-90_000) }],
  ])("%s are removed, and the member is signed out with the message", async (name, tokens) => {
    const { email } = await sandbox.makeMember();
    const browser = new HttpMember(running.site.origin);
    const data = answerOf({ ...tokens, email });
    await sandbox.faults([{ path: "/api/auth/sign-in", email, body: { result: 1, message: "", data } }]);
    await browser.signIn(email);
    await sandbox.faults([]);
    const way = await expectSignedOut(browser, browser.cookieHeader);
    figure(`tokens ${name}: signed out with the message after ${way.length - 1} redirect, no loop`);
  });

  it("stay valid when the clock of the site jumps two hours ahead, and back", async () => {
    const { email, password } = await sandbox.makeMember();
    const [browser, other] = [new HttpMember(running.site.origin), new HttpMember(running.site.origin)];
    await browser.signIn(email, password);
    await other.signIn(email, password);
    const jump = (to: number) => clock.set(to, [running.site]);

    // The expiry of tokens is checked by their issuer's clock, so a change of the site's clock has no effect.
    await jump(JUMP_MS);
    expect((await browser.request("/my-page/profile")).status).toBe(200);
    expect((await browser.request("/")).status).toBe(200);
    await jump(0);
    // It has no effect after the clock is corrected either, for a returning browser and a new one.
    expect((await browser.request("/my-page/profile")).status).toBe(200);
    expect((await other.request("/my-page/profile")).status).toBe(200);
    await browser.signIn(email, password);
    expect((await browser.request("/my-page/profile")).status).toBe(200);
    figure("clock 2 h ahead, and right again: still signed in, all works");
  });
});

describe("a sign-out", () => {
  inRow("signOut");

  it("that races a refresh leaves the session dead, 20 times", async () => {
    let refreshed = 0;
    for (let n = 0; n < 20; n += 1) {
      const { id, email, password } = await sandbox.makeMember();
      const browser = new HttpMember(running.site.origin);
      const data = answerOf({ id, email, accessToken: token(-1), refreshToken: token(900) });
      await sandbox.faults([
        { path: "/api/auth/sign-in", email, body: { result: 1, message: "", data } },
        {
          path: "/api/auth/refresh/access-token",
          delayMs: n * 10,
          body: { result: 1, message: "", data: { accessToken: token(900) } },
        },
        // The sandbox does not know the renewed token, so this response stands for its use.
        { path: "/api/users/me", delayMs: 20, status: 500 },
      ]);
      await browser.signIn(email, password);
      const old = browser.cookieHeader;
      const headers = { Cookie: old, Origin: running.site.origin };
      const ask = (path: string, method = "GET") =>
        fetch(running.site.origin + path, { method, headers, redirect: "manual" }).then(
          (response) => response.status,
        );
      const reading = [1, 2, 3].map(() => ask("/my-page/profile"));
      // Before, during or after the refresh.
      await new Promise((resolve) => setTimeout(resolve, (n % 5) * 25));
      expect(await ask("/sign-out", "POST")).toBe(303);
      refreshed += (await Promise.all(reading)).filter((status) => status === 502).length;
      await sandbox.faults([]);
      await expectDead(old);
    }
    figure(
      `racing a refresh: 20 sign-outs, ${refreshed} of 60 requests had their token renewed, no session came back`,
    );
  });

  it.each([
    ["refuses", { mode: "close" as const }],
    ["stalls", { mode: "stall" as const }],
    ["answers 500", { status: 500 }],
  ])("while the API %s signs out here all the same", async (name, fault) => {
    const { email, password } = await sandbox.makeMember();
    const browser = new HttpMember(running.site.origin);
    await browser.signIn(email, password);
    const old = browser.cookieHeader;
    await sandbox.faults([{ path: "/api", ...fault }]);
    const began = performance.now();
    const out = browser.post("/sign-out", {});
    // The session ends immediately, without waiting for the API's response.
    await expect
      .poll(
        async () =>
          (await new HttpMember(running.site.origin).request("/sign-in", { headers: { Cookie: old } }))
            .status,
      )
      .toBe(200);
    const dead = performance.now() - began;
    const { status, headers } = await out;
    expect([status, headers.get("Location")]).toEqual([303, "/"]);
    const ms = performance.now() - began;
    expect(browser.cookieHeader).not.toBe(old);
    await sandbox.faults([]);
    await expectDead(old);
    figure(`while the API ${name}: dead after ${Math.round(dead)} ms, answered after ${Math.round(ms)} ms`);
  });
});
