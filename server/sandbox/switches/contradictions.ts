/** What a fault rule may do so that the answers of the API contradict each other, or what the member has seen. */
import { z } from "zod";
import { paymentType } from "../../wire/store";
import type { Database } from "../database";

/** The price of an item, changed by the call that a rule fits; it stays when the rule has gone. */
export const priceChange = z.object({
  /** Id of the product. */
  item: z.number().int(),
  /** Hundredths. */
  amount: z.number().int().optional(),
  currency: paymentType.optional(),
  /** Before the work of the call is done, or after it and before the answer leaves. */
  when: z.enum(["before", "after"]).default("before"),
});
export type PriceChange = z.infer<typeof priceChange>;

/** Fields of a rule that change the real answer of a call, after its work. */
export const answerChange = {
  /** "data.amount": 90000, "data.items.0.status": "PENDING", "data.items.*.currency": "SORIA". */
  set: z.record(z.unknown()).optional(),
  /** Paths as in `set`, of fields that are left out. */
  unset: z.array(z.string()).optional(),
  headers: z.record(z.string()).optional(),
};

type AnswerChange = { [Name in keyof typeof answerChange]?: z.infer<(typeof answerChange)[Name]> };

/** Changes a product as the rule says. */
export async function changePrice(db: Database, { item, amount, currency }: PriceChange): Promise<void> {
  await db.run(
    "UPDATE products SET amount = COALESCE(?, amount), payment_type = COALESCE(?, payment_type) WHERE id = ?",
    [amount ?? null, currency ?? null, item],
  );
}

/** The objects or arrays that the steps before the last lead to; those that are not there are none. */
function holdersOf(root: unknown, steps: string[]): Record<string, unknown>[] {
  if (typeof root !== "object" || root === null) return [];
  const [step, ...rest] = steps;
  const holder = root as Record<string, unknown>;
  if (step === undefined) return [holder];
  const names = step === "*" ? Object.keys(holder) : [step];
  return names.flatMap((name) => holdersOf(holder[name], rest));
}

function change(body: unknown, path: string, edit: (holder: Record<string, unknown>, name: string) => void) {
  const steps = path.split(".");
  const last = steps.pop() ?? "";
  for (const holder of holdersOf(body, steps)) {
    for (const name of last === "*" ? Object.keys(holder) : [last]) edit(holder, name);
  }
}

/** The answer with the fields and headers of a rule; one that is no JSON keeps its body. */
export async function contradicted(
  { set, unset, headers }: AnswerChange,
  answer: Response,
): Promise<Response> {
  if (!set && !unset && !headers) return answer;
  const changed = new Headers(answer.headers);
  for (const [name, value] of Object.entries(headers ?? {})) changed.set(name, value);
  changed.delete("content-length");
  let text = await answer.text();
  if (/json/.test(answer.headers.get("content-type") ?? "")) {
    const body: unknown = JSON.parse(text);
    for (const [path, value] of Object.entries(set ?? {})) {
      change(body, path, (holder, name) => (holder[name] = value));
    }
    // JSON has no undefined, and leaves such a field out.
    for (const path of unset ?? []) change(body, path, (holder, name) => (holder[name] = undefined));
    text = JSON.stringify(body);
  }
  return new Response(text, { status: answer.status, headers: changed });
}
