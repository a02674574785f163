/** APIs whose purchase and capture calls are defective. */
import { randomUUID } from "node:crypto";
import {
  isCall,
  PURCHASE,
  CAPTURE,
  keyOf,
  withBody,
  withKey,
  bearerOf,
  memberOf,
  type Variant,
} from "./variant-tools";

export const purchaseVariants: Variant[] = [
  {
    id: "A",
    name: "transactionMethod is not asked for",
    proxy:
      ({ sandbox }) =>
      async (request, next) => {
        if (!isCall(request, PURCHASE)) return next(request);
        const body = (await request
          .clone()
          .json()
          .catch(() => ({}))) as { transactionMethod?: unknown; objectId?: unknown };
        if (body.transactionMethod !== undefined) return next(request);
        const item = await sandbox.services.db.one<{ payment_type: string }>(
          "SELECT payment_type FROM products WHERE id = ?",
          [Number(body.objectId) || 0],
        );
        const method = item?.payment_type ?? "SORIA";
        return next(
          await withBody(request, (given) =>
            Object.keys(given).length === 0
              ? given
              : { ...given, transactionMethod: /USD|SGD/.test(method) ? "STRIPE" : method },
          ),
        );
      },
    found: ["store.purchase body.transactionMethod  body.transactionMethod"],
  },
  {
    id: "B",
    name: "a replay makes a second purchase",
    proxy: () => {
      const done = new Map<string, string>();
      return async (request, next) => {
        if (!isCall(request, PURCHASE) || keyOf(request) === "" || bearerOf(request) === "")
          return next(request);
        const content = await request.clone().text();
        if (done.get(keyOf(request)) === content) return next(withKey(request, randomUUID()));
        const response = await next(request.clone());
        if (((await response.clone().json()) as { result: number }).result === 1)
          done.set(keyOf(request), content);
        return response;
      };
    },
    found: ["M2.3  books", "M2.3  data.transactionId"],
  },
  {
    id: "C",
    name: "a refusal is kept",
    proxy: () => {
      const refused = new Map<string, Response>();
      return async (request, next) => {
        if (!isCall(request, PURCHASE) || keyOf(request) === "") return next(request);
        const kept = refused.get(keyOf(request));
        if (kept) return kept.clone();
        const response = await next(request);
        const { result } = (await response.clone().json()) as { result: number };
        if (result >= 8000 && result < 8010) refused.set(keyOf(request), response.clone());
        return response;
      };
    },
    // The stored rejection never expires, so it is returned even when the API should have forgotten the key.
    found: ["M2.4  envelope", "M2.8  header Idempotency-Key"],
  },
  {
    id: "D",
    name: "keys are shared by members",
    proxy: () => {
      const first = new Map<string, { member: string | undefined; answer: Response }>();
      return async (request, next) => {
        if (!isCall(request, PURCHASE) || keyOf(request) === "" || bearerOf(request) === "")
          return next(request);
        const kept = first.get(keyOf(request));
        if (kept && kept.member !== memberOf(request)) return kept.answer.clone();
        const response = await next(request.clone());
        if (!kept && response.ok)
          first.set(keyOf(request), { member: memberOf(request), answer: response.clone() });
        return response;
      };
    },
    found: ["M2.2  data.transactionId"],
  },
  {
    id: "E",
    name: "keys are shared by calls: a capture answers the body of the purchase",
    proxy: () => {
      const bought = new Map<string, Response>();
      return async (request, next) => {
        const key = keyOf(request);
        if (isCall(request, CAPTURE) && bought.has(key)) return bought.get(key)?.clone() ?? next(request);
        const response = await next(request.clone());
        if (
          isCall(request, PURCHASE) &&
          key !== "" &&
          ((await response.clone().json()) as { result: number }).result === 1
        )
          bought.set(key, response.clone());
        return response;
      };
    },
    found: ["M2.2  data.transactionId"],
  },
  {
    id: "F",
    name: "two at the same moment both buy",
    proxy: () => {
      const busy = new Set<string>();
      return async (request, next) => {
        const key = keyOf(request);
        if (!isCall(request, PURCHASE) || key === "") return next(request);
        if (busy.has(key)) return next(withKey(request, randomUUID()));
        busy.add(key);
        try {
          return await next(request);
        } finally {
          busy.delete(key);
        }
      };
    },
    found: ["M2.6  data.transactionId"],
  },
  {
    id: "G",
    name: "an unpaid intent is captured, and a second capture gives twice",
    proxy: ({ sandbox }) => {
      const captured = new Set<string>();
      return async (request, next) => {
        if (!isCall(request, CAPTURE)) return next(request);
        const body = (await request
          .clone()
          .json()
          .catch(() => ({}))) as { transactionId?: string; externalTransactionId?: string };
        // Parallel captures count as one; only a later capture credits twice.
        const isLater = captured.has(String(body.transactionId));
        const { db } = sandbox.services;
        // Creates the table of intents if there is none yet.
        await sandbox.services.intents.get("");
        await db.run(
          "UPDATE card_intents SET status = 'succeeded' WHERE id = ? AND status = 'requires_payment_method'",
          [String(body.externalTransactionId)],
        );
        const response = await next(request);
        if (
          !response.ok ||
          body.transactionId === undefined ||
          ((await response.clone().json()) as { result: number }).result !== 1
        )
          return response;
        if (isLater) {
          await db.run(
            "UPDATE members SET soria = soria + 100 WHERE id = (SELECT member_id FROM transactions WHERE id = ?)",
            [body.transactionId],
          );
        }
        captured.add(body.transactionId);
        return response;
      };
    },
    found: ["M5.1  data.status", "M5.2  books"],
  },
];
