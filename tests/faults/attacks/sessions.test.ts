/** Session security: stolen, planted and forged cookies, and reset tokens. */
import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "./client";
import { Target } from "./site";

let target: Target;
beforeAll(async () => {
  target = await Target.start({ LOG_LEVEL: "debug" });
});
afterAll(() => target.stop());

const membersOnly = ["/my-page/profile", "/my-page/history", "/my-page/history.csv", "/my-page/data.json"];
membersOnly.push("/my-page/ecommerce-history", "/store/products", "/support/requests", "/dao/members");

/** Returns a client with only this cookie, like a thief's. */
function withCookie(value: string, name = "soria"): Client {
  const client = target.client();
  client.jar.set(name, value);
  return client;
}

const cookieOf = (client: Client) => client.jar.get("soria") ?? "";
/** Returns the guest cookie of a browser without a session. */
const noteOf = (client: Client) => client.jar.get("soria-guest") ?? "";

async function isSignedIn(cookie: string, name?: string): Promise<boolean> {
  const statuses: number[] = [];
  for (const path of membersOnly) {
    const { status, headers } = await withCookie(cookie, name).get(path);
    if (status === 303) expect(headers.location, path).toMatch(/^\/sign-in/);
    statuses.push(status);
  }
  const known = new Set(statuses);
  expect(known.size, `${statuses.join()}: all of it, or nothing`).toBe(1);
  return known.has(200);
}

let addresses = 0;

/** Returns a visitor who is not signed in but has a session, because a sign-up is in progress. */
async function visitor(): Promise<Client> {
  const client = target.client();
  const email = `sessions-${Date.now()}-${(addresses += 1)}@soria.test`;
  await client.post("/sign-up", { intent: "send-code", email });
  expect(cookieOf(client)).not.toBe("");
  return client;
}

/** Returns a guest with a message: without a session, with a guest cookie. */
async function guest(): Promise<Client> {
  const client = target.client();
  await client.get("/change-password");
  expect([noteOf(client) !== "", cookieOf(client)]).toEqual([true, ""]);
  return client;
}

describe("an old cookie", () => {
  it("is worth nothing after sign-in, and the one before is no member's", async () => {
    const { email } = await target.sandbox.makeMember();
    const client = await visitor();
    const planted = cookieOf(client);
    await client.signIn(email);
    expect(cookieOf(client)).not.toBe(planted);
    expect(await isSignedIn(cookieOf(client))).toBe(true);
    expect(await isSignedIn(planted)).toBe(false);
    // Signing in again creates a new session and ends the previous one.
    const first = cookieOf(client);
    await client.signIn(email);
    expect(cookieOf(client)).not.toBe(first);
    expect(await isSignedIn(first)).toBe(false);
  });

  it("of a guest is worth nothing after sign-in", async () => {
    const { email } = await target.sandbox.makeMember();
    const client = await guest();
    const planted = noteOf(client);
    await client.signIn(email);
    expect(await isSignedIn(cookieOf(client))).toBe(true);
    expect([noteOf(client), cookieOf(client).includes(planted)]).toEqual(["", false]);
    for (const name of ["soria-guest", "soria"]) expect(await isSignedIn(planted, name), name).toBe(false);
  });

  it("is worth nothing after sign-out", async () => {
    const { client } = await target.member();
    const old = cookieOf(client);
    expect(await isSignedIn(old)).toBe(true);
    await client.post("/sign-out", {});
    expect(await isSignedIn(old)).toBe(false);
  });

  it("is worth nothing after a change of password, here and elsewhere", async () => {
    const { client, member } = await target.member();
    const elsewhere = target.client();
    await elsewhere.signIn(member.email);
    const [old, other] = [cookieOf(client), cookieOf(elsewhere)];
    const newPassword = "Kumo-2025?";
    const fields = {
      intent: "password",
      oldPassword: member.password,
      newPassword,
      newPasswordConfirm: newPassword,
    };
    expect((await client.post("/my-page/profile", fields)).status).toBe(303);
    expect(cookieOf(client)).not.toBe(old);
    expect(await isSignedIn(cookieOf(client))).toBe(true);
    expect(await isSignedIn(old)).toBe(false);
    expect(await isSignedIn(other)).toBe(false);
  });

  it("is worth nothing after leaving", async () => {
    const { client, member } = await target.member();
    const elsewhere = target.client();
    await elsewhere.signIn(member.email);
    const old = cookieOf(client);
    expect((await client.post("/my-page/terminate", { confirm: "on" })).status).toBe(303);
    for (const cookie of [old, cookieOf(client), cookieOf(elsewhere)])
      expect(await isSignedIn(cookie)).toBe(false);
  });
});

describe("a cookie that was made up", () => {
  it("does not sign in, and its id is never adopted", async () => {
    const { client, member } = await target.member();
    const good = decodeURIComponent(cookieOf(client));
    const [value = "", signature = ""] = [
      good.slice(0, good.lastIndexOf(".")),
      good.slice(good.lastIndexOf(".") + 1),
    ];
    const id = Buffer.from(value, "base64").toString();
    const madeUp = Buffer.from(JSON.stringify("A".repeat(43))).toString("base64");
    const signed = (text: string, secret: string) =>
      `${text}.${createHmac("sha256", secret).update(text).digest("base64").replace(/=+$/, "")}`;
    const cookies = [
      "",
      "x",
      value,
      `${value}.`,
      `${value}.${"A".repeat(signature.length)}`,
      `${value}.${signature.slice(0, -2)}`,
      `${value}.${signature}x`,
      `${madeUp}.${signature}`,
      signed(value, ""),
      signed(value, "secret"),
      signed(madeUp, "undefined"),
      `${Buffer.from(id.toLowerCase()).toString("base64")}.${signature}`,
      `${Buffer.from('{"user":{"id":1},"tokens":{}}').toString("base64")}.${signature}`,
      Buffer.from("null").toString("base64"),
      "__proto__",
      "%00",
      "%E0%A4%A",
      "a".repeat(4000),
      `${"e30.".repeat(500)}`,
    ].map((cookie) => (cookie.includes("%") ? cookie : encodeURIComponent(cookie)));
    for (const cookie of cookies) {
      expect(await isSignedIn(cookie), cookie.slice(0, 80)).toBe(false);
      const planted = withCookie(cookie);
      await planted.signIn(member.email);
      expect(cookieOf(planted)).not.toBe(cookie);
    }
    const note = {
      id: JSON.parse(id) as string,
      until: Date.now() + 60_000,
      data: { user: { id: 1 }, tokens: {} },
    };
    const notes = [good, value, Buffer.from(JSON.stringify(note)).toString("base64url")];
    for (const made of [...cookies, ...notes]) {
      expect(await isSignedIn(encodeURIComponent(made), "soria-guest"), made.slice(0, 80)).toBe(false);
    }
    expect(await isSignedIn(cookieOf(client))).toBe(true);
    console.log(`made-up cookies: ${2 * cookies.length + notes.length}, none taken`);
  });

  it("beside a valid cookie, does not decide alone who is signed in", async () => {
    const { client } = await target.member();
    const planted = cookieOf(await visitor());
    for (const both of [
      `soria=${planted}; soria=${cookieOf(client)}`,
      `soria=x; soria=${cookieOf(client)}`,
    ]) {
      const { status } = await target.client().get("/my-page/profile", { Cookie: both });
      expect([200, 303]).toContain(status);
    }
  });
});

it("a reset token is in no answer, log, address or header, whatever becomes of it", async () => {
  const member = await target.sandbox.makeMember();
  const client = target.client();
  await client.post("/find-password", { intent: "send", email: member.email });
  const [mail] = await target.sandbox.mail(member.email);
  const link = new URL(mail?.link ?? "");
  const token = link.searchParams.get("token") ?? "";
  expect(token.length).toBeGreaterThan(20);
  let received = "";
  const walk = async (path: string, follow = true): Promise<void> => {
    const { status, headers, text } = await client.get(path);
    received += JSON.stringify(headers) + text;
    if (follow && status >= 300 && status < 400) await walk(String(headers.location));
  };
  await walk(link.pathname + link.search);
  // Truncated as by mail programs, and on paths where it does not belong.
  for (const path of [
    `/wpdnif?token=${token.slice(0, -3)}`,
    `/wpdnif?token=${token}&token=x`,
    `/wpdnif/?token=${token}`,
    `/change-password?token=${token}`,
    `/sign-in?token=${token}`,
    `/nowhere?token=${token}`,
    `/wpdnif?_data=${encodeURIComponent("routes/account/reset-link/route")}&token=${token}`,
  ]) {
    const { status, headers, text } = await client.get(path);
    const location = String(headers.location ?? headers["x-remix-redirect"] ?? "");
    expect(status).toBeLessThan(500);
    // The redirect to the canonical path is the only one with the token: its target is the link itself.
    if (status === 308)
      expect([path, location]).toEqual([`/wpdnif/?token=${token}`, `/wpdnif?token=${token}`]);
    else expect(location).not.toContain(token);
    // Pages repeat their own URL in links to other languages, but the reset page has none.
    if (path.startsWith("/wpdnif")) received += text;
  }
  expect((await client.get(link.pathname + link.search)).headers["referrer-policy"]).toBe("no-referrer");
  const page = await client.get("/change-password");
  received += page.text;
  const password = "Lantern-7!";
  await client.post("/change-password", { password, passwordConfirm: password });
  await client.get("/change-password/complete");
  expect(received).not.toContain(token.slice(0, -3));
  const log = target.log + (target.running.sandbox?.output() ?? "");
  expect(log).not.toContain(token.slice(0, 40));
  expect(log).not.toContain(token.slice(-20));
  expect(log).not.toContain(password);
});
