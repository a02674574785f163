import type { ActionFunctionArgs } from "@remix-run/node";
import { describe, expect, it } from "vitest";
import { signInAction } from "~/routes/account/sign-in/action.server";
import { action as signOutAction } from "~/routes/resources/sign-out";
import { callApi } from "#server/api/api.server";
import { errorResponse } from "#server/web/error-response.server";
import { ApiError } from "#server/errors/api-error";
import { applySessionCookie, getSession, requireMember } from "#server/session/session.server";
import { faults, sandbox } from "../mocks/server";
import { Browser, token } from "../unit/session/support";
import { receive, receiveBearers } from "./statements/received";

/** Builds a form submission with the browser's cookies. */
function post(browser: Browser, path: string, fields: Record<string, string>): ActionFunctionArgs {
  const request = new Request(`http://localhost:3000${path}`, {
    method: "POST",
    headers: { Cookie: browser.cookieHeader, Origin: "http://localhost:3000" },
    body: new URLSearchParams(fields),
  });
  return { request, context: {}, params: {} };
}

/** Returns an action's response after storing its cookies in the browser. */
function keep(browser: Browser, result: unknown): Response {
  if (!(result instanceof Response)) throw new Error("the action did not answer with a Response");
  for (const header of result.headers.getSetCookie()) browser.keepHeader(header);
  return result;
}

async function signedIn(): Promise<Browser> {
  const browser = new Browser();
  const { email, password } = await (await sandbox()).make({});
  const response = await signInAction(post(browser, "/sign-in", { email: email ?? "", password }));
  expect(keep(browser, response).status).toBe(303);
  return browser;
}

/** Replaces the access token in the browser's session. */
async function withAccessToken(browser: Browser, accessToken: string): Promise<void> {
  const session = await browser.visit();
  await session.update((draft) => {
    if (draft.tokens) draft.tokens.accessToken = accessToken;
  });
}

describe("a member", () => {
  it("signs in, is known on the next request, signs out, and is known no more", async () => {
    const browser = await signedIn();
    const session = await requireMember(browser.request("/my-page"));
    expect((await callApi("profile", { tokens: session })).id).toBe(session.user?.id);

    const old = browser.cookieHeader;
    const response = keep(browser, await signOutAction(post(browser, "/sign-out", {})));
    expect(response.headers.get("Location")).toBe("/");
    expect(browser.cookieHeader).not.toBe(old);
    const after = await browser.visit();
    expect(after.isSignedIn).toBe(false);
    expect(await after.takeFlash()).toMatchObject([{ kind: "success" }]);
    const request = new Request("http://localhost:3000/", { headers: { Cookie: old } });
    expect((await getSession({ request, context: {} })).data).toEqual({});
  });

  it("signs out at the API with an access token that has ended, renewed first", async () => {
    const browser = await signedIn();
    await withAccessToken(browser, token(-1));
    const { refreshToken = "" } = (await browser.visit()).data.tokens ?? {};
    await signOutAction(post(browser, "/sign-out", {}));
    const restored = await (await sandbox()).call("/auth/refresh/session", { token: refreshToken });
    expect(restored.status).toBe(401);
  });

  it("has no token in the cookie, nor in what an answer carries [A081.1]", async () => {
    const browser = new Browser();
    const { email, password } = await (await sandbox()).make({});
    const response = keep(
      browser,
      await signInAction(post(browser, "/sign-in", { email: email ?? "", password })),
    );
    const { tokens } = (await browser.visit()).data;
    const carried = JSON.stringify([...response.headers]) + (await response.text());
    const plain = carried + Buffer.from(browser.cookieHeader.split("=")[1] ?? "", "base64").toString();
    for (const each of Object.values(tokens ?? {})) if (each) expect(plain).not.toContain(each);
    expect(Object.keys(tokens ?? {})).toContain("refreshToken");
  });
});

it("a session is restored by one call, and has all tokens and the member's fields of its answer, and none of before [A010.1 A080.1 A105.2 A221.1 A221.2 A221.3]", async () => {
  const browser = await signedIn();
  const before = (await browser.visit()).data;
  const user = { id: 7, type: "EMAIL", email: "new@soria.test", firstName: "暁", lastName: "雲居" };
  const balances = { pointAmount: 11, soriaAmount: 22, soriaPlusAmount: 33 };
  const tokens = {
    accessToken: token(900, "new access"),
    refreshToken: token(86_400, "new refresh"),
    ecAccessToken: token(900, "new order token"),
  };
  const body = { result: 1, message: "SUCCESS", data: { ...tokens, ...user, ...balances } };
  await faults({ path: "/api/auth/refresh/session", status: 200, body });
  // Only an access token that cannot be read is not renewed alone.
  await withAccessToken(browser, "unreadable");
  const received = receive();
  const bearers = receiveBearers();
  const { data } = await requireMember(browser.request("/my-page"));
  expect(received).toEqual([{ line: "GET /api/auth/refresh/session?platform=WEB", hasToken: true }]);
  expect(bearers).toEqual([`Bearer ${before.tokens?.refreshToken ?? "none"}`]);
  expect(data.tokens).toMatchObject(tokens);
  expect(data.user).toMatchObject({ ...user, ...balances });
  const old = Object.values(before.tokens ?? {}).filter((value) => typeof value === "string" && value !== "");
  expect(old.length).toBeGreaterThanOrEqual(3);
  for (const value of old) expect(JSON.stringify(data.tokens)).not.toContain(value);
});

describe("100 requests at once", () => {
  it.each([
    ["has expired", token(-1)],
    ["is refused by the API", token(900, "of another key")],
  ])("with an access token that %s: one refresh, 100 good answers [A222.2]", async (_, accessToken) => {
    const browser = await signedIn();
    await withAccessToken(browser, accessToken);
    const received = receive();
    const profiles = await Promise.all(
      Array.from({ length: 100 }, async () =>
        callApi("profile", { tokens: await requireMember(browser.request("/my-page")) }),
      ),
    );
    expect(profiles).toHaveLength(100);
    expect(new Set(profiles.map(({ id }) => id)).size).toBe(1);
    const refreshes = received.map(({ line }) => line).filter((line) => line.includes("/auth/refresh/"));
    expect(refreshes).toEqual(["GET /api/auth/refresh/access-token"]);
  });
});

describe("a session that the API has ended", () => {
  it("is signed out with the message, shown once, and no loop [A247.1 P171.1]", async () => {
    const browser = await signedIn();
    const session = await browser.visit();
    const { tokens } = session.data;
    await (
      await sandbox()
    ).call("/auth/sign-out", {
      body: { token: tokens?.refreshToken },
      ...(tokens ? { token: tokens.accessToken } : {}),
    });
    // Every page that makes the call redirects to sign-in and back.
    const thrown: unknown = await callApi("profile", { tokens: session }).catch((reason: unknown) => reason);
    expect(errorResponse(thrown, {})?.headers.get("Location")).toMatch(/^\/sign-in/);

    const args = browser.request("/");
    const next = await getSession(args);
    expect(next.isSignedIn).toBe(false);
    expect(await next.takeFlash()).toMatchObject([{ key: "errors:http.401" }]);
    await applySessionCookie(new Headers(), args.context);
    expect((await browser.visit()).data).toEqual({});
  });

  it("does not end because the API cannot be reached", async () => {
    const browser = await signedIn();
    await withAccessToken(browser, token(-1));
    await faults({ path: "/api/auth/refresh", mode: "close" });
    const error: unknown = await requireMember(browser.request("/my-page")).catch(
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(ApiError);
    expect((error as ApiError).status).toBe(503);
    await faults();
    expect((await requireMember(browser.request("/my-page"))).isSignedIn).toBe(true);
  });
});
