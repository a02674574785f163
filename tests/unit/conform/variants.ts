import { randomUUID } from "node:crypto";
import type { ConformSandbox, Proxy } from "./sandbox";

/**
 * One kind of defective API: the proxy that creates the defect, and the findings that the kit must report, as `rule
 * path`.
 */
export interface Variant {
  id: string;
  name: string;
  proxy: (of: ConformSandbox) => Proxy;
  found: string[];
}

const isCall = ({ method, url }: Request, wanted: string) => `${method} ${new URL(url).pathname}` === wanted;
const PURCHASE = "POST /api/store/products/purchase";
const CAPTURE = "POST /api/store/order/capture";
const keyOf = (request: Request) => request.headers.get("idempotency-key") ?? "";

async function withBody(
  request: Request,
  change: (body: Record<string, unknown>) => object,
): Promise<Request> {
  const text = await request.clone().text();
  let body: object;
  try {
    body = JSON.parse(text) as object;
  } catch {
    return request;
  }
  const init = {
    method: request.method,
    headers: request.headers,
    body: JSON.stringify(change(body as Record<string, unknown>)),
  };
  return new Request(request.url, init);
}

function withKey(request: Request, key: string): Request {
  const changed = request.clone();
  changed.headers.set("Idempotency-Key", key);
  return changed;
}

const withData = async (response: Response, change: (data: never) => unknown): Promise<Response> => {
  const whole = (await response.clone().json()) as { result: number; data: never };
  if (whole.result !== 1) return response;
  return Response.json(
    { ...whole, data: change(whole.data) },
    { status: response.status, headers: { Date: response.headers.get("date") ?? "" } },
  );
};

const bearerOf = (request: Request) => request.headers.get("authorization") ?? "";

/** Returns the id of the member in the access token's payload. */
const memberOf = (request: Request) =>
  (
    JSON.parse(Buffer.from(bearerOf(request).split(".")[1] ?? "", "base64url").toString() || "{}") as {
      sub?: string;
    }
  ).sub;

export const VARIANTS: Variant[] = [
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
  {
    id: "H",
    name: "sale_amount is text, created_at has no zone, page_count is missing",
    proxy: () => async (request, next) => {
      const response = await next(request);
      if (isCall(request, "GET /api/store/products"))
        return withData(response, ({ items, ...rest }: { items: { sale_amount: number }[] }) => ({
          ...rest,
          items: items.map((item) => ({ ...item, sale_amount: String(item.sale_amount) })),
        }));
      if (isCall(request, "GET /api/news"))
        return withData(response, ({ items, ...rest }: { items: { created_at: string }[] }) => ({
          ...rest,
          items: items.map((item) => ({ ...item, created_at: item.created_at.replace("Z", "") })),
        }));
      if (isCall(request, "GET /api/users/me/history"))
        return withData(response, ({ page_count: _, ...rest }: { page_count: number }) => rest);
      return response;
    },
    found: [
      "news.list data.items[].created_at  data.items[].created_at",
      "store.products data.items[].sale_amount  data.items[].sale_amount",
      "users.history data.page_count  data.page_count",
    ],
  },
  {
    id: "I",
    name: "the old refresh token dies at once",
    proxy: ({ sandbox }) => {
      sandbox.services.settings.refreshGraceSeconds = 0;
      return (request, next) => next(request);
    },
    found: ["auth.refreshSession grace  status"],
  },
  {
    id: "J",
    name: "sign-out leaves the refresh token alive, and users/me takes a refresh token",
    proxy: () => {
      const dead = new Map<string, Response>();
      const sessions = new Map<string, { accessToken: string; answer: Response }>();
      return async (request, next) => {
        const token = bearerOf(request).replace("Bearer ", "");
        if (isCall(request, "POST /api/auth/sign-in")) {
          const response = await next(request);
          const { data } = (await response.clone().json()) as {
            data: { accessToken?: string; refreshToken?: string } | null;
          };
          if (data?.refreshToken && data.accessToken)
            sessions.set(data.refreshToken, { accessToken: data.accessToken, answer: response.clone() });
          return response;
        }
        if (isCall(request, "GET /api/users/me") && sessions.has(token)) {
          const changed = new Request(request);
          changed.headers.set("Authorization", `Bearer ${sessions.get(token)?.accessToken}`);
          return next(changed);
        }
        if (isCall(request, "POST /api/auth/sign-out")) {
          const body = (await request
            .clone()
            .json()
            .catch(() => ({}))) as { token?: unknown };
          const kept = sessions.get(String(body.token));
          const response = await next(request);
          if (kept && response.ok) dead.set(String(body.token), kept.answer);
          return response;
        }
        const kept = isCall(request, "GET /api/auth/refresh/session") ? dead.get(token) : undefined;
        return kept ? kept.clone() : next(request);
      };
    },
    found: ["auth.signOut tokens  refresh token", "tokens  refresh token"],
  },
  {
    id: "K",
    name: "the list lags two seconds behind the purchase",
    proxy:
      ({ sandbox }) =>
      async (request, next) => {
        const response = await next(request);
        if (!isCall(request, "GET /api/users/me/purchases")) return response;
        const until = sandbox.services.now() - 2000;
        return withData(response, ({ items, ...rest }: { items: { updatedAt: string }[] }) => ({
          ...rest,
          items: items.filter(({ updatedAt }) => Date.parse(updatedAt) < until),
        }));
      },
    found: ["M6.2  data.items"],
  },
  {
    id: "L",
    name: "the debit is 1 % higher than the price that was shown",
    proxy:
      ({ sandbox, items }) =>
      async (request, next) => {
        if (!isCall(request, PURCHASE)) return next(request);
        const { db } = sandbox.services;
        const body = (await request
          .clone()
          .json()
          .catch(() => ({}))) as { objectId?: unknown; expectedUnitAmount?: unknown };
        if (
          body.objectId !== items.soria ||
          !(Number(body.expectedUnitAmount) > 0 && Number.isInteger(body.expectedUnitAmount))
        )
          return next(request);
        const before = await db.one<{ amount: number }>("SELECT amount FROM products WHERE id = ?", [
          items.soria,
        ]);
        const shown = before?.amount ?? 0;
        await db.run("UPDATE products SET amount = ? WHERE id = ?", [
          Math.ceil((shown * 1.01) / 100) * 100,
          items.soria,
        ]);
        try {
          return await next(await withBody(request, ({ expectedUnitAmount: _, ...rest }) => rest));
        } finally {
          await db.run("UPDATE products SET amount = ? WHERE id = ?", [shown, items.soria]);
        }
      },
    found: ["M3.1  data.amount", "M3.2  body.expectedUnitAmount"],
  },
  {
    id: "M",
    name: "an answer after six seconds, one of 6 MiB, one that is cut in the middle",
    proxy: ({ clock }) => {
      let isSlow = true;
      return async (request, next) => {
        const response = await next(request);
        const { pathname } = new URL(request.url);
        if (/^\/api\/news\/\d+$/.test(pathname) && response.ok && isSlow) {
          isSlow = false;
          clock.now += 6000;
        }
        if (isCall(request, "GET /api/support/faq") && response.ok)
          return withData(response, (data: object) => ({ ...data, filler: "x".repeat(6 * 1024 * 1024) }));
        if (isCall(request, "GET /api/dao/members") && response.ok) {
          const text = await response.text();
          return new Response(text.slice(0, text.length / 2), {
            status: 200,
            headers: { "Content-Type": "application/json" },
          });
        }
        return response;
      };
    },
    found: ["dao.members answer  body", "news.one answer  time", "support.faq answer  size"],
  },
  {
    id: "N",
    name: "a change of the name and an inquiry are not built yet, too little is another code of its range",
    proxy: () => {
      const notBuilt = ["PATCH /api/users/me", "POST /api/support/inquiries"];
      return async (request, next) => {
        if (notBuilt.some((call) => isCall(request, call)))
          return Response.json({ result: 0, message: "NOT_FOUND", data: null }, { status: 404 });
        const response = await next(request);
        if (!isCall(request, PURCHASE)) return response;
        const body = (await response.clone().json()) as { result: number };
        const result = [8004, 8005, 8006].includes(body.result) ? 8001 : body.result;
        return result === body.result
          ? response
          : Response.json({ ...body, result }, { status: response.status, headers: response.headers });
      };
    },
    found: ["support.createInquiry answer  envelope", "users.updateMe answer  status"],
  },
];
