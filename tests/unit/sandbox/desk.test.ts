import { afterAll, beforeAll, expect, test } from "vitest";
import { createSandbox, type Sandbox } from "#server/sandbox/sandbox";

const origin = "http://localhost:4000";
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await createSandbox({ dataDir: ":memory:", origin });
});
afterAll(() => sandbox.close());

const get = async (path: string) => {
  const answer = await sandbox.fetch(new Request(origin + path));
  return { status: answer.status, text: await answer.text() };
};

function post(path: string, fields: Record<string, string>, from: string | null = origin) {
  const headers = from === null ? undefined : { Origin: from };
  return sandbox.fetch(
    new Request(origin + path, {
      method: "POST",
      body: new URLSearchParams(fields),
      ...(headers && { headers }),
    }),
  );
}

test("the desk shows members, faults, settings, calls and mail, and takes no script", async () => {
  const answer = await sandbox.fetch(new Request(`${origin}/`));
  expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
  const text = await answer.text();
  for (const heading of ["A member in any state", "Faults", "Settings", "The last calls", "The last mails"]) {
    expect(text).toContain(`>${heading}</h2>`);
  }
  expect(text).toContain('name="accessTokenSeconds" type="number" value="900"');
});

test("a member made at the desk can sign in, with the balances asked for", async () => {
  const answer = await post("/desk/members", { state: "normal", type: "EMAIL", soria: "321", history: "2" });
  const [, email] = /role="status">\s*(m-[0-9a-f]+@soria\.test)/.exec(await answer.text()) ?? [];
  const signIn = await sandbox.fetch(
    new Request(`${origin}/api/auth/sign-in`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ email, password: "Soria-2024!", language: "JA", platform: "WEB" }),
    }),
  );
  expect(await signIn.json()).toMatchObject({ result: 1, data: { soriaAmount: 321 } });
});

test("a rule set at the desk meets the API and never the desk itself", async () => {
  expect((await post("/desk/faults", { path: "/", status: "503" })).status).toBe(303);
  expect((await get("/api/news?page=1&size=10&scope=WEB&language=EN")).status).toBe(503);
  const desk = await get("/");
  expect(desk.status).toBe(200);
  expect(desk.text).toContain("&quot;status&quot;:503");
  await post("/desk/faults/clear", {});
  expect((await get("/api/news?page=1&size=10&scope=WEB&language=EN")).status).toBe(200);
});

test("a setting is changed; one that makes no sense is refused in words and changes nothing", async () => {
  const settings = Object.fromEntries(
    Object.entries(sandbox.services.settings).flatMap(([name, value]) =>
      value === false ? [] : [[name, value === true ? "on" : String(value)]],
    ),
  );
  expect((await post("/desk/settings", { ...settings, delayMs: "5" })).status).toBe(303);
  expect(sandbox.services.settings.delayMs).toBe(5);
  const refused = await post("/desk/settings", { ...settings, delayMs: "-1" });
  expect(refused.status).toBe(400);
  expect(await refused.text()).toMatch(/role="alert">delayMs: /);
  expect(sandbox.services.settings.delayMs).toBe(5);
  await post("/desk/settings", { ...settings, delayMs: "0" });
});

test.each([["https://elsewhere.example"], ["null"], [null]])("a form from %s is refused", async (from) => {
  const before = sandbox.services.settings.delayMs;
  for (const path of ["/desk/members", "/desk/faults", "/desk/settings", "/desk/reset"]) {
    expect((await post(path, { delayMs: "9", path: "/" }, from)).status, path).toBe(403);
  }
  expect(sandbox.services.settings.delayMs).toBe(before);
});

test("the last calls are listed, without the desk's own", async () => {
  await get("/api/news?page=1&size=10&scope=WEB&language=EN");
  const { text } = await get("/");
  expect(text).toContain("GET /api/news?page=1&amp;size=10");
  expect(text).not.toContain("<td>GET /</td>");
});

test("a refund at the desk gives a purchase back, and says what cannot be", async () => {
  const made = await sandbox.fetch(
    new Request(`${origin}/__members`, {
      method: "POST",
      body: JSON.stringify({ balances: { soria: 1000 } }),
    }),
  );
  const { id, email, password } = (await made.json()) as { id: number; email: string; password: string };
  const call = async (path: string, body: object, token = "") => {
    const headers = { "Content-Type": "application/json", Authorization: `Bearer ${token}` };
    const request = new Request(`${origin}/api${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    return ((await (await sandbox.fetch(request)).json()) as { data: Record<string, string> }).data;
  };
  const { accessToken } = await call("/auth/sign-in", { email, password, language: "EN", platform: "WEB" });
  const wanted = { transactionMethod: "SORIA", objectId: 1, quantity: 1 };
  const { transactionId = "" } = await call("/store/products/purchase", wanted, accessToken);

  expect((await post("/desk/refunds", { transactionId })).status).toBe(303);
  expect(JSON.parse((await get(`/__books?member=${id}`)).text)).toMatchObject({
    balances: { soria: 1000 },
    transactions: [{ status: "REFUNDED", taken: 0 }],
  });
  const again = await post("/desk/refunds", { transactionId });
  expect([again.status, await again.text()]).toEqual([400, expect.stringContaining("NOTHING_LEFT")]);
});
