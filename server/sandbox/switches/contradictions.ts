/** Fault rules that make responses contradict each other, or contradict what the member has seen. */
import { z } from "zod";
import { paymentType } from "../../wire/store";
import { type Database, sql } from "../database";

/** A price change that is triggered by a matching call. It stays after the rule is removed. */
export const priceChange = z.object({
  item: z.number().int(),
  /** New price in hundredths. */
  amount: z.number().int().optional(),
  currency: paymentType.optional(),
  /** Before the call does its work, or after the work and before the response. */
  when: z.enum(["before", "after"]).default("before"),
});
export type PriceChange = z.infer<typeof priceChange>;

/** Fields of a rule that change the real response of a call. */
export const answerChange = z.object({
  /** "data.amount": 90000, "data.items.0.status": "PENDING", "data.items.*.currency": "SORIA". */
  set: z.record(z.unknown()).optional(),
  /** Paths of fields to remove, in the syntax of `set`. */
  unset: z.array(z.string()).optional(),
  headers: z.record(z.string()).optional(),
});

export async function changePrice(db: Database, { item, amount, currency }: PriceChange): Promise<void> {
  await db.run(sql`UPDATE products SET amount = COALESCE(${amount}, amount),
    payment_type = COALESCE(${currency}, payment_type) WHERE id = ${item}`);
}

/** Sets the fields at a path, in which `*` is every field or row. Ignores missing objects. */
function setAt(root: unknown, [step = "", ...rest]: string[], value: unknown): void {
  if (typeof root !== "object" || root === null) return;
  const holder = root as Record<string, unknown>;
  for (const name of step === "*" ? Object.keys(holder) : [step]) {
    if (rest.length > 0) setAt(holder[name], rest, value);
    else holder[name] = value;
  }
}

/** Returns the response with the fields and headers of a rule. A body that is not JSON stays unchanged. */
export async function contradicted(rule: z.infer<typeof answerChange>, answer: Response): Promise<Response> {
  const { set, unset, headers } = rule;
  if (!set && !unset && !headers) return answer;
  const changed = new Headers(answer.headers);
  for (const [name, value] of Object.entries(headers ?? {})) changed.set(name, value);
  changed.delete("content-length");
  let text = await answer.text();
  if (/json/.test(answer.headers.get("content-type") ?? "")) {
    const body: unknown = JSON.parse(text);
    for (const [path, value] of Object.entries(set ?? {})) setAt(body, path.split("."), value);
    // JSON.stringify removes fields that are undefined.
    for (const path of unset ?? []) setAt(body, path.split("."), undefined);
    text = JSON.stringify(body);
  }
  return new Response(text, { status: answer.status, headers: changed });
}
