/** APIs with defective fields, tokens and lists. */
import { isCall, PURCHASE, withBody, withData, bearerOf, type Variant } from "./variant-tools";

export const otherVariants: Variant[] = [
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
